// Requests for webhooks and lists, while a user waits.

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isObject, textOf } from '../../shared/values';
import { toNodeError } from '../../transport/errors/nodeErrors';
import type { ServiceContext } from '../../transport/credentials/credentials';
import { fetchList } from '../../transport/lists/fetchList';
import { IncompleteListError } from '../../transport/lists/listErrors';
import type { PagingStyle } from '../../transport/lists/nextPage';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { DEFAULT_SETTINGS, send, type SendSettings } from '../../transport/request/send';
import { readRecords } from '../../transport/response';
import { TOKEN_HEADER, type Wanted } from '../settings/settings';

/** A webhook as the service shows it. Any field may be missing, or masked (reference, section 2.10). */
export type WebhookRecord = Record<string, unknown>;

/** Returns the ID of a webhook as a text, if it has one. */
export function idOf({ id }: WebhookRecord): string | undefined {
	return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

/** n8n itself repeats activations. */
const LONGEST_MS = 5000;
const SETTINGS: SendSettings = { ...DEFAULT_SETTINGS, maxRetries: 1, maxWaitMs: LONGEST_MS, maxDurationMs: LONGEST_MS };

/** Sends a request while a user waits: at most twice, each for a few seconds. @throws ServiceError */
export const sendBriefly = async (context: ServiceContext, request: ServiceRequest) =>
	await send(context, request, SETTINGS);

const list = async (context: ServiceContext, path: string, style: PagingStyle, maxRecords?: number) =>
	await fetchList(async (query) => await sendBriefly(context, { method: 'GET', path, query }), {
		...{ path, style, maxRecords },
	});

/** Lists the webhooks of the account (reference, section 4.17). @throws an error if the list cannot be read whole */
export async function listWebhooks(context: ServiceContext): Promise<WebhookRecord[]> {
	const records = await list(context, '/webhooks', 'none');
	if (records.every(isWebhook)) return records;
	throw new IncompleteListError('The list contains something that is not a webhook');
}

/** Every field of a webhook may be missing (reference, section 2.10), but not all that matter here. */
const isWebhook = (record: unknown): record is WebhookRecord =>
	isObject(record) && (typeof record.url === 'string' || idOf(record) !== undefined);

/** Creates a webhook (reference, 2.10 and 4.19). @returns its ID, if the response contains it @throws ServiceError */
export async function createWebhook(context: ServiceContext, wanted: Wanted): Promise<string | undefined> {
	const { url, events, token, secret, retryOnFailure } = wanted;
	const settings = { events: events.length > 0 ? events : undefined, secret, retryOnFailure };
	const body = { url, headers: { [TOKEN_HEADER]: token }, ...settings, isActive: true };
	const response = await sendBriefly(context, { method: 'POST', path: '/webhooks', body });
	const records = readRecords(response.body).flatMap((each) => [each, each.webhook]);
	return records.filter(isObject).map(idOf).find(Boolean);
}

/**
 * Deletes webhooks. The reference has no endpoint for it, so the list tells whether one is gone although that failed.
 * @returns those that remain, with the reason @throws the errors of `listWebhooks`
 */
export async function deleteWebhooks(context: ServiceContext, records: WebhookRecord[]) {
	const failed: Array<{ record: WebhookRecord; reason: string }> = [];
	for (const record of records) {
		try {
			const id = idOf(record);
			if (id === undefined) throw new Error('Its ID is unknown');
			await sendBriefly(context, { method: 'DELETE', path: `/webhooks/${encodeURIComponent(id)}` });
		} catch (error) {
			failed.push({ record, reason: (error as Error).message });
		}
	}
	if (failed.length === 0) return [];
	const listed = await listWebhooks(context);
	const isListed = ({ id, url }: WebhookRecord) => listed.some((each) => each.id === id && each.url === url);
	return failed.filter(({ record }) => isListed(record));
}

/** Lists the instances of the account that have an ID (reference, section 4.1). @throws ServiceError */
export async function listInstances(context: ServiceContext): Promise<Array<{ id: string; name: string }>> {
	const records = await list(context, '/instances', 'page', 1000);
	return records.filter(isObject).flatMap((record) => {
		const id = textOf(record.id);
		return id === undefined ? [] : [{ id, name: textOf(record.name) ?? id }];
	});
}

/** Lists the event names of the account's webhooks. */
export const loadEventNames = loading(async (context) => {
	const names = (await listWebhooks(context)).flatMap(({ events }) => events).flatMap((name) => textOf(name) ?? []);
	return [...new Set(names)].sort().map((name) => ({ name, value: name }));
});

/** Lists the instances of the account. */
export const loadInstances = loading(async (context) =>
	(await listInstances(context)).map(({ id, name }) => ({ name, value: id })),
);

/** Makes a method that loads a list of the form; none without credentials: n8n disables the field after an error. */
function loading(read: (context: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		if (this.getNode().credentials === undefined) return [];
		return await read(this).catch((error: unknown) => {
			throw toNodeError(this.getNode(), error);
		});
	};
}

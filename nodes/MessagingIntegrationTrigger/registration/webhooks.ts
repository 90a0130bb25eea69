// Requests for webhooks and lists, while a user waits.

import type { INodePropertyOptions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { isObject, textOf } from '../../shared/values';
import { type ServiceContext, TOKEN_HEADER } from '../../transport/credentials/credentials';
import { fetchList } from '../../transport/lists/fetchList';
import { IncompleteListError } from '../../transport/lists/listErrors';
import type { PagingStyle } from '../../transport/lists/nextPage';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { DEFAULT_SETTINGS, send, type SendSettings } from '../../transport/request/send';
import { readRecords } from '../../transport/lists/records';
import type { RequiredWebhook } from './required';

/** A webhook as the service shows it. Any field may be missing, or masked (reference, section 2.10). */
export type WebhookRecord = Record<string, unknown>;

/** Returns the ID of a webhook as a text, if it has one. */
export const idOf = ({ id }: WebhookRecord): string | undefined => textOf(id);

const SETTINGS: SendSettings = { ...DEFAULT_SETTINGS, maxRetries: 1, maxWaitMs: 65_000, maxDurationMs: 5000 };

/**
 * Sends a request while a user waits: at most twice, each for a few seconds, because n8n repeats activations. For the
 * rate limit it waits as long as a window, so that a broadcast does not keep a workflow from being published.
 */
export const sendBriefly = async (context: ServiceContext, request: ServiceRequest) =>
	await send(context, request, SETTINGS);

async function list(context: ServiceContext, path: string, style: PagingStyle, maxRecords?: number) {
	const settings = { path, style, maxRecords };
	const sendQuery = async (query: Record<string, string | number>) =>
		await sendBriefly(context, { method: 'GET', path, query });
	return await fetchList(sendQuery, settings).catch((error: unknown) => {
		throw error instanceof IncompleteListError ? new UserError(error.message, WITHOUT_LIST) : error;
	});
}

/** What the user can do if the webhooks of the account cannot be listed. */
const WITHOUT_LIST = 'Set Registration to Manual and create the webhook in the dashboard of the service.';

/** Lists the webhooks of the account (reference, section 4.17). @throws an error if the list cannot be read whole */
export async function listWebhooks(context: ServiceContext): Promise<WebhookRecord[]> {
	const records = await list(context, '/webhooks', 'none');
	const webhooks = records
		.filter(isObject)
		.filter((record) => typeof record.url === 'string' || idOf(record) !== undefined);
	if (webhooks.length === records.length) return webhooks;
	throw new UserError('The list contains something that is not a webhook', WITHOUT_LIST);
}

/** Creates a webhook (reference, 2.10 and 4.19). @returns its ID, if the response contains it @throws ServiceError */
export async function createWebhook(context: ServiceContext, required: RequiredWebhook): Promise<string | undefined> {
	const body = { url: required.url, headers: { [TOKEN_HEADER]: required.token }, ...required.body };
	const response = await sendBriefly(context, { method: 'POST', path: '/webhooks', body });
	const records = readRecords(response.body).flatMap((record) => [record, record.webhook]);
	return records.filter(isObject).map(idOf).find(Boolean);
}

/** Deletes webhooks (not in the reference). @returns those that the list still contains, with the reason */
export async function deleteWebhooks(context: ServiceContext, records: WebhookRecord[]) {
	const failures: Array<{ record: WebhookRecord; reason: string }> = [];
	for (const record of records) {
		try {
			const id = idOf(record);
			if (id === undefined) throw new Error('Its ID is unknown');
			await sendBriefly(context, { method: 'DELETE', path: `/webhooks/${encodeURIComponent(id)}` });
		} catch (error) {
			failures.push({ record, reason: (error as Error).message });
		}
	}
	if (failures.length === 0) return [];
	const remainingIds = (await listWebhooks(context)).map(idOf);
	return failures.filter(({ record }) => remainingIds.includes(idOf(record)));
}

/** Lists the instances of the account that have an ID (reference, section 4.1). @throws ServiceError */
export async function listInstances(context: ServiceContext): Promise<INodePropertyOptions[]> {
	const records = await list(context, '/instances', 'page', 1000);
	return records.filter(isObject).flatMap((record) => {
		const value = idOf(record);
		return value === undefined ? [] : [{ name: textOf(record.name) ?? value, value }];
	});
}

// Lists of the account, while a user waits.

import { isObject, textOf } from '../../shared/values';
import type { ServiceContext } from '../../transport/credentials/credentials';
import { fetchList } from '../../transport/lists/fetchList';
import { IncompleteListError } from '../../transport/lists/listErrors';
import type { PagingStyle } from '../../transport/lists/nextPage';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { DEFAULT_SETTINGS, send, type SendSettings } from '../../transport/request/send';
import { idOf, type WebhookRecord } from './match';

/** n8n itself repeats activations. */
const LONGEST_MS = 5000;
const SETTINGS: SendSettings = { ...DEFAULT_SETTINGS, maxRetries: 1, maxWaitMs: LONGEST_MS, maxDurationMs: LONGEST_MS };

/** Sends a request while a user waits: at most twice, each for a few seconds. @throws ServiceError */
export const sendBriefly = async (context: ServiceContext, request: ServiceRequest) =>
	await send(context, request, SETTINGS);

/** How many records of a list in pages are read. */
const MAX_RECORDS = 1000;

async function list(context: ServiceContext, path: string, style: PagingStyle): Promise<unknown[]> {
	const settings = { path, style, maxRecords: style === 'page' ? MAX_RECORDS : undefined };
	return await fetchList(async (query) => await sendBriefly(context, { method: 'GET', path, query }), settings);
}

/**
 * Lists the webhooks of the account (reference, section 4.17).
 * @throws ServiceError if a request fails, NotAListError or IncompleteListError if the list cannot be read whole
 */
export async function listWebhooks(context: ServiceContext): Promise<WebhookRecord[]> {
	const records = await list(context, '/webhooks', 'none');
	if (records.every(isWebhook)) return records;
	throw new IncompleteListError('The list contains something that is not a webhook');
}

/** Every field of a webhook may be missing (reference, section 2.10), but not all that matter here. */
const isWebhook = (record: unknown): record is WebhookRecord =>
	isObject(record) && (typeof record.url === 'string' || idOf(record) !== undefined);

/** Lists the instances of the account that have an ID (reference, section 4.1). @throws ServiceError */
export async function listInstances(context: ServiceContext): Promise<Array<{ id: string; name: string }>> {
	const records = await list(context, '/instances', 'page');
	return records.filter(isObject).flatMap((record) => {
		const id = textOf(record.id);
		return id === undefined ? [] : [{ id, name: textOf(record.name) ?? id }];
	});
}

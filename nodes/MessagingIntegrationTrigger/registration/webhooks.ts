import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/values';
import { ServiceError } from '../../transport/errors/serviceError';
import { fetchList } from '../../transport/lists/fetchList';
import { IncompleteListError } from '../../transport/lists/listErrors';
import type { ServiceContext } from '../../transport/credentials/credentials';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import { readRecords } from '../../transport/response/response';
import { TOKEN_HEADER } from '../verification/checks';
import { idOf, type Wanted, type WebhookRecord } from './match';

/** How long a request about webhooks may take, and how long it may wait for the rate limit, ms. */
export const MAX_DURATION_MS = 5000;

/** Sends a request about webhooks, at most twice: a user is waiting, and n8n itself repeats activations. */
async function sendForHook(context: ServiceContext, request: ServiceRequest) {
	return await send(context, request, {
		...DEFAULT_SETTINGS,
		maxRetries: 1,
		maxWaitMs: MAX_DURATION_MS,
		maxDurationMs: MAX_DURATION_MS,
	});
}

/**
 * Lists the webhooks of the account (reference, section 4.17).
 * @throws ServiceError if a request fails, NotAListError or IncompleteListError if the list cannot be read whole
 */
export async function listWebhooks(context: ServiceContext): Promise<WebhookRecord[]> {
	const path = '/webhooks';
	const records = await fetchList(async (query) => await sendForHook(context, { method: 'GET', path, query }), {
		path,
		style: 'none',
	});
	if (records.every(isWebhook)) return records;
	throw new IncompleteListError('The list contains something that is not a webhook');
}

/** Every field of a webhook may be missing (reference, section 2.10), but not all that matter here. */
const isWebhook = (record: unknown): record is WebhookRecord =>
	isObject(record) && (typeof record.url === 'string' || idOf(record) !== undefined);

/** Creates a webhook (reference, 2.10 and 4.19). @returns its ID, if the response contains it @throws ServiceError */
export async function createWebhook(context: ServiceContext, wanted: Wanted): Promise<string | undefined> {
	const body: IDataObject = { url: wanted.url };
	if (wanted.events.length > 0) body.events = wanted.events;
	if (wanted.token !== undefined) body.headers = { [TOKEN_HEADER]: wanted.token };
	if (wanted.secret !== undefined) body.secret = wanted.secret;
	body.retryOnFailure = wanted.retryOnFailure;
	body.isActive = true;
	const response = await sendForHook(context, { method: 'POST', path: '/webhooks', body });
	const records = readRecords(response.body).flatMap((each) =>
		isObject(each.webhook) ? [each, each.webhook] : [each],
	);
	return records.map(idOf).find((id) => id !== undefined);
}

/**
 * Deletes a webhook. The reference has no endpoint for it: 405 and 501 say so, and 404 if the service still shows the
 * webhook. @returns whether it is gone; false if there is no endpoint, or no ID @throws ServiceError for other failures
 */
export async function deleteWebhook(context: ServiceContext, record: WebhookRecord): Promise<boolean> {
	const id = idOf(record);
	if (id === undefined) return false;
	const request = { method: 'DELETE' as const, path: `/webhooks/${encodeURIComponent(id)}` };
	const error = await sendForHook(context, request).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (error === undefined) return true;
	const { status, outcomeUnknown } = error instanceof ServiceError ? error.failure : {};
	if (status === 405 || status === 501) return false;
	if (status !== 404 && !outcomeUnknown) throw error;
	const isGone = !(await listWebhooks(context)).some((each) => idOf(each) === id && each.url === record.url);
	if (!isGone && status !== 404) throw error;
	return isGone;
}

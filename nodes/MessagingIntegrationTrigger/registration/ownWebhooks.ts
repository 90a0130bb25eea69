import { isObject, type ServiceResponse } from '../../transport/response/response';
import type { ServiceContext, ServiceRequest } from '../../transport/request/requestOnce';
import { ServiceError } from '../../transport/errors/failure';
import { fetchList } from '../../transport/lists/fetchList';
import { IncompleteListError } from '../../transport/lists/listErrors';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import { idOf, sortById, isSameUrl, type WebhookRecord } from './webhookRecord';

/** How long a request about webhooks may take, and how long it may wait for the rate limit, ms. */
export const MAX_DURATION_MS = 5000;

/** Sends a request about webhooks, at most twice: a user is waiting, and n8n itself repeats activations. */
export async function sendSoon(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<ServiceResponse> {
	return await send(context, request, {
		...DEFAULT_SETTINGS,
		maxRetries: 1,
		maxWaitMs: MAX_DURATION_MS,
		maxDurationMs: MAX_DURATION_MS,
	});
}

/**
 * Returns all webhooks of the account.
 *
 * @throws ServiceError if a request fails, NotAListError or IncompleteListError if the list cannot be read as a whole
 */
export async function listWebhooks(context: ServiceContext): Promise<WebhookRecord[]> {
	const path = '/webhooks';
	const records = await fetchList(
		async (query) => await sendSoon(context, { method: 'GET', path, query }),
		{ path, style: 'none' },
	);
	if (records.every(isObject)) return records;
	throw new IncompleteListError('The list contains something that is not a webhook');
}

/**
 * Returns the webhooks that `isSelected` selects, in an order that does not depend on the service.
 *
 * @throws the errors of `listWebhooks`
 */
async function findWebhooks(
	context: ServiceContext,
	isSelected: (record: WebhookRecord) => boolean,
): Promise<WebhookRecord[]> {
	return sortById((await listWebhooks(context)).filter(isSelected));
}

/** Like `findWebhooks`, for those that deliver to our URL. */
export async function findOwn(context: ServiceContext, ownUrl: string): Promise<WebhookRecord[]> {
	return await findWebhooks(context, ({ url }) => isSameUrl(url, ownUrl));
}

/** Result of a deletion; `impossible`: the service has no endpoint for it. */
export type Deletion = 'gone' | 'impossible';

/**
 * Deletes one of our webhooks. The reference does not contain `DELETE /webhooks/{id}`: 405 and 501 mean that the service has no
 * such endpoint. So does a 404 if the list still contains the webhook. Otherwise a 404 means that the webhook is gone, e.g.
 * because the response to the first DELETE was lost. If the outcome is unknown, the list decides.
 *
 * @throws ServiceError for any other failure
 */
export async function deleteOwn(context: ServiceContext, record: WebhookRecord): Promise<Deletion> {
	const id = idOf(record);
	if (id === undefined) return 'impossible';
	const path = `/webhooks/${encodeURIComponent(id)}`;
	return await sendSoon(context, { method: 'DELETE', path }).then(
		() => 'gone',
		async (error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			const { status, outcomeUnknown } = error.failure;
			if (status === 405 || status === 501) return 'impossible';
			if (status !== 404 && !outcomeUnknown) throw error;
			const stillExists = (await listWebhooks(context)).some(
				(each) => idOf(each) === id && each.url === record.url,
			);
			if (!stillExists) return 'gone';
			if (status !== 404) throw error;
			return 'impossible';
		},
	);
}

/** Returns an error's message for the log. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : 'the request failed';
}

/** A webhook that could not be deleted, and why. */
export interface NotDeleted {
	record: WebhookRecord;
	reason: string;
}

/**
 * Deletes the webhooks that `isSelected` selects.
 *
 * @returns those that could not be deleted
 * @throws the errors of `listWebhooks`
 */
export async function deleteAll(
	context: ServiceContext,
	isSelected: (record: WebhookRecord) => boolean,
): Promise<NotDeleted[]> {
	const notDeleted: NotDeleted[] = [];
	for (const record of await findWebhooks(context, isSelected)) {
		const deletion = await deleteOwn(context, record).catch(messageOf);
		if (deletion === 'impossible')
			notDeleted.push({ record, reason: 'the service has no endpoint to delete webhooks' });
		else if (deletion !== 'gone') notDeleted.push({ record, reason: deletion });
	}
	return notDeleted;
}

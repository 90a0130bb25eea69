import { isObject } from '../../transport/response/response';
import type { ServiceContext } from '../../transport/request/requestOnce';
import { ServiceError } from '../../transport/errors/failure';
import { fetchList } from '../../transport/lists/pages';
import { pagesFrom } from '../../transport/lists/pagesFrom';
import { send } from '../../transport/request/send';
import { idOf, inFixedOrder, isSameUrl, type WebhookRecord } from './webhookRecord';

/**
 * All webhooks of the account; further pages where the response shows that there are any.
 *
 * @throws ServiceError when a request failed, IncompleteList when the service does not give the whole list
 */
export async function listWebhooks(context: ServiceContext): Promise<WebhookRecord[]> {
	const fetchPage = pagesFrom(async (query) => await send(context, { method: 'GET', path: '/webhooks', query }));
	const names = { page: 'page', pageSize: 'limit', cursor: 'cursor' };
	return (await fetchList(fetchPage, { style: 'none', names, concurrency: 1 })).filter(isObject);
}

/**
 * The webhooks of the account that are ours.
 *
 * @param isOurs picks them; a URL picks those that deliver to it
 * @returns them in an order that does not depend on the service
 * @throws as `listWebhooks`
 */
export async function findOwn(
	context: ServiceContext,
	isOurs: string | ((record: WebhookRecord) => boolean),
): Promise<WebhookRecord[]> {
	const picks = typeof isOurs === 'string' ? ({ url }: WebhookRecord) => isSameUrl(url, isOurs) : isOurs;
	return inFixedOrder((await listWebhooks(context)).filter(picks));
}

/** What became of a webhook that was to be removed; `impossible`: the service has no endpoint for it. */
export type Removal = 'gone' | 'impossible';

/**
 * Removes a webhook that the list has just shown as ours. `DELETE /webhooks/{id}` is not in the reference: 405 and 501 mean that
 * the service has no such endpoint. So does a 404 while the list goes on showing the webhook; otherwise it means that the
 * webhook is gone, for instance because the response to the first DELETE was lost.
 *
 * @throws ServiceError for any other failure
 */
export async function removeOwn(context: ServiceContext, record: WebhookRecord): Promise<Removal> {
	const id = idOf(record);
	if (id === undefined) return 'impossible';
	const path = `/webhooks/${encodeURIComponent(id)}`;
	return await send(context, { method: 'DELETE', path }).then(
		() => 'gone',
		async (error: unknown) => {
			const status = error instanceof ServiceError ? error.failure.status : undefined;
			if (status === 405 || status === 501) return 'impossible';
			if (status !== 404) throw error;
			const isThere = (await listWebhooks(context)).some((each) => idOf(each) === id && each.url === record.url);
			return isThere ? 'impossible' : 'gone';
		},
	);
}

/** An error's message for the log. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : 'the request failed';
}

/** A webhook that could not be removed, and why. */
export interface Left {
	record: WebhookRecord;
	reason: string;
}

/**
 * Removes webhooks of ours, and no others: only what the list shows.
 *
 * @returns those that are left
 * @throws as `listWebhooks`
 */
export async function removeAll(context: ServiceContext, isOurs: (record: WebhookRecord) => boolean): Promise<Left[]> {
	const left: Left[] = [];
	for (const record of await findOwn(context, isOurs)) {
		const removal = await removeOwn(context, record).catch(messageOf);
		if (removal === 'impossible') left.push({ record, reason: 'the service has no endpoint to delete webhooks' });
		else if (removal !== 'gone') left.push({ record, reason: removal });
	}
	return left;
}

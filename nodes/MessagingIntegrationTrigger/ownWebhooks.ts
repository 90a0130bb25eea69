import { isObject, readList } from '../transport/answer';
import type { ServiceContext } from '../transport/exchange';
import { ServiceError } from '../transport/failure';
import { send } from '../transport/request';
import { idOf, inFixedOrder, isSameUrl, type WebhookRecord } from './webhookRecord';

/** All webhooks of the account. */
async function listWebhooks(context: ServiceContext): Promise<WebhookRecord[]> {
	const response = await send(context, { method: 'GET', path: '/webhooks' });
	return readList(response.body).records.filter(isObject);
}

/**
 * The webhooks of the account that are ours.
 *
 * @param isOurs picks them; a URL picks those that deliver to it
 * @returns them in an order that does not depend on the service
 * @throws ServiceError when the list cannot be had
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

/**
 * Removes webhooks of ours, and no others: only what the list shows.
 *
 * @param isOurs as for `findOwn`
 * @returns `impossible` when one is left because the service has no way to remove it
 * @throws ServiceError for any other failure
 */
export async function removeAll(
	context: ServiceContext,
	isOurs: string | ((record: WebhookRecord) => boolean),
): Promise<Removal> {
	let result: Removal = 'gone';
	for (const record of await findOwn(context, isOurs)) {
		if ((await removeOwn(context, record)) === 'impossible') result = 'impossible';
	}
	return result;
}

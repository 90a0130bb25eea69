import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/values';
import type { ServiceContext } from '../../transport/credentials/credentials';
import { readRecords } from '../../transport/response/response';
import { TOKEN_HEADER } from '../verification/checks';
import { listWebhooks, sendBriefly } from './lists';
import { idOf, type Wanted, type WebhookRecord } from './match';

/** Creates a webhook (reference, 2.10 and 4.19). @returns its ID, if the response contains it @throws ServiceError */
export async function createWebhook(context: ServiceContext, wanted: Wanted): Promise<string | undefined> {
	const body: IDataObject = { url: wanted.url };
	if (wanted.events.length > 0) body.events = wanted.events;
	if (wanted.token !== undefined) body.headers = { [TOKEN_HEADER]: wanted.token };
	if (wanted.secret !== undefined) body.secret = wanted.secret;
	body.retryOnFailure = wanted.retryOnFailure;
	body.isActive = true;
	const response = await sendBriefly(context, { method: 'POST', path: '/webhooks', body });
	const records = readRecords(response.body).flatMap((each) => [each, each.webhook]);
	return records.map((each) => (isObject(each) ? idOf(each) : undefined)).find((id) => id !== undefined);
}

/**
 * Deletes webhooks. The reference has no endpoint for it, so the list tells whether one is gone although that failed.
 * @returns those that remain, with the reason @throws the errors of `listWebhooks`
 */
export async function deleteWebhooks(
	context: ServiceContext,
	records: WebhookRecord[],
): Promise<Array<{ record: WebhookRecord; reason: string }>> {
	const failed: Array<{ record: WebhookRecord; reason: string }> = [];
	for (const record of records) {
		const id = idOf(record);
		const deleting =
			id === undefined
				? Promise.reject(new Error('Its ID is unknown'))
				: sendBriefly(context, { method: 'DELETE', path: `/webhooks/${encodeURIComponent(id)}` });
		await deleting.catch((error: Error) => failed.push({ record, reason: error.message }));
	}
	if (failed.length === 0) return [];
	const listed = await listWebhooks(context);
	const isListed = ({ id, url }: WebhookRecord) => listed.some((each) => each.id === id && each.url === url);
	return failed.filter(({ record }) => idOf(record) === undefined || isListed(record));
}

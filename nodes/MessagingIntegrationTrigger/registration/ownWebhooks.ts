import type { IHookFunctions, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { isObject, isSameUrl, joinSentences } from '../../shared/values';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { ServiceError } from '../../transport/errors/serviceError';
import { fetchList } from '../../transport/lists/fetchList';
import { IncompleteListError } from '../../transport/lists/listErrors';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import type { ServiceContext } from '../../transport/request/account';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { readRecords } from '../../transport/response/response';
import { idOf, type WebhookRecord } from './webhookRecord';

/** How long a request about webhooks may take, and how long it may wait for the rate limit, ms. */
const MAX_DURATION_MS = 5000;

/** Sends a request about webhooks, at most twice: a user is waiting, and n8n itself repeats activations. */
export async function sendForHook(context: ServiceContext, request: ServiceRequest) {
	return await send(context, request, {
		...DEFAULT_SETTINGS,
		maxRetries: 1,
		maxWaitMs: MAX_DURATION_MS,
		maxDurationMs: MAX_DURATION_MS,
	});
}

/** @throws ServiceError if a request fails, NotAListError or IncompleteListError if the list cannot be read whole */
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

/** Lists the event names of the account's webhooks; none without credentials: n8n disables the field after an error. */
export async function loadEventNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	if (this.getNode().credentials === undefined) return [];
	const webhooks = await listWebhooks(this).catch((error: unknown) => {
		throw toNodeError(this.getNode(), error);
	});
	const names = webhooks
		.flatMap(({ events }) => events)
		.filter((name): name is string => typeof name === 'string' && name !== '');
	return [...new Set(names)].sort().map((name) => ({ name, value: name }));
}

/**
 * Returns our webhooks, sorted, so that all processes of n8n keep the same one. An ID alone does not prove that a
 * webhook is ours, because IDs may be counted per account.
 * @throws the errors of `listWebhooks`; ServiceError if the service cannot say whether the stored ID exists
 */
export async function findOwn(
	context: ServiceContext,
	isOurs: (record: WebhookRecord) => boolean,
	storedId?: string,
): Promise<WebhookRecord[]> {
	const records = await listWebhooks(context);
	if (storedId !== undefined && !records.some((each) => idOf(each) === storedId))
		records.push(...(await readWebhook(context, storedId)));
	const ids = new Set<string | undefined>();
	const isFirst = (id: string | undefined) => id === undefined || (!ids.has(id) && ids.add(id));
	const key = (record: WebhookRecord) => idOf(record) ?? '\uffff';
	return records
		.filter((each) => isOurs(each) && isFirst(idOf(each)))
		.sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

/** Reads a webhook by its ID, which the reference does not offer. @throws ServiceError if the service is unavailable */
async function readWebhook(context: ServiceContext, id: string): Promise<WebhookRecord[]> {
	const path = `/webhooks/${encodeURIComponent(id)}`;
	const response = await sendForHook(context, { method: 'GET', path }).catch((error: unknown) => {
		const { status = 503 } = error instanceof ServiceError ? error.failure : {};
		if ((status >= 500 && status !== 501) || [401, 408, 429].includes(status)) throw error;
	});
	return webhooksIn(response?.body).filter((each) => idOf(each) === id);
}

export const webhooksIn = (body: unknown): WebhookRecord[] =>
	readRecords(body).flatMap((each) => (isObject(each.webhook) ? [each, each.webhook] : [each]));

/**
 * Deletes one of our webhooks. The reference has no endpoint for it: after 405 and 501, and after a 404 if the service
 * still shows the webhook, there is none.
 * @returns whether it is gone; false if there is no endpoint @throws ServiceError for any other failure
 */
export async function deleteOwn(context: ServiceContext, record: WebhookRecord): Promise<boolean> {
	const id = idOf(record);
	if (id === undefined) return false;
	const path = `/webhooks/${encodeURIComponent(id)}`;
	return await sendForHook(context, { method: 'DELETE', path }).then(
		() => true,
		async (error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			const { status, outcomeUnknown } = error.failure;
			if (status === 405 || status === 501) return false;
			if (status !== 404 && !outcomeUnknown) throw error;
			const isSame = (each: WebhookRecord) => idOf(each) === id && isSameUrl(each.url, record.url);
			const isGone = (await findOwn(context, isSame, id)).length === 0;
			if (!isGone && status !== 404) throw error;
			return isGone;
		},
	);
}

/** Makes a hook. n8n shows only the message of its error, which therefore says what happened and what to do. */
export function hook(run: (context: IHookFunctions) => Promise<boolean>) {
	return async function (this: IHookFunctions): Promise<boolean> {
		return await run(this).catch((error: unknown) => {
			const shown = toNodeError(this.getNode(), explain(error));
			// Set after the error is created: n8n replaces messages that contain a network code.
			shown.message = joinSentences(shown.message, shown.description ?? '');
			shown.description = '';
			throw shown;
		});
	};
}

/** Replaces texts that name options which the trigger does not have. */
function explain(error: unknown): unknown {
	if (error instanceof IncompleteListError)
		return new UserError(
			`Could not search for the webhook of this trigger: ${error.message}`,
			'Set Registration to Manual and create the webhook in the dashboard of the service.',
		);
	if (!(error instanceof ServiceError)) return error;
	const { status, networkCode, outcomeUnknown } = error.failure;
	const reached = 'The API key has reached its rate limit (429)';
	if (status === 429) return new UserError(reached, 'Wait a minute, then try again.');
	if (status !== undefined) return error;
	if (outcomeUnknown)
		return new UserError(
			'The service may have changed the webhook, but did not confirm it',
			'Try again. The trigger then uses the webhook if it exists.',
		);
	if (networkCode !== 'MAX_DURATION' && networkCode !== 'ETIMEDOUT') return error;
	return new UserError(
		`The service did not respond within ${MAX_DURATION_MS / 1000} seconds`,
		'Check that the service is running and that the Base URL in the credentials is right, then try again.',
	);
}

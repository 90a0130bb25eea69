import type { IDataObject } from 'n8n-workflow';
import { isLocalHost } from '../transport/account';
import { isObject, readList, readRecords } from '../transport/answer';
import type { ServiceContext } from '../transport/exchange';
import { ServiceError } from '../transport/failure';
import { DEFAULT_SETTINGS, send } from '../transport/request';
import { hashOf, TOKEN_HEADER } from './verification';
import { adoptable, idOf, type Registration, type Wanted, type WebhookRecord } from './webhookRecord';

/** Activation cannot go on; message and description are for the user. */
export class RegistrationError extends Error {
	override name = 'RegistrationError';

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/**
 * Refuses an address that the service cannot reach.
 *
 * @param url n8n's address for this trigger
 * @param baseUrl of the service; a local service may reach local addresses
 * @throws RegistrationError naming the n8n setting to change
 */
export function requireReachable(url: string, baseUrl: string): void {
	if (isLocalHost(new URL(baseUrl).hostname)) return;
	const { protocol, hostname, origin } = new URL(url);
	if (protocol === 'https:' && !isLocalHost(hostname)) return;
	const why = isLocalHost(hostname) ? 'is only known on this machine or network' : 'is not https';
	throw new RegistrationError(
		`The service cannot reach this n8n: its webhook address ${origin} ${why}`,
		'Set the environment variable WEBHOOK_URL of n8n to its public https address (n8n Cloud and the tunnel of a development n8n do this by themselves), restart n8n and activate the workflow again.',
	);
}

const sameUrl = (a: unknown, b: string) => String(a ?? '').replace(/\/+$/, '') === b.replace(/\/+$/, '');

/** All webhooks of the account that deliver to our address. */
async function findOwn(context: ServiceContext, url: string): Promise<WebhookRecord[]> {
	const answer = await send(context, { method: 'GET', path: '/webhooks' });
	return readList(answer.body).records.filter(isObject).filter((record) => sameUrl(record.url, url));
}

/**
 * Looks for our registration: adopts one that is as wanted, and removes every other one of ours.
 *
 * @returns undefined when there is none (any more)
 * @throws RegistrationError when one stands in the way and cannot be removed
 */
export async function adopt(context: ServiceContext, wanted: Wanted): Promise<Registration | undefined> {
	const own = await findOwn(context, wanted.url);
	let adopted: Registration | undefined;
	const others: WebhookRecord[] = [];
	for (const record of own) {
		const found = adopted === undefined ? adoptable(record, wanted) : undefined;
		if (found) adopted = found;
		else others.push(record);
	}
	for (const record of others) {
		const removal = await remove(context, idOf(record));
		// It was in the list a moment ago, so a 404 means that the service knows no such endpoint. What stays beside one that
		// was adopted brings each event twice, which the trigger notices.
		if (removal !== 'gone' && adopted === undefined) throw inTheWay(wanted.url, idOf(record));
	}
	return adopted;
}

function inTheWay(url: string, id: string | undefined): RegistrationError {
	return new RegistrationError(
		'A webhook at the service stands in the way: it delivers to this trigger, but with other settings',
		`The service has no way to remove it from here. Remove the webhook ${id === undefined ? '' : `${id} `}with the address ${url} in its dashboard, then activate the workflow again.`,
	);
}

/**
 * Registers our address.
 *
 * @returns the registration; its id as the answer has it, at the top level or under `data`, else found by address
 * @throws ServiceError when the service refuses
 */
export async function register(context: ServiceContext, wanted: Wanted): Promise<Registration> {
	const body: IDataObject = { url: wanted.url };
	if (wanted.events.length > 0) body.events = wanted.events;
	if (wanted.token !== undefined) body.headers = { [TOKEN_HEADER]: wanted.token };
	if (wanted.secret !== undefined) body.secret = wanted.secret;
	body.retryOnFailure = wanted.retryOnFailure;
	body.isActive = true;
	const made = await send(context, { method: 'POST', path: '/webhooks', body }).catch(
		async (error: unknown) => {
			// The answer was lost: the webhook may stand there all the same, and must not be made a second time.
			if (!(error instanceof ServiceError) || !error.failure.mayHaveHappened) throw error;
			if ((await findOwn(context, wanted.url)).length === 0) throw error;
			return undefined;
		},
	);
	const [record] = readRecords(made?.body);
	const id = record && (idOf(record) ?? (isObject(record.webhook) ? idOf(record.webhook) : undefined));
	const tokenHash = wanted.token === undefined ? undefined : hashOf(wanted.token);
	if (id !== undefined) return { id, tokenHash };
	const [found] = await findOwn(context, wanted.url);
	return { id: found && idOf(found), tokenHash };
}

/** What became of a webhook that was to be removed; `impossible`: the service has no endpoint for it. */
export type Removal = 'gone' | 'wasGone' | 'impossible';

/**
 * Removes one of our webhooks. `DELETE /webhooks/{id}` is not in the reference: 404 means that the webhook is gone already,
 * 405 and 501 that the service has no such endpoint.
 *
 * @throws ServiceError for any other failure
 */
async function remove(context: ServiceContext, id: string | undefined): Promise<Removal> {
	if (id === undefined) return 'impossible';
	const path = `/webhooks/${encodeURIComponent(id)}`;
	return await send(context, { method: 'DELETE', path }).then(
		() => 'gone',
		(error: unknown) => {
			const status = error instanceof ServiceError ? error.failure.status : undefined;
			if (status === 404) return 'wasGone';
			if (status === 405 || status === 501) return 'impossible';
			throw error;
		},
	);
}

/**
 * Removes our registrations, and no other: by the id that is known, else by address.
 *
 * @returns `impossible` when one is left because the service has no way to remove it
 * @throws ServiceError for any other failure
 */
export async function unregister(context: ServiceContext, url: string, id?: string): Promise<Removal> {
	const ids = id === undefined ? (await findOwn(context, url)).map(idOf) : [id];
	let result: Removal = 'gone';
	for (const each of ids) {
		const removal = await remove(context, each);
		if (removal !== 'gone') result = removal;
	}
	return result;
}

/** Asks the service for a test event (reference, section 4.18). */
export async function requestTestEvent(context: ServiceContext, id: string): Promise<void> {
	const path = `/webhooks/${encodeURIComponent(id)}/test`;
	await send(context, { method: 'POST', path }, { ...DEFAULT_SETTINGS, maxWaitMs: 20_000 });
}

import type { IDataObject } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { isLocalHost } from '../../transport/credentials/credentials';
import { isObject, readRecords } from '../../transport/response/response';
import type { ServiceContext } from '../../transport/request/requestOnce';
import { ServiceError } from '../../transport/errors/failure';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import { findOwn, messageOf, removeOwn } from './ownWebhooks';
import { sha256, TOKEN_HEADER } from '../verification/verification';
import { matchRegistration, idOf, type Registration, type DesiredWebhook, type WebhookRecord } from './webhookRecord';

/**
 * Refuses an address that the service cannot reach.
 *
 * @param url n8n's address for this trigger
 * @param baseUrl of the service; a local service may reach local addresses
 * @throws UserError naming the n8n setting to change
 */
export function requireReachable(url: string, baseUrl: string): void {
	if (isLocalHost(new URL(baseUrl).hostname)) return;
	const { protocol, hostname, origin } = new URL(url);
	if (protocol === 'https:' && !isLocalHost(hostname)) return;
	const why = isLocalHost(hostname) ? 'is only reachable from this machine or network' : 'does not use https';
	throw new UserError(
		`The service cannot reach this n8n: its webhook URL ${origin} ${why}`,
		'Set the environment variable WEBHOOK_URL of n8n to its public https URL, restart n8n and activate the workflow again. n8n Cloud and the tunnel for development do this automatically.',
	);
}

/**
 * Looks for our registration: adopts one that is as wanted, and removes every other one of ours.
 *
 * @returns undefined when there is none (any more)
 * @throws UserError when one stands in the way and cannot be removed
 */
export async function adopt(context: ServiceContext, wanted: DesiredWebhook): Promise<Registration | undefined> {
	const own = await findOwn(context, wanted.url);
	let adopted: Registration | undefined;
	const others: WebhookRecord[] = [];
	for (const record of own) {
		const found = adopted === undefined ? matchRegistration(record, wanted) : undefined;
		if (found) adopted = found;
		else others.push(record);
	}
	for (const record of others) {
		const removal = await removeOwn(context, record);
		// What stays beside one that was adopted brings each event twice, which the trigger notices.
		if (removal !== 'gone' && adopted === undefined) throw conflictError(wanted.url, idOf(record));
	}
	return adopted;
}

function conflictError(url: string, id: string | undefined): UserError {
	return new UserError(
		'Another webhook already delivers to this trigger with different settings',
		`The API of the service cannot delete it. Delete the webhook ${id === undefined ? '' : `${id} `}with the URL ${url} in the dashboard, then activate the workflow again.`,
	);
}

/**
 * Registers our URL. Another main process of n8n may do the same at the same time, so the list is asked afterwards: of several
 * that are as wanted, all keep the one with the smallest ID and remove the others. Whoever asks last sees them all.
 *
 * @returns the registration; its id as the list or the response has it, at the top level or under `data`
 * @throws ServiceError when the service refuses
 */
export async function register(context: ServiceContext, wanted: DesiredWebhook): Promise<Registration> {
	const id = await create(context, wanted);
	const tokenHash = wanted.token === undefined ? undefined : sha256(wanted.token);
	// Nothing else was there a moment ago, so one whose token or secret is not shown was made just now, with ours.
	const isTwin = (record: WebhookRecord) =>
		matchRegistration(record, { ...wanted, previousEvents: [], assumeDerivedToken: true, isSecretCurrent: true }) !== undefined;
	try {
		const own = await findOwn(context, wanted.url);
		const [first, ...others] = own.filter(isTwin);
		for (const record of others) await removeOwn(context, record);
		return { id: idOf(first ?? {}) ?? id ?? idOf(own[0] ?? {}), tokenHash };
	} catch (error) {
		// Ours is there; a second one, if there is any, is removed at the next start.
		context.logger.warn(`Could not check the list of webhooks: ${messageOf(error)}`, {
			node: context.getNode().name,
		});
		return { id, tokenHash };
	}
}

/** Creates the webhook; its id as far as the response tells. */
async function create(context: ServiceContext, wanted: DesiredWebhook): Promise<string | undefined> {
	const body: IDataObject = { url: wanted.url };
	if (wanted.events.length > 0) body.events = wanted.events;
	if (wanted.token !== undefined) body.headers = { [TOKEN_HEADER]: wanted.token };
	if (wanted.secret !== undefined) body.secret = wanted.secret;
	body.retryOnFailure = wanted.retryOnFailure;
	body.isActive = true;
	const made = await send(context, { method: 'POST', path: '/webhooks', body }).catch(
		async (error: unknown) => {
			// The response was lost: the webhook may stand there all the same, and must not be made a second time.
			if (!(error instanceof ServiceError) || !error.failure.outcomeUnknown) throw error;
			if ((await findOwn(context, wanted.url)).length === 0) throw error;
			return undefined;
		},
	);
	const [record] = readRecords(made?.body);
	return record && (idOf(record) ?? (isObject(record.webhook) ? idOf(record.webhook) : undefined));
}

/** Asks the service for a test event (reference, section 4.18). */
export async function requestTestEvent(context: ServiceContext, id: string): Promise<void> {
	const path = `/webhooks/${encodeURIComponent(id)}/test`;
	await send(context, { method: 'POST', path }, { ...DEFAULT_SETTINGS, maxWaitMs: 20_000 });
}

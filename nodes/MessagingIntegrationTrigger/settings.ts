import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { splitNumbers } from '../MessagingIntegration/input/values';
import { type Account, CREDENTIALS, readAccount } from '../transport/credentials/credentials';
import type { HmacSettings } from './verification/signature';
import { derive, hashOf, markOf, pathEnd } from './verification/verification';
import { type Former, isSameUrl, type Wanted } from './registration/webhookRecord';

type Context = IHookFunctions | IWebhookFunctions;

/** What the trigger keeps between activations. Holds no token and no secret, only what they can be told by. */
export interface Kept {
	webhookId?: string;
	/** The URL that the webhook with this ID delivers to: the ID alone may be another webhook's at another account. */
	webhookUrl?: string;
	/** Hash of n8n's own ID: an exported workflow takes what is kept to another n8n. */
	n8nHash?: string;
	tokenHash?: string;
	secretMark?: string;
	events?: string[];
	/** What is left under former URLs. */
	former?: Former[];
}

/** How many former registrations are kept; each was named in the log. */
const MAX_FORMER = 10;

/** n8n's static data of this node; empty in test mode. */
export function kept(context: Context): Kept & IDataObject {
	return context.getWorkflowStaticData('node');
}

/** The account, and n8n's address of this trigger. */
export async function whereabouts(context: Context): Promise<{ account: Account; url: string }> {
	const account = readAccount(await context.getCredentials(CREDENTIALS));
	return { account, url: context.getNodeWebhookUrl('default') ?? '' };
}

export function isManual(context: Context): boolean {
	return context.getNodeParameter('registration', 'automatic') === 'manual';
}

/** The collection `options`, with its defaults. */
export function readOptions(context: Context) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	return {
		ignoreOwnMessages: options.ignoreOwnMessages !== false,
		instanceIds: splitNumbers(options.instanceIds),
		deduplicate: options.deduplicate !== false,
		deduplicateKey: String(options.deduplicateKey ?? '').trim(),
		includeHeaders: options.includeHeaders === true,
		otherEvents: options.otherEvents,
		sendTestEvent: options.sendTestEvent !== false,
		retryOnFailure: options.retryOnFailure !== false,
	};
}

/** How deliveries are signed; the secret as the node has it, which may be empty. */
export function readHmac(context: Context): HmacSettings {
	const hmac = context.getNodeParameter('hmac', {}) as Partial<HmacSettings> & { tolerance?: number };
	const minutes = Number(hmac.tolerance);
	return {
		headerName: textOr(hmac.headerName, 'x-signature'),
		algorithm: hmac.algorithm ?? 'sha256',
		encoding: hmac.encoding ?? 'hex',
		prefix: hmac.prefix ?? '',
		secret: hmac.secret ?? '',
		signedContent: hmac.signedContent ?? 'body',
		timestampHeader: textOr(hmac.timestampHeader, 'webhook-timestamp'),
		idHeader: textOr(hmac.idHeader, 'webhook-id'),
		toleranceMs: (minutes > 0 ? minutes : 5) * 60_000,
	};
}

function textOr(value: unknown, fallback: string): string {
	return String(value ?? '').trim() || fallback;
}

/**
 * The secret of signatures: the node's own, else the credential's, else, where the trigger registers it itself, a derived one.
 * Only the first of them is exported with the workflow. Empty when there is none.
 */
export async function readSecret(context: Context): Promise<string> {
	const { secret } = readHmac(context);
	if (secret !== '') return secret;
	const { account, url } = await whereabouts(context);
	if (account.webhookSecret !== '' || isManual(context)) return account.webhookSecret;
	return derive('secret', account.apiKey, url);
}

/** What our webhook at the service has to be like. */
export async function readWanted(context: IHookFunctions): Promise<Wanted> {
	const { account, url } = await whereabouts(context);
	const verification = context.getNodeParameter('verification', 'headerToken');
	const secret = verification === 'hmac' ? await readSecret(context) : undefined;
	const secretMark = secret === undefined ? undefined : markOf(account.apiKey, secret);
	const memory = kept(context);
	const options = readOptions(context);
	return {
		url,
		events: [...new Set([context.getNodeParameter('events', []), options.otherEvents].flatMap(splitNumbers))],
		token: verification === 'headerToken' ? derive('token', account.apiKey, url) : undefined,
		keptEvents: memory.events,
		keptTokenHash: memory.tokenHash,
		secret,
		secretMark,
		secretIsKept: secretMark !== undefined && memory.secretMark === secretMark,
		retryOnFailure: options.retryOnFailure,
		trustsUnreadable: isTest(context),
	};
}

/** Listening in the editor, not an activated workflow. */
export function isTest(context: Context): boolean {
	return context.getMode() === 'manual';
}

/** What n8n this is, to be kept. */
export function n8nHash(context: Context): string {
	return hashOf(context.getInstanceId());
}

/**
 * What this n8n registered under other webhook URLs and has not removed yet, oldest first.
 *
 * @param url the webhook URL of now
 * @returns nothing of another trigger or of another n8n, since workflows are copied with what they keep
 */
export function readFormer(context: IHookFunctions, url: string): Former[] {
	const { webhookId: id, webhookUrl, tokenHash, n8nHash: home, former = [] } = kept(context);
	const known = webhookUrl === undefined ? former : [...former, { id, url: webhookUrl, tokenHash, n8nHash: home }];
	const isOurs = (each: Former) => each.n8nHash === n8nHash(context) && pathEnd(each.url) === pathEnd(url);
	return known.filter((each) => isOurs(each) && !isSameUrl(each.url, url)).slice(-MAX_FORMER);
}

/** Hashes of the tokens that a delivery may carry. In test mode nothing is kept, and the derived token serves. */
export async function readTokenHashes(context: IWebhookFunctions): Promise<string[]> {
	const { tokenHash } = kept(context);
	if (tokenHash !== undefined && !isManual(context)) return [tokenHash];
	const { account, url } = await whereabouts(context);
	const token = isManual(context) ? account.webhookSecret : derive('token', account.apiKey, url);
	return token === '' ? [] : [hashOf(token)];
}

import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { splitNumbers } from '../MessagingIntegration/values';
import { type Account, CREDENTIALS, readAccount } from '../transport/account';
import { derive, hashOf, type HmacSettings, markOf, type Verification } from './verification';
import type { Wanted } from './webhookRecord';

type Context = IHookFunctions | IWebhookFunctions;

/** What the trigger keeps between activations. Holds no token and no secret, only what they can be told by. */
export interface Kept {
	webhookId?: string;
	tokenHash?: string;
	secretMark?: string;
	events?: string[];
}

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
	const hmac = context.getNodeParameter('hmac', {}) as Partial<HmacSettings>;
	return {
		headerName: String(hmac.headerName || 'x-signature').trim(),
		algorithm: hmac.algorithm ?? 'sha256',
		encoding: hmac.encoding ?? 'hex',
		prefix: hmac.prefix ?? '',
		secret: hmac.secret ?? '',
	};
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

/** What a delivery has to show. In test mode nothing is kept, and the derived token serves. */
export async function readVerification(context: IWebhookFunctions): Promise<Verification> {
	const kind = context.getNodeParameter('verification', 'headerToken');
	if (kind === 'none') return { kind: 'none' };
	if (kind === 'hmac') {
		return { kind: 'hmac', settings: { ...readHmac(context), secret: await readSecret(context) } };
	}
	const { tokenHash } = kept(context);
	if (tokenHash !== undefined && !isManual(context)) return { kind: 'headerToken', hashes: [tokenHash] };
	const { account, url } = await whereabouts(context);
	const token = isManual(context) ? account.webhookSecret : derive('token', account.apiKey, url);
	return { kind: 'headerToken', hashes: token === '' ? [] : [hashOf(token)] };
}

import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { splitList } from '../../shared/splitList';
import { CREDENTIALS, type ServiceCredentials, parseCredentials } from '../../transport/credentials/credentials';
import type { HmacSettings } from '../verification/signature';
import { derive, sha256 } from '../verification/verification';
import { kept } from './staticData';

type Context = IHookFunctions | IWebhookFunctions;

/** The account, and n8n's address of this trigger. */
export async function credentialsAndWebhookUrl(context: Context): Promise<{ account: ServiceCredentials; url: string }> {
	const account = parseCredentials(await context.getCredentials(CREDENTIALS));
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
		instanceIds: splitList(options.instanceIds),
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
	const { account, url } = await credentialsAndWebhookUrl(context);
	if (account.webhookSecret !== '' || isManual(context)) return account.webhookSecret;
	return derive('secret', account.apiKey, url);
}

/** Listening in the editor, not an activated workflow. */
export function isTest(context: Context): boolean {
	return context.getMode() === 'manual';
}

/** Hashes of the tokens that a delivery may carry. In test mode nothing is kept, and the derived token serves. */
export async function readTokenHashes(context: IWebhookFunctions): Promise<string[]> {
	const { tokenHash } = kept(context);
	if (tokenHash !== undefined && !isManual(context)) return [tokenHash];
	const { account, url } = await credentialsAndWebhookUrl(context);
	const token = isManual(context) ? account.webhookSecret : derive('token', account.apiKey, url);
	return token === '' ? [] : [sha256(token)];
}

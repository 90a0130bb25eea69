import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { splitList } from '../../shared/splitList';
import { UserError } from '../../shared/userError';
import {
	CREDENTIAL_TYPE,
	type ServiceCredentials,
	parseCredentials,
} from '../../transport/credentials/credentials';
import type { HmacSettings } from '../verification/signature';
import { deriveFromKey, sha256 } from '../verification/verification';
import { staticData } from './staticData';

type Context = IHookFunctions | IWebhookFunctions;

/** Returns the parsed credentials, and n8n's webhook URL of this trigger. */
export async function credentialsAndWebhookUrl(
	context: Context,
): Promise<{ credentials: ServiceCredentials; url: string }> {
	const credentials = parseCredentials(await context.getCredentials(CREDENTIAL_TYPE));
	return { credentials, url: context.getNodeWebhookUrl('default') ?? '' };
}

export function isManual(context: Context): boolean {
	return context.getNodeParameter('registration', 'automatic') === 'manual';
}

/** Reads the collection `options`, with its defaults. */
export function readOptions(context: Context) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	return {
		ignoreOwnMessages: options.ignoreOwnMessages !== false,
		instanceIds: splitList(options.instanceIds),
		deduplicate: options.deduplicate !== false,
		deduplicateInStore: options.deduplicateInStore !== false,
		deduplicateKey: String(options.deduplicateKey ?? '').trim(),
		includeHeaders: options.includeHeaders === true,
		otherEvents: options.otherEvents,
		sendTestEvent: options.sendTestEvent !== false,
		retryOnFailure: options.retryOnFailure !== false,
	};
}

/** Reads the HMAC settings. The secret is the node's own and may be empty; see `readSecret`. */
export function readHmac(context: Context): HmacSettings {
	const hmac = context.getNodeParameter('hmac', {}) as Partial<HmacSettings> & {
		tolerance?: number;
	};
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
 * Returns the secret for signatures: the node's own, else the credentials', else, with automatic registration, a derived one.
 * Empty if no secret is set. Only the node's own is exported with the workflow.
 */
export async function readSecret(context: Context): Promise<string> {
	const { secret } = readHmac(context);
	if (secret !== '') return secret;
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	if (credentials.webhookSecret !== '' || isManual(context)) return credentials.webhookSecret;
	return deriveFromKey('secret', credentials.apiKey, url);
}

/**
 * Checks the token or secret of a manual registration, which only the user can provide.
 *
 * @throws UserError if it is missing or too short
 */
export async function requireSecret(context: IHookFunctions): Promise<void> {
	const verification = context.getNodeParameter('verification', 'headerToken');
	if (verification === 'hmac' && (await readSecret(context)) === '') {
		throw new UserError(
			'The secret for the HMAC signature is missing',
			'Enter the same secret in the Webhook Secret field of the credentials and in the dashboard of the service.',
		);
	}
	if (verification !== 'headerToken') return;
	const { credentials } = await credentialsAndWebhookUrl(context);
	if (credentials.webhookSecret.length < 16) {
		throw new UserError(
			'The Webhook Secret in the credentials is missing or too short',
			'Enter a random text of at least 16 characters there. In the dashboard of the service, enter the same text as the value of the header X-Messaging-Integration-Token.',
		);
	}
}

/** Whether the user listens in the editor, rather than the workflow being active. */
export function isTest(context: Context): boolean {
	return context.getMode() === 'manual';
}

/** Returns the hashes of the accepted tokens. In test mode there is no static data, so only the derived token is accepted. */
export async function readTokenHashes(context: IWebhookFunctions): Promise<string[]> {
	const { tokenHash } = staticData(context);
	if (tokenHash !== undefined && !isManual(context)) return [tokenHash];
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	const token = isManual(context)
		? credentials.webhookSecret
		: deriveFromKey('token', credentials.apiKey, url);
	return token === '' ? [] : [sha256(token)];
}

import { createHmac } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { clocks } from '../../transport/clock';
import { CREDENTIAL_TYPE, parseCredentials, readCountryCode } from '../../transport/credentials/credentials';
import { parseFieldNames } from '../../transport/credentials/fieldNames';
import { isManual, isTest, readVerification, staticData, type TriggerContext } from '../settings/settings';

/** Derives the token or secret of a registration from the key and the end of the URL, whose beginning may change. */
export function deriveFromKey(what: 'token' | 'secret', apiKey: string, url: string): string {
	const hash = createHmac('sha256', apiKey).update(`webhook ${what}\n${pathEnd(url)}`);
	return hash.digest('base64url');
}

/** Returns the part of the webhook URL that identifies the trigger, whatever n8n's host or path prefix is. */
export const pathEnd = (url: string): string => url.split('/').slice(-2).join('/');

export async function credentialsAndWebhookUrl(context: TriggerContext) {
	const credentials = parseCredentials(await context.getCredentials(CREDENTIAL_TYPE));
	return { credentials, url: context.getNodeWebhookUrl('default') ?? '' };
}

/** How long it serves further deliveries, in ms. By default, n8n makes an isolate for each reading: 35 ms of CPU. */
const SERVES_MS = 5_000;
const lastRead = new Map<string, { account: ReturnType<typeof readNow>; readAt: number }>();

/**
 * Reads what deliveries need of the credentials. The result is used for five seconds, unless the user listens.
 * @throws an error if it cannot be read: with the default names, a workflow might answer its own messages
 */
export async function readAccount(context: IWebhookFunctions) {
	const place = `${context.getWorkflow().id}\n${context.getNode().credentials?.[CREDENTIAL_TYPE]?.id}`;
	const readAt = clocks.current.now();
	let last = lastRead.get(place);
	if (isTest(context) || last === undefined || Math.abs(readAt - last.readAt) >= SERVES_MS)
		lastRead.set(place, (last = { account: readNow(context), readAt }));
	last.account.catch(() => lastRead.delete(place));
	return await last.account;
}

async function readNow(context: IWebhookFunctions) {
	const { fieldNames, defaultCountryCode } = await context.getCredentials(CREDENTIAL_TYPE);
	return { names: parseFieldNames(fieldNames), countryCode: readCountryCode(defaultCountryCode) };
}

/** Returns the secret for signatures: the node's, the credentials' or, if automatic, a derived one; else empty. */
export async function readSecret(context: TriggerContext): Promise<string> {
	const verification = readVerification(context);
	if (verification.mode === 'hmac' && verification.secret !== '') return verification.secret;
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	if (credentials.webhookSecret !== '' || isManual(context)) return credentials.webhookSecret;
	return deriveFromKey('secret', credentials.apiKey, url);
}

/** Returns the hash of the accepted token, if there is one. @throws an error if credentials are needed and unusable */
export async function readTokenHash(context: TriggerContext): Promise<string | undefined> {
	const hasOwnToken = !isManual(context);
	const { tokenHash } = staticData(context);
	if (hasOwnToken && tokenHash !== undefined) return tokenHash;
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	const token = hasOwnToken ? deriveFromKey('token', credentials.apiKey, url) : credentials.webhookSecret;
	return token === '' ? undefined : sha256(token);
}

/** @throws UserError if the token or secret of a manual registration, which only the user has, is missing or short */
export async function requireSecret(context: IHookFunctions): Promise<void> {
	const { mode } = readVerification(context);
	const secret = await readSecret(context);
	// A header has no other characters.
	const isUsable = mode === 'hmac' ? secret !== '' : /^[\x20-\x7e]{16,}$/.test(secret);
	if (mode === 'none' || isUsable) return;
	throw new UserError(
		'The Webhook Secret in the credentials is missing, too short, or has other characters than ASCII',
		'Enter a random text of at least 16 characters there. In the dashboard of the service, enter the same text as the secret, or as the value of the header X-Messaging-Integration-Token.',
	);
}

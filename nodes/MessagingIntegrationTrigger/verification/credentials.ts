import { createHmac } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { clocks } from '../../transport/clock';
import {
	CREDENTIAL_TYPE,
	readCountryCode,
	readCredentials,
	requireReachable,
} from '../../transport/credentials/credentials';
import { parseFieldNames } from '../../transport/credentials/fieldNames';
import {
	isManual,
	isTest,
	readFilters,
	readOptions,
	readVerification,
	staticData,
	type TriggerContext,
	type TriggerStaticData,
} from '../settings/settings';

/** The part of the webhook URL that identifies the trigger, whatever n8n's host or path prefix is. */
const pathEnd = (url: string): string => url.split('/').slice(-2).join('/');

/** Derives a token or secret from the key and the end of the URL. */
export const deriveFromKey = (what: string, apiKey: string, url: string): string =>
	createHmac('sha256', apiKey)
		.update(`webhook ${what}\n${pathEnd(url)}`)
		.digest('base64url');

const webhookUrlOf = (context: TriggerContext): string => context.getNodeWebhookUrl('default') ?? '';

/** The webhook that the trigger needs, and what the trigger stored about the one that it has. */
export type Wanted = Awaited<ReturnType<typeof readWanted>>;

/**
 * Reads which webhook the trigger's settings require, and what is stored about the present one. The token is derived,
 * not random: n8n saves static data too late for the test event that `create` requests. It also tells webhooks with
 * other settings apart, however the service shows these.
 * @throws an error of n8n or a UserError if the credentials cannot be used or the service cannot reach the URL
 */
export async function readWanted(context: TriggerContext) {
	const credentials = await readCredentials(context);
	const url = webhookUrlOf(context);
	requireReachable(url, credentials, 'service');
	const { mode } = readVerification(context);
	const secret = mode === 'hmac' ? await readSecret(context) : undefined;
	const { events } = readFilters(context);
	const { retryOnFailure } = readOptions(context);
	const settings = JSON.stringify([mode, secret, events, retryOnFailure]);
	const token = deriveFromKey(`token ${settings}`, credentials.apiKey, url);
	const owner = sha256(`${context.getInstanceId()}\n${pathEnd(url)}`);
	const data: TriggerStaticData = staticData(context);
	// If the service hides the token, ours is assumed: the user who listens notices if it is another one.
	const assumed: TriggerStaticData = isTest(context) ? { tokenHash: sha256(token) } : {};
	return { url, events, retryOnFailure, secret, token, owner, stored: data.owner === owner ? { ...data } : assumed };
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
	const { webhookSecret, apiKey } = await readCredentials(context);
	return webhookSecret !== '' || isManual(context)
		? webhookSecret
		: deriveFromKey('secret', apiKey, webhookUrlOf(context));
}

/** Returns the hash of the accepted token. @throws an error if credentials are needed and unusable */
export async function readTokenHash(context: TriggerContext): Promise<string> {
	if (isManual(context)) return sha256((await readCredentials(context)).webhookSecret);
	return staticData(context).tokenHash ?? sha256((await readWanted(context)).token);
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

// This folder registers the trigger's webhook with the service.

import { createHmac } from 'crypto';
import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { readCredentials, requireReachable, TOKEN_HEADER } from '../../transport/credentials/credentials';
import {
	isManual,
	isTest,
	readFilters,
	readOptions,
	readVerification,
	type TriggerContext,
} from '../settings/settings';

/** Data that the trigger stores between activations, which n8n exports with the workflow: no token, only its hash. */
interface TriggerStaticData extends Partial<Record<'webhookId' | 'webhookUrl' | 'tokenHash' | 'settingsHash', string>> {
	/** Hash of n8n's own ID and the trigger's path: static data is copied with a workflow, also to another n8n. */
	owner?: string;
}

/** Returns the data of the trigger that n8n saves with the workflow; changes of it are saved, too. */
export const staticData = (context: TriggerContext): TriggerStaticData & IDataObject =>
	context.getWorkflowStaticData('node');

/** The part of the webhook URL that identifies the trigger, whatever n8n's host or path prefix is. */
export const pathEnd = (url: string): string => url.split('/').slice(-2).join('/');

/** Derives a token or secret from the key and the end of the URL. */
export function deriveFromKey(purpose: string, apiKey: string, url: string): string {
	const hash = createHmac('sha256', apiKey).update(`webhook ${purpose}\n${pathEnd(url)}`);
	return hash.digest('base64url');
}

/** The webhook that the trigger requires, and what the trigger stored about the one that it has. */
export type RequiredWebhook = Awaited<ReturnType<typeof readRequired>>;

/**
 * Reads which webhook the settings require. The token is derived, not random: n8n saves static data too late for the
 * test event that `create` requests. It also tells webhooks with other settings apart, however the service shows these.
 * @throws an error if the credentials cannot be used or the service cannot reach the URL
 */
export async function readRequired(context: TriggerContext) {
	const credentials = await readCredentials(context);
	const url = context.getNodeWebhookUrl('default') ?? '';
	requireReachable(url, credentials, 'service');
	const { mode } = readVerification(context);
	const { events } = readFilters(context);
	const { retryOnFailure, sendTestEvent } = readOptions(context);
	const secret = mode === 'hmac' ? await readSecret(context) : undefined;
	const body = { events: events.length > 0 ? events : undefined, secret, retryOnFailure, isActive: true };
	// With n8n's ID: what is short could be guessed from the hash of a secret alone.
	const settingsHash = sha256(JSON.stringify([context.getInstanceId(), mode, { ...body, events: [...events].sort() }]));
	// While the user listens, a hidden token is assumed to be this one: it only depends on how deliveries are verified.
	const tokenSettings = isTest(context) ? `${mode} ${secret}` : settingsHash;
	const token = deriveFromKey(`token ${tokenSettings}`, credentials.apiKey, url);
	const owner = sha256(`${context.getInstanceId()}\n${pathEnd(url)}`);
	const data: TriggerStaticData = staticData(context);
	const assumedRegistration: TriggerStaticData = isTest(context) ? { tokenHash: sha256(token), settingsHash } : {};
	const registration = data.owner === owner ? { ...data } : assumedRegistration;
	return { url, token, body, owner, settingsHash, registration, requestsTestEvent: isTest(context) && sendTestEvent };
}

/** Returns the secret for signatures: the node's, the credentials' or, if automatic, a derived one; else empty. */
export async function readSecret(context: TriggerContext): Promise<string> {
	const verification = readVerification(context);
	if (verification.mode === 'hmac' && verification.secret !== '') return verification.secret;
	const { webhookSecret, apiKey } = await readCredentials(context);
	if (webhookSecret !== '' || isManual(context)) return webhookSecret;
	return deriveFromKey('secret', apiKey, context.getNodeWebhookUrl('default') ?? '');
}

/** Returns the hash of the accepted token. @throws an error if credentials are needed and unusable */
export async function readTokenHash(context: TriggerContext): Promise<string> {
	if (isManual(context)) return sha256((await readCredentials(context)).webhookSecret);
	return staticData(context).tokenHash ?? sha256((await readRequired(context)).token);
}

/** Checks the token or secret of a manual registration, which only the user has. @throws UserError if it is unusable */
export async function requireSecret(context: IHookFunctions): Promise<void> {
	const { mode } = readVerification(context);
	const secret = await readSecret(context);
	// The token is sent in a header, which has ASCII characters only.
	const usable = mode === 'hmac' ? /./ : /^[\x20-\x7e]{16,}$/;
	if (mode === 'none' || usable.test(secret)) return;
	throw new UserError(
		'The Webhook Secret in the credentials is missing, too short, or contains non-ASCII characters',
		`Enter a random text of at least 16 characters there. In the dashboard of the service, enter the same text as the secret, or as the value of the header ${TOKEN_HEADER}.`,
	);
}

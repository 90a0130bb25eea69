import type { IHookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/hash';
import { requireReachable } from '../../transport/credentials/credentials';
import {
	isTest,
	readFilters,
	readOptions,
	readVerification,
	staticData,
	type TriggerStaticData,
} from '../settings/settings';
import { credentialsAndWebhookUrl, deriveFromKey, pathEnd, readSecret } from '../verification/credentials';
import { idOf, tokenHashOf, type Wanted, type WebhookRecord } from './match';

/**
 * Reads which webhook the trigger's settings require, and what is stored about the present one. Token and secret are
 * derived, not random: n8n saves static data too late for the test event that `create` requests.
 * @throws an error of n8n or a UserError if the credentials cannot be used or the service cannot reach the URL
 */
export async function readWanted(context: IHookFunctions): Promise<Wanted> {
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	requireReachable(url, credentials, 'service');
	const { mode } = readVerification(context);
	const secret = mode === 'hmac' ? await readSecret(context) : undefined;
	const { apiKey, baseUrl } = credentials;
	const data = staticData(context);
	const token = mode === 'headerToken' ? deriveFromKey('token', apiKey, url) : undefined;
	// If the service hides the token, ours is assumed: the user who listens notices if it is another one.
	const assumed = isTest(context) && token !== undefined ? { tokenHash: sha256(token) } : {};
	const isOfTrigger = data.webhookUrl !== undefined && pathEnd(data.webhookUrl) === pathEnd(url);
	return {
		url,
		events: readFilters(context).events,
		token,
		secret,
		fingerprint: sha256([apiKey, baseUrl, secret].join('\n')),
		retryOnFailure: readOptions(context).retryOnFailure,
		stored: isOfTrigger && data.n8nHash === n8nHashOf(context) ? { ...data } : assumed,
	};
}

const n8nHashOf = (context: IHookFunctions): string => sha256(context.getInstanceId());

/** Stores which webhook is registered: hashes only, because n8n exports static data with the workflow. */
export function storeRegistration(context: IHookFunctions, wanted: Wanted, record: WebhookRecord, isListed: boolean) {
	const { url, token, events, fingerprint } = wanted;
	store(context, {
		webhookId: idOf(record),
		webhookUrl: url,
		n8nHash: n8nHashOf(context),
		tokenHash: token === undefined ? undefined : (tokenHashOf(record, wanted) ?? sha256(token)),
		fingerprint,
		events,
		isUnlisted: isListed ? undefined : true,
	});
}

/** Replaces what is stored. */
export function store(context: IHookFunctions, data: TriggerStaticData): void {
	const stored = staticData(context);
	for (const name of Object.keys(stored)) delete stored[name];
	Object.assign(stored, data);
}

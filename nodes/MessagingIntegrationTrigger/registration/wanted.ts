import type { IHookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/hash';
import { requireReachable } from '../../transport/credentials/credentials';
import { staticData, type Trigger, type TriggerStaticData } from '../settings/settings';
import {
	credentialsAndWebhookUrl,
	deriveFromKey,
	keyedFingerprint,
	pathEnd,
	readSecret,
} from '../verification/credentials';
import { idOf, knownTokenHash, type Wanted, type WebhookRecord } from './match';

/**
 * Reads which webhook the trigger's settings require, and what is stored about the present one. Token and secret are
 * derived, not random: n8n saves static data too late for the test event that `create` requests.
 * @throws an error of n8n or a UserError if the credentials cannot be used or the service cannot reach the URL
 */
export async function readWanted(context: IHookFunctions, trigger: Trigger): Promise<Wanted> {
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	requireReachable(url, credentials, 'service');
	const { mode } = trigger.verification();
	const secret = mode === 'hmac' ? await readSecret(context, trigger) : undefined;
	const { apiKey } = credentials;
	const token = mode === 'headerToken' ? deriveFromKey('token', apiKey, url) : undefined;
	const stored = readStored(context, trigger, url, token);
	const account = keyedFingerprint(apiKey, credentials.baseUrl);
	return {
		url,
		account,
		isUnlistedHere: stored.isUnlisted && stored.account === account,
		events: trigger.events(),
		token,
		secret,
		secretFingerprint: secret === undefined ? undefined : keyedFingerprint(apiKey, secret),
		retryOnFailure: trigger.options().retryOnFailure,
		stored,
	};
}

function readStored(context: IHookFunctions, { isTest }: Trigger, url: string, token?: string): TriggerStaticData {
	const data = staticData(context);
	const isOfTrigger = data.webhookUrl !== undefined && pathEnd(data.webhookUrl) === pathEnd(url);
	const stored = isOfTrigger && data.n8nHash === n8nHashOf(context) ? { ...data } : {};
	// If the service hides the token, ours is assumed: the user who listens notices if it is another one.
	return isTest && token !== undefined ? { tokenHash: sha256(token), ...stored } : stored;
}

const n8nHashOf = (context: IHookFunctions): string => sha256(context.getInstanceId());

/** Stores which webhook is registered: hashes only, because n8n exports static data with the workflow. */
export function storeRegistration(context: IHookFunctions, wanted: Wanted, record: WebhookRecord, isUnlisted: boolean) {
	const { url, account, token, events, secretFingerprint } = wanted;
	store(context, {
		account,
		webhookId: idOf(record),
		webhookUrl: url,
		n8nHash: n8nHashOf(context),
		tokenHash: token === undefined ? undefined : (knownTokenHash(record, wanted) ?? sha256(token)),
		secretFingerprint,
		events,
		isUnlisted: isUnlisted || undefined,
	});
}

/** Replaces what is stored. */
export function store(context: IHookFunctions, data: TriggerStaticData): void {
	const stored = staticData(context);
	for (const name of Object.keys(stored)) delete stored[name];
	Object.assign(stored, data);
}

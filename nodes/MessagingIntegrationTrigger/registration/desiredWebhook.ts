import type { IHookFunctions } from 'n8n-workflow';
import { splitList } from '../../shared/splitList';
import { isTest, readOptions, readSecret, credentialsAndWebhookUrl } from '../settings/settings';
import { type FormerRegistration, staticData } from '../settings/staticData';
import { deriveFromKey, sha256, fingerprintSecret, pathEnd } from '../verification/verification';
import { isSameUrl, type DesiredWebhook } from './webhookRecord';

/** How many former registrations are stored; the log names each of them. */
const MAX_FORMER = 10;

/** Returns the webhook that the trigger's settings require. */
export async function readDesiredWebhook(context: IHookFunctions): Promise<DesiredWebhook> {
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	const verification = context.getNodeParameter('verification', 'headerToken');
	const secret = verification === 'hmac' ? await readSecret(context) : undefined;
	const secretFingerprint =
		secret === undefined ? undefined : fingerprintSecret(credentials.apiKey, secret);
	const data = staticData(context);
	const options = readOptions(context);
	return {
		url,
		events: [
			...new Set([context.getNodeParameter('events', []), options.otherEvents].flatMap(splitList)),
		],
		token:
			verification === 'headerToken' ? deriveFromKey('token', credentials.apiKey, url) : undefined,
		previousEvents: data.events,
		previousTokenHash: data.tokenHash,
		secret,
		secretFingerprint,
		isSecretCurrent:
			secretFingerprint !== undefined && data.secretFingerprint === secretFingerprint,
		retryOnFailure: options.retryOnFailure,
		assumeDerivedToken: isTest(context),
	};
}

/** Returns a hash that identifies this n8n instance. */
export function n8nHash(context: IHookFunctions): string {
	return sha256(context.getInstanceId());
}

/**
 * Returns this trigger's registrations under other webhook URLs that still have to be deleted, oldest first. It skips those of
 * other triggers and other n8n instances, because a copied workflow contains their static data.
 *
 * @param url the current webhook URL
 */
export function readFormer(context: IHookFunctions, url: string): FormerRegistration[] {
	const {
		webhookId: id,
		webhookUrl,
		tokenHash,
		n8nHash: ownerHash,
		former = [],
	} = staticData(context);
	const known =
		webhookUrl === undefined
			? former
			: [...former, { id, url: webhookUrl, tokenHash, n8nHash: ownerHash }];
	const isOurs = (each: FormerRegistration) =>
		each.n8nHash === n8nHash(context) && pathEnd(each.url) === pathEnd(url);
	return known.filter((each) => isOurs(each) && !isSameUrl(each.url, url)).slice(-MAX_FORMER);
}

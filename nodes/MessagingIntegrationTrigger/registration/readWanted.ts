import type { IHookFunctions } from 'n8n-workflow';
import { splitList } from '../../shared/splitList';
import { isTest, readOptions, readSecret, credentialsAndWebhookUrl } from '../settings/settings';
import { type Former, kept } from '../settings/staticData';
import { derive, sha256, secretFingerprint, pathEnd } from '../verification/verification';
import { isSameUrl, type DesiredWebhook } from './webhookRecord';

/** How many former registrations are kept; each was named in the log. */
const MAX_FORMER = 10;

/** What our webhook at the service has to be like. */
export async function readDesiredWebhook(context: IHookFunctions): Promise<DesiredWebhook> {
	const { account, url } = await credentialsAndWebhookUrl(context);
	const verification = context.getNodeParameter('verification', 'headerToken');
	const secret = verification === 'hmac' ? await readSecret(context) : undefined;
	const secretMark = secret === undefined ? undefined : secretFingerprint(account.apiKey, secret);
	const memory = kept(context);
	const options = readOptions(context);
	return {
		url,
		events: [...new Set([context.getNodeParameter('events', []), options.otherEvents].flatMap(splitList))],
		token: verification === 'headerToken' ? derive('token', account.apiKey, url) : undefined,
		previousEvents: memory.events,
		previousTokenHash: memory.tokenHash,
		secret,
		secretMark,
		isSecretCurrent: secretMark !== undefined && memory.secretMark === secretMark,
		retryOnFailure: options.retryOnFailure,
		assumeDerivedToken: isTest(context),
	};
}

/** What n8n this is, to be kept. */
export function n8nHash(context: IHookFunctions): string {
	return sha256(context.getInstanceId());
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

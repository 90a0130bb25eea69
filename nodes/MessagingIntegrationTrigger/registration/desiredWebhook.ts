import type { IHookFunctions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { isLocalHost } from '../../transport/credentials/credentials';
import { credentialsAndWebhookUrl, readSecret } from '../settings/secrets';
import { staticData, type Trigger } from '../settings/settings';
import { deriveFromKey, fingerprintSecret, pathEnd } from '../verification/verification';
import { isSameUrl } from './webhookRecord';
import { sha256 } from '../../shared/text';

/** The webhook that the trigger's settings require, and what is known of the one of the previous activation. */
export type DesiredWebhook = Awaited<ReturnType<typeof readDesiredWebhook>>;

/**
 * Returns the webhook that the trigger's settings require.
 *
 * @throws an error of n8n or a UserError if the credentials cannot be used or the service cannot reach the URL
 */
export async function readDesiredWebhook(context: IHookFunctions, trigger: Trigger) {
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	requireReachable(url, credentials.baseUrl);
	const { mode } = trigger.verification;
	/** Sent as the webhook's secret; undefined without HMAC. */
	const secret = mode === 'hmac' ? await readSecret(context, trigger) : undefined;
	const secretFingerprint =
		secret === undefined ? undefined : fingerprintSecret(credentials.apiKey, secret);
	const data = staticData(context);
	return {
		url,
		previousId: storedId(context, url),
		/** If empty, the field is not sent and the service chooses. */
		events: trigger.events,
		/** Sent as a header of the webhook; undefined without header token. */
		token: mode === 'headerToken' ? deriveFromKey('token', credentials.apiKey, url) : undefined,
		previousEvents: data.events ?? [],
		previousTokenHash: data.tokenHash,
		secret,
		secretFingerprint,
		/** Whether the webhook was created with this secret. */
		isSecretCurrent:
			secretFingerprint !== undefined && data.secretFingerprint === secretFingerprint,
		retryOnFailure: trigger.options.retryOnFailure,
		/** Whether to assume the derived token if the service hides it. In test mode the user notices if it is wrong. */
		assumeDerivedToken: trigger.isTest,
	};
}

/**
 * Checks that the service can reach the webhook URL.
 *
 * @param baseUrl of the service; a local service can reach local URLs
 * @throws UserError that names the n8n setting to change
 */
function requireReachable(url: string, baseUrl: string): void {
	if (isLocalHost(new URL(baseUrl).hostname)) return;
	const { protocol, hostname, origin } = new URL(url);
	if (protocol === 'https:' && !isLocalHost(hostname)) return;
	const why = isLocalHost(hostname)
		? 'is reachable only from this machine or network'
		: 'does not use https';
	throw new UserError(
		`The service cannot reach this n8n instance: the webhook URL ${origin} ${why}`,
		"Set n8n's environment variable WEBHOOK_URL to its public https URL, restart n8n and activate the workflow again. n8n Cloud and the tunnel for development do this automatically.",
	);
}

/** Returns the stored ID of the webhook with this URL; undefined if none is stored, or for another URL. */
export function storedId(context: IHookFunctions, url: string): string | undefined {
	const { webhookId, webhookUrl } = staticData(context);
	return isSameUrl(webhookUrl, url) ? webhookId : undefined;
}

/** A registration of this trigger under another webhook URL, e.g. before WEBHOOK_URL was changed. */
export type FormerRegistration = NonNullable<ReturnType<typeof readFormer>>;

/**
 * Returns the stored registration if it has another URL than the current one. That of another trigger or another n8n
 * instance is not returned, because a copied workflow contains its static data.
 */
export function readFormer(context: IHookFunctions, url: string) {
	const { webhookId, webhookUrl, tokenHash, n8nHash } = staticData(context);
	if (webhookUrl === undefined || isSameUrl(webhookUrl, url)) return undefined;
	const isOurs =
		n8nHash === sha256(context.getInstanceId()) && pathEnd(webhookUrl) === pathEnd(url);
	return isOurs ? { webhookId, tokenHash, url: webhookUrl } : undefined;
}

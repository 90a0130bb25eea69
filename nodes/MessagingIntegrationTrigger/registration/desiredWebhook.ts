import type { IHookFunctions } from 'n8n-workflow';
import { requireReachable } from '../../transport/credentials/credentials';
import { credentialsAndWebhookUrl, readSecret } from '../verification/secrets';
import { staticData, type Trigger } from '../settings/settings';
import { deriveFromKey, fingerprintSecret, pathEnd } from '../verification/verification';
import { isSameUrl, sha256 } from '../../shared/values';

/** The webhook that the trigger's settings require, and what is known of the one of the previous activation. */
export type DesiredWebhook = Awaited<ReturnType<typeof readDesiredWebhook>>;

/** @throws an error of n8n or a UserError if the credentials cannot be used or the service cannot reach the URL */
export async function readDesiredWebhook(context: IHookFunctions, trigger: Trigger) {
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	requireReachable(url, credentials, 'service');
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

/** Returns the stored ID of the webhook with this URL; undefined if none is stored, or for another URL. */
export function storedId(context: IHookFunctions, url: string): string | undefined {
	const { webhookId, webhookUrl } = staticData(context);
	return isSameUrl(webhookUrl, url) ? webhookId : undefined;
}

/** A registration of this trigger under another webhook URL, e.g. before n8n's webhook URL was changed. */
export type FormerRegistration = NonNullable<ReturnType<typeof readFormer>>;

/** Returns the stored registration of another URL, but not of another trigger or n8n: static data is copied, too. */
export function readFormer(context: IHookFunctions, url: string) {
	const { webhookId, webhookUrl, tokenHash, n8nHash } = staticData(context);
	if (webhookUrl === undefined || isSameUrl(webhookUrl, url)) return undefined;
	const isOurs =
		n8nHash === sha256(context.getInstanceId()) && pathEnd(webhookUrl) === pathEnd(url);
	return isOurs ? { webhookId, tokenHash, url: webhookUrl } : undefined;
}

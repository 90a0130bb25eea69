import type { IHookFunctions } from 'n8n-workflow';
import { credentialsAndWebhookUrl, readSecret } from '../settings/secrets';
import type { Trigger } from '../settings/settings';
import { staticData } from '../settings/staticData';
import { deriveFromKey, sha256, fingerprintSecret, pathEnd } from '../verification/verification';
import { isSameUrl } from './webhookRecord';

/** The webhook that the trigger's settings require, and what is known of the one of the previous activation. */
export type DesiredWebhook = Awaited<ReturnType<typeof readDesiredWebhook>>;

/**
 * Returns the webhook that the trigger's settings require.
 *
 * @throws an error of n8n or a UserError if the credentials cannot be used
 */
export async function readDesiredWebhook(context: IHookFunctions, trigger: Trigger) {
	const { credentials, url } = await credentialsAndWebhookUrl(context);
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

/** Returns a hash that identifies this n8n instance. */
export function n8nHash(context: IHookFunctions): string {
	return sha256(context.getInstanceId());
}

/** A registration of this trigger under another webhook URL, e.g. before WEBHOOK_URL was changed. */
export type FormerRegistration = NonNullable<ReturnType<typeof readFormer>>;

/**
 * Returns the stored registration if it has another URL than the current one. That of another trigger or another n8n
 * instance is not returned, because a copied workflow contains its static data.
 */
export function readFormer(context: IHookFunctions, url: string) {
	const { webhookId, webhookUrl, tokenHash, n8nHash: owner } = staticData(context);
	if (webhookUrl === undefined || isSameUrl(webhookUrl, url)) return undefined;
	const isOurs = owner === n8nHash(context) && pathEnd(webhookUrl) === pathEnd(url);
	return isOurs ? { webhookId, tokenHash, url: webhookUrl } : undefined;
}

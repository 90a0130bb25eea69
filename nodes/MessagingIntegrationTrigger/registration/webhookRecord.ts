import type { IHookFunctions } from 'n8n-workflow';
import { isObject, isSameUrl, sha256 } from '../../shared/values';
import { requireReachable } from '../../transport/credentials/credentials';
import { staticData, type Trigger, type TriggerStaticData } from '../settings/settings';
import {
	credentialsAndWebhookUrl,
	deriveFromKey,
	fingerprintSecret,
	pathEnd,
	readSecret,
	TOKEN_HEADER,
} from '../verification/verification';

/** The webhook that the trigger's settings require, and what is known of the one of the previous activation. */
export type DesiredWebhook = Awaited<ReturnType<typeof readDesiredWebhook>>;

/** @throws an error of n8n or a UserError if the credentials cannot be used or the service cannot reach the URL */
export async function readDesiredWebhook(context: IHookFunctions, trigger: Trigger) {
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	requireReachable(url, credentials, 'service');
	const { mode } = trigger.verification();
	const secret = mode === 'hmac' ? await readSecret(context, trigger) : undefined;
	const { apiKey } = credentials;
	const secretFingerprint = secret === undefined ? undefined : fingerprintSecret(apiKey, secret);
	const data = staticData(context);
	return {
		url,
		previousId: storedId(context, url),
		events: trigger.events(),
		token: mode === 'headerToken' ? deriveFromKey('token', apiKey, url) : undefined,
		previousEvents: data.events ?? [],
		previousTokenHash: data.tokenHash,
		secret,
		secretFingerprint,
		isSecretCurrent: secretFingerprint !== undefined && data.secretFingerprint === secretFingerprint,
		retryOnFailure: trigger.options().retryOnFailure,
		/** Whether to assume the derived token if the service hides it. In test mode the user notices if it is wrong. */
		assumeDerivedToken: trigger.isTest,
	};
}

export function storedId(context: IHookFunctions, url: string): string | undefined {
	const { webhookId, webhookUrl } = staticData(context);
	return isSameUrl(webhookUrl, url) ? webhookId : undefined;
}

export type FormerRegistration = NonNullable<ReturnType<typeof readFormer>>;

/** Returns the stored registration of another URL, but not of another trigger or n8n: static data is copied, too. */
export function readFormer(context: IHookFunctions, url: string) {
	const { webhookId, webhookUrl, tokenHash, n8nHash } = staticData(context);
	if (webhookUrl === undefined || isSameUrl(webhookUrl, url)) return undefined;
	const isOurs = n8nHash === sha256(context.getInstanceId()) && pathEnd(webhookUrl) === pathEnd(url);
	return isOurs ? { webhookId, tokenHash, url: webhookUrl } : undefined;
}

export type WebhookRecord = Record<string, unknown>;

/** Our registration at the service; without an ID if the service returns none. */
export type Registration = Pick<TriggerStaticData, 'webhookId' | 'tokenHash' | 'isUnlisted'>;

/** Returns the registration to adopt if a webhook is active, with the same events and a known token or secret. */
export function matchRegistration(record: WebhookRecord, desired: DesiredWebhook): Registration | undefined {
	const webhookId = idOf(record);
	if (record.isActive === false || !hasEvents(record.events, desired)) return undefined;
	if (desired.secret !== undefined) {
		const isOurs = isShown(record.secret) ? record.secret === desired.secret : desired.isSecretCurrent;
		return isOurs ? { webhookId } : undefined;
	}
	if (desired.token === undefined) return { webhookId };
	const derivedHash = sha256(desired.token);
	const token = tokenIn(record.headers);
	// If the service hides the token, rely on the stored one.
	const assumed = desired.previousTokenHash ?? (desired.assumeDerivedToken ? derivedHash : undefined);
	const tokenHash = token === undefined ? assumed : sha256(token);
	const isKnown = [derivedHash, desired.previousTokenHash].includes(tokenHash);
	return tokenHash !== undefined && isKnown ? { webhookId, tokenHash } : undefined;
}

/** Whether we registered this webhook under a former URL, by the stored token or, if either is missing, the ID. */
export function isFormer(record: WebhookRecord, former: FormerRegistration): boolean {
	if (!isSameUrl(record.url, former.url)) return false;
	const shown = tokenIn(record.headers);
	if (shown !== undefined && former.tokenHash !== undefined) return sha256(shown) === former.tokenHash;
	return former.webhookId !== undefined && idOf(record) === former.webhookId;
}

/** Returns the token in a webhook's headers; undefined if it is hidden or masked. */
function tokenIn(headers: unknown): string | undefined {
	if (!isObject(headers)) return undefined;
	const isToken = ([name]: [string, unknown]) => name.toLowerCase() === TOKEN_HEADER.toLowerCase();
	const [, value] = Object.entries(headers).find(isToken) ?? [];
	return isShown(value) ? value : undefined;
}

/** Whether a secret is readable: present and not masked. */
const isShown = (value: unknown): value is string => typeof value === 'string' && !/^[*•.x]*$/i.test(value);

/** The service's default events are undocumented, so an empty selection only matches if we selected none before. */
function hasEvents(given: unknown, { events, previousEvents }: DesiredWebhook): boolean {
	if (!Array.isArray(given)) return given === undefined || events.length === 0;
	if (events.length === 0) return previousEvents.length === 0;
	return given.length === new Set(events).size && events.every((name) => given.includes(name));
}

export function idOf({ id }: WebhookRecord): string | undefined {
	return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

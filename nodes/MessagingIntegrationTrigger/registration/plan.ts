import { parseUrl, sha256, trimEnd } from '../../shared/texts';
import { booleanOf, isObject, textOf } from '../../shared/values';
import { TOKEN_HEADER } from '../../transport/credentials/credentials';
import type { RequiredWebhook } from './required';
import { plainWord } from '../../messages/words';
import { idOf, type WebhookRecord } from './webhooks';

/** The part of the required webhook by which the service's webhooks are compared with it. */
export type RequiredRegistration = Pick<RequiredWebhook, 'url' | 'token' | 'settingsHash' | 'registration'> & {
	body: { events?: string[] };
};

/** What to do so that the service has exactly one webhook of the trigger. */
export interface Plan {
	/** The webhook that stays. If there is none, one has to be created. */
	webhookToKeep?: WebhookRecord;
	/** The trigger's webhooks that must go before one is created at the same URL: two would deliver everything twice. */
	webhooksToReplace: WebhookRecord[];
	/** The trigger's other webhooks, which go once there is one: that of a former URL delivers until then. */
	webhooksToRemove: WebhookRecord[];
	/** The URLs of active webhooks of other triggers of this n8n, which may answer the same messages. */
	otherUrls: string[];
}

/**
 * Decides what to do with the webhooks of an account. Of several that can stay, the one with the smallest ID does, so
 * that all processes of n8n keep the same one.
 * @param isReusable whether one of the trigger's webhooks can stay
 */
export function planFor(
	listed: WebhookRecord[],
	required: RequiredRegistration,
	isReusable = hasRequiredSettings,
): Plan {
	const ourWebhooks = listed
		.filter((record) => isOurs(record, required))
		.sort((one, other) => (String(idOf(one)) < String(idOf(other)) ? -1 : 1));
	const webhookToKeep = ourWebhooks.find((record) => isReusable(record, required));
	const surplusWebhooks = ourWebhooks.filter((record) => record !== webhookToKeep);
	const hostOf = (url: unknown) => hostAndPathOf(url)?.split('/')[0];
	const otherWebhooks = listed.filter(
		(record) => !ourWebhooks.includes(record) && isActive(record) && hostOf(record.url) === hostOf(required.url),
	);
	return {
		webhookToKeep,
		webhooksToReplace: webhookToKeep ? [] : surplusWebhooks.filter((record) => isAtUrl(record, required)),
		webhooksToRemove: webhookToKeep ? surplusWebhooks : [],
		otherUrls: otherWebhooks.map(({ url }) => String(url)),
	};
}

/**
 * Returns whether a webhook is the trigger's: it delivers to our URL; or to the former one, with the token that was
 * registered there; or its URL is hidden, and it has the stored ID. Beside another URL, an ID proves nothing: each
 * account may count from 1.
 */
export function isOurs(record: WebhookRecord, { url, registration }: RequiredRegistration): boolean {
	const hostAndPath = hostAndPathOf(record.url);
	if (hostAndPath === undefined) return registration.webhookId !== undefined && idOf(record) === registration.webhookId;
	const isFormer =
		hostAndPath === hostAndPathOf(registration.webhookUrl) &&
		tokenHashOf(record, registration) === registration.tokenHash;
	return hostAndPath === hostAndPathOf(url) || isFormer;
}

/** Returns whether one of the trigger's webhooks delivers to its present URL. */
export const isAtUrl = (record: WebhookRecord, { url }: RequiredRegistration): boolean =>
	[undefined, hostAndPathOf(url)].includes(hostAndPathOf(record.url));

const isActive = (record: WebhookRecord) => booleanOf(record.isActive) !== false;

/**
 * Returns whether one of the trigger's webhooks can stay as it is: it is active, delivers the required events, and has
 * the URL and the token of these settings, or the stored one if it was registered with these settings: the API key may
 * have changed since.
 */
function hasRequiredSettings(record: WebhookRecord, required: RequiredRegistration): boolean {
	const { settingsHash, registration, token, body } = required;
	const hash = tokenHashOf(record, registration);
	const isRegistered = hash === registration.tokenHash && settingsHash === registration.settingsHash;
	// A name without letters or digits, such as *, stands for all, and the service may show none.
	const events = Array.isArray(record.events) ? record.events.map(plainWord) : [''];
	const deliversAll = events.includes('') || (body.events ?? []).every((name) => events.includes(plainWord(name)));
	return deliversAll && isAtUrl(record, required) && isActive(record) && (isRegistered || hash === sha256(token));
}

/** Returns the hash of a webhook's token: of the shown one, or the stored one if it is hidden. */
export function tokenHashOf(
	{ headers }: WebhookRecord,
	{ tokenHash }: RequiredRegistration['registration'],
): string | undefined {
	const entries = Object.entries(isObject(headers) ? headers : {});
	const [, token] = entries.find(([name]) => name.toLowerCase() === TOKEN_HEADER.toLowerCase()) ?? [];
	// Our tokens have 43 characters of base64url. A masked one has others, or fewer.
	return typeof token === 'string' && /^[\w-]{43}$/.test(token) ? sha256(token) : tokenHash;
}

/** Returns host and path of a URL without what services change: case, scheme, query. */
export function hostAndPathOf(value: unknown): string | undefined {
	const text = textOf(value) ?? '';
	const url = parseUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
	return url && trimEnd(`${url.host}${url.pathname}`.toLowerCase(), '/');
}

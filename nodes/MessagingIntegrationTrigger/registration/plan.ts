import { parseUrl, sha256, trimEnd } from '../../shared/texts';
import { booleanOf, isObject, textOf } from '../../shared/values';
import { TOKEN_HEADER } from '../../transport/credentials/credentials';
import type { RequiredWebhook } from './required';
import { idOf, type WebhookRecord } from './webhooks';

/** What the decisions need to know of the trigger. */
export type Required = Pick<RequiredWebhook, 'url' | 'token' | 'settingsHash' | 'stored'>;

/** What to do so that the service has exactly one webhook of the trigger. */
export interface Plan {
	/** The webhook that stays. If there is none, one has to be created. */
	keep?: WebhookRecord;
	/** The trigger's webhooks that must go before one is created at the same URL: two would deliver everything twice. */
	replace: WebhookRecord[];
	/** The trigger's other webhooks, which go once there is one: that of a former URL delivers until then. */
	remove: WebhookRecord[];
	/** The URLs of active webhooks of other triggers of this n8n, which may answer the same messages. */
	others: string[];
}

/**
 * Decides what to do with the webhooks of an account. Of several that can stay, the one with the smallest ID does, so
 * that all processes of n8n keep the same one.
 * @param canStay whether one of the trigger's webhooks can stay
 */
export function planFor(listed: WebhookRecord[], required: Required, canStay = isFitting): Plan {
	const ours = listed
		.filter((record) => isOurs(record, required))
		.sort((one, other) => (String(idOf(one)) < String(idOf(other)) ? -1 : 1));
	const keep = ours.find((record) => canStay(record, required));
	const rest = ours.filter((record) => record !== keep);
	const hostOf = (url: unknown) => placeOf(url)?.split('/')[0];
	const others = listed.filter(
		(record) => !ours.includes(record) && isActive(record) && hostOf(record.url) === hostOf(required.url),
	);
	return {
		keep,
		replace: keep ? [] : rest.filter((record) => isAtUrl(record, required)),
		remove: keep ? rest : [],
		others: others.map(({ url }) => String(url)),
	};
}

/**
 * Returns whether a webhook is the trigger's: it delivers to our URL; or to the former one, without a foreign token; or
 * its URL is hidden, and it has the stored ID. Beside another URL, an ID proves nothing: each account may count from 1.
 */
export function isOurs(record: WebhookRecord, { url, stored }: Required): boolean {
	const place = placeOf(record.url);
	if (place === undefined) return stored.webhookId !== undefined && idOf(record) === stored.webhookId;
	const isFormer = place === placeOf(stored.webhookUrl) && tokenHashOf(record, stored) === stored.tokenHash;
	return place === placeOf(url) || isFormer;
}

/** Returns whether one of the trigger's webhooks delivers to its present URL. */
export const isAtUrl = (record: WebhookRecord, { url }: Required): boolean =>
	[undefined, placeOf(url)].includes(placeOf(record.url));

const isActive = (record: WebhookRecord) => booleanOf(record.isActive) !== false;

/**
 * Returns whether one of the trigger's webhooks can stay as it is: it is active, and has the URL and the token of these
 * settings, or the stored one if it was registered with these settings: the API key may have changed since.
 */
function isFitting(record: WebhookRecord, required: Required): boolean {
	const { settingsHash, stored, token } = required;
	const hash = tokenHashOf(record, stored);
	const isStored = hash === stored.tokenHash && settingsHash === stored.settingsHash;
	return isAtUrl(record, required) && isActive(record) && (isStored || hash === sha256(token));
}

/** Returns the hash of a webhook's token: of the shown one, or the stored one if it is hidden. */
export function tokenHashOf({ headers }: WebhookRecord, { tokenHash }: Required['stored']): string | undefined {
	const entries = Object.entries(isObject(headers) ? headers : {});
	const [, token] = entries.find(([name]) => name.toLowerCase() === TOKEN_HEADER.toLowerCase()) ?? [];
	// Our tokens have 43 characters of base64url. A masked one has others, or fewer.
	return typeof token === 'string' && /^[\w-]{43}$/.test(token) ? sha256(token) : tokenHash;
}

/** Returns host and path of a URL without what services change: case, scheme, query. */
export function placeOf(value: unknown): string | undefined {
	const text = textOf(value) ?? '';
	const url = parseUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
	return url && trimEnd(`${url.host}${url.pathname}`.toLowerCase(), '/');
}

import { plainWord } from '../../messages/eventNames';
import { booleanOf, isObject, textOf } from '../../shared/values';
import { parseUrl, sha256, trimEnd } from '../../shared/texts';
import { TOKEN_HEADER } from '../verification/checks';
import type { Wanted } from './wanted';

/** A webhook as the service shows it. Any field may be missing, or masked (reference, section 2.10). */
export type WebhookRecord = Record<string, unknown>;

/** Returns whether a webhook delivers to this URL, whatever the service changed in that: case, scheme, query. */
export function deliversTo({ url: shown }: WebhookRecord, url: string | undefined): boolean {
	const place = placeOf(shown);
	return place !== undefined && place === placeOf(url);
}

/**
 * Returns whether a webhook is the trigger's: it delivers to our URL; or to the former one, without a foreign token; or
 * its URL is hidden, and it has the stored ID. Beside another URL, an ID proves nothing: each account may count from 1.
 */
export function isOurs(record: WebhookRecord, wanted: Wanted): boolean {
	const { webhookId, webhookUrl } = wanted.stored;
	if (placeOf(record.url) === undefined) return webhookId !== undefined && idOf(record) === webhookId;
	if (deliversTo(record, wanted.url)) return true;
	return deliversTo(record, webhookUrl) && hasKnownToken(record, wanted);
}

/** Returns whether one of our webhooks delivers to our present URL. */
export const isHere = (record: WebhookRecord, { url }: Wanted): boolean =>
	placeOf(record.url) === undefined || deliversTo(record, url);

/**
 * Returns whether one of our webhooks can stay as it is: it is active, delivers to our URL, has the events, and carries
 * a token or secret with which the trigger can verify its deliveries.
 */
export const fits = (record: WebhookRecord, wanted: Wanted): boolean =>
	isHere(record, wanted) &&
	booleanOf(record.isActive) !== false &&
	hasEvents(record, wanted) &&
	hasKnownToken(record, wanted) &&
	(wanted.secret === undefined || hasSecret(record, wanted));

/**
 * Whether a webhook has the events: those with which the trigger registered it, however the service shows them, else
 * those that are shown. Without wanted ones, the service chose its default events, which are undocumented.
 */
function hasEvents({ events: shown }: WebhookRecord, { events, stored }: Wanted): boolean {
	if (JSON.stringify(stored.events) === JSON.stringify(events)) return true;
	if (!Array.isArray(shown) || events.length === 0) return (stored.events ?? []).length === 0;
	// An event may be shown as an object that contains its name. The trigger ignores deliveries of further events.
	const names = new Set(JSON.stringify(shown).split('"').map(plainWord));
	return events.every((name) => names.has(plainWord(name)));
}

function hasSecret(record: WebhookRecord, { stored, secret, secretFingerprint }: Wanted): boolean {
	const isMasked = typeof record.secret !== 'string' || !/^[\w-]{16,}$/.test(record.secret);
	return record.secret === secret || (isMasked && stored.secretFingerprint === secretFingerprint);
}

const hasKnownToken = (record: WebhookRecord, wanted: Wanted): boolean =>
	wanted.token === undefined || tokenHashOf(record, wanted) !== undefined;

/** Returns the hash of a webhook's token: of the shown one if it is ours, or the stored one if it is hidden. */
export function tokenHashOf(record: WebhookRecord, { token = '', stored }: Wanted): string | undefined {
	const headers = isObject(record.headers) ? Object.entries(record.headers) : [];
	const [, shown] = headers.find(([name]) => name.toLowerCase() === TOKEN_HEADER.toLowerCase()) ?? [];
	// Our tokens have 43 characters of base64url. A masked one has others, or fewer.
	if (typeof shown !== 'string' || !/^[\w-]{43}$/.test(shown)) return stored.tokenHash;
	return [sha256(token), stored.tokenHash].find((hash) => hash === sha256(shown));
}

/** Returns host and path of a URL without what services change. */
function placeOf(value: unknown): string | undefined {
	const text = textOf(value) ?? '';
	const url = parseUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
	return url && trimEnd(`${url.host}${url.pathname}`.toLowerCase(), '/');
}

/** Returns whether a webhook of another trigger delivers to the same n8n. */
export const deliversToSameHost = ({ url, isActive }: WebhookRecord, wanted: Wanted): boolean =>
	booleanOf(isActive) !== false && placeOf(url)?.split('/')[0] === placeOf(wanted.url)?.split('/')[0];

/** Returns the ID of a webhook as a text, if it has one. */
export function idOf({ id }: WebhookRecord): string | undefined {
	return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

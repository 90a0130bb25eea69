import { booleanOf, isObject, textOf } from '../../shared/values';
import { parseUrl } from '../../shared/parse';
import { sha256 } from '../../shared/hash';
import { trimEnd } from '../../shared/texts';
import type { TriggerStaticData } from '../settings/settings';
import { TOKEN_HEADER } from '../verification/checks';

/** A webhook as the service shows it. Any field may be missing, or masked (reference, section 2.10). */
export type WebhookRecord = Record<string, unknown>;

/** The webhook that the trigger needs, and what the trigger stored about the one that it has. */
export interface Wanted {
	url: string;
	/** Identifies the account, by a keyed hash. */
	account: string;
	events: string[];
	token?: string;
	secret?: string;
	secretFingerprint?: string;
	retryOnFailure: boolean;
	/** Empty if it is of another trigger or of another n8n: static data is copied with a workflow. */
	stored: TriggerStaticData;
	/** Whether the service never showed the webhook that the trigger registered with this account. */
	isUnlistedHere?: boolean;
	/** Whether no webhook existed a moment ago: one with our URL was created just now, with what is wanted. */
	isJustCreated?: boolean;
}

/** Returns whether a webhook delivers to the trigger's URL, whatever the service changed in that. */
export const deliversHere = ({ url }: WebhookRecord, wanted: Pick<Wanted, 'url'>): boolean => {
	const [shown, own] = [placeOf(url), placeOf(wanted.url)];
	return shown !== undefined && shown.host === own?.host && shown.path === own.path;
};

/**
 * Returns whether a webhook is the trigger's: it delivers to our URL; or to the former one, and has the stored ID or
 * token; or its URL is hidden, and it has the stored ID. Beside another URL, an ID proves nothing: each account may
 * count from 1.
 */
export function isOurs(record: WebhookRecord, wanted: Pick<Wanted, 'url' | 'stored'>): boolean {
	if (deliversHere(record, wanted)) return true;
	const { webhookId, webhookUrl, tokenHash } = wanted.stored;
	const isStored = webhookId !== undefined && idOf(record) === webhookId;
	if (placeOf(record.url) === undefined) return isStored;
	const token = tokenIn(record.headers);
	const hasToken = token !== undefined && tokenHash !== undefined;
	return (
		webhookUrl !== undefined &&
		deliversHere(record, { url: webhookUrl }) &&
		// A token that is shown in part is not the stored one either.
		((hasToken && sha256(token) === tokenHash) || (isStored && (!hasToken || isMasked(token))))
	);
}

/** Returns whether a webhook delivers to the same n8n: the URLs of its webhooks have the same beginning. */
export function deliversToSameN8n({ url }: WebhookRecord, wanted: Pick<Wanted, 'url'>): boolean {
	const [shown, own] = [placeOf(url), placeOf(wanted.url)];
	const start = own?.path
		.split('/')
		.slice(0, -2)
		.join('/')
		.replace(/-test$/, '');
	return shown !== undefined && shown.host === own?.host && shown.path.startsWith(String(start));
}

/**
 * Returns whether one of our webhooks can stay as it is: it is active, delivers to our URL, has the events, and carries
 * a token or secret with which the trigger can verify its deliveries.
 */
export function fits(record: WebhookRecord, wanted: Wanted): boolean {
	const isElsewhere = placeOf(record.url) !== undefined && !deliversHere(record, wanted);
	if (isElsewhere) return false;
	// The service may activate it later.
	if (wanted.isJustCreated) return true;
	const isWanted = isRegistered(record, wanted) || hasEvents(record, wanted);
	return booleanOf(record.isActive) !== false && isWanted && hasProof(record, wanted);
}

/** Whether the trigger registered the webhook with these events, however the service shows them. */
function isRegistered(record: WebhookRecord, { stored, events }: Wanted): boolean {
	const isSame = stored.webhookId === undefined || idOf(record) === stored.webhookId;
	return isSame && stored.webhookUrl !== undefined && sorted(stored.events) === sorted(events);
}

/** The service's default events are undocumented: if none are selected, the webhook may only have those. */
function hasEvents({ events: given }: WebhookRecord, { events, stored }: Wanted): boolean {
	if (!Array.isArray(given)) return given === undefined || events.length === 0;
	if (events.length === 0) return (stored.events ?? []).length === 0;
	const shown = new Set(given.flatMap(namesIn));
	// The trigger ignores deliveries of further events.
	return events.every((name) => shown.has(plain(name)));
}

/** An event may be shown as an object that contains its name. */
const namesIn = (event: unknown): string[] =>
	(isObject(event) ? Object.values(event) : [event]).filter((each) => typeof each === 'string').map(plain);

/** A name without what services write in different ways. */
const plain = (name: string): string => name.toLowerCase().replace(/[._\s-]/g, '');

const sorted = (events: string[] = []): string => JSON.stringify([...new Set(events)].sort());

function hasProof(record: WebhookRecord, wanted: Wanted): boolean {
	const { stored, token, secret, secretFingerprint } = wanted;
	if (secret === undefined) return token === undefined || knownTokenHash(record, wanted) !== undefined;
	const isHidden = typeof record.secret !== 'string' || isMasked(record.secret);
	return record.secret === secret || (isHidden && stored.secretFingerprint === secretFingerprint);
}

/** Returns the hash of a webhook's token: of the shown one if it is ours, or the stored one if it is hidden. */
export function knownTokenHash(record: WebhookRecord, { token, stored }: Pick<Wanted, 'token' | 'stored'>) {
	if (token === undefined) return undefined;
	const shown = tokenIn(record.headers);
	if (shown === undefined || isMasked(shown, token)) return stored.tokenHash;
	return [sha256(token), stored.tokenHash].find((hash) => hash === sha256(shown));
}

function tokenIn(headers: unknown): string | undefined {
	if (!isObject(headers)) return undefined;
	const isToken = ([name]: [string, unknown]) => name.toLowerCase() === TOKEN_HEADER.toLowerCase();
	const [, value] = Object.entries(headers).find(isToken) ?? [];
	return typeof value === 'string' ? value : undefined;
}

/** Our tokens have 43 characters of base64url. A masked text has others, is shorter, says so, or is a part of ours. */
const isMasked = (text: string, ours = ''): boolean =>
	!/^[\w-]{16,}$/.test(text) ||
	/x{6}|redact|hidden|masked/i.test(text) ||
	(text !== ours && (ours.startsWith(text) || ours.endsWith(text)));

/** Returns host and path of a URL without what services change: case, scheme, query, slashes at the end. */
function placeOf(value: unknown): { host: string; path: string } | undefined {
	const text = textOf(value) ?? '';
	// It may be masked or cut.
	if (/[*…]|\.{3}$/.test(text)) return undefined;
	const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
	if (url === undefined || url.pathname === '/') return undefined;
	return {
		host: url.host.replace(/\.(?=$|:)/, ''),
		path: trimEnd(url.pathname, '/').replace(/%2d/gi, '-').replace(/\/+/g, '/').toLowerCase(),
	};
}

/** Returns the ID of a webhook as a text, if it has one. */
export function idOf({ id }: WebhookRecord): string | undefined {
	return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

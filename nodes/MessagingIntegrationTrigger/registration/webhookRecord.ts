import type { Former } from '../settings/staticData';
import { isObject } from '../../transport/response/response';
import { sha256, TOKEN_HEADER } from '../verification/verification';

/** What our webhook at the service has to be like. */
export interface DesiredWebhook {
	url: string;
	/** Empty: the field is not sent, and the service chooses. */
	events: string[];
	/** The events of an earlier activation, as we kept them. */
	previousEvents?: string[];
	/** Sent as the webhook's header; undefined without header token. */
	token?: string;
	/** Hash of the token of an earlier activation, as we kept it. */
	previousTokenHash?: string;
	/** Sent as the webhook's secret; undefined without HMAC. */
	secret?: string;
	/** What the secret is known again by. */
	secretMark?: string;
	/** The webhook is known to have been made with this secret. */
	isSecretCurrent: boolean;
	/** A token that the service does not show is taken for the derived one: where the user sees at once if it is not. */
	assumeDerivedToken: boolean;
	retryOnFailure: boolean;
}

/** A webhook record of the service (reference, section 2.10); every field may be missing. */
export type WebhookRecord = Record<string, unknown>;

/** Our registration at the service. */
export interface Registration {
	/** undefined when the service gives none. */
	id?: string;
	/** Hash of the token that deliveries carry. */
	tokenHash?: string;
}

/**
 * Finds out whether a webhook is as wanted: active, the same events, and a token or secret that we know.
 *
 * @returns the registration to adopt, or undefined when it has to be replaced
 */
export function matchRegistration(record: WebhookRecord, wanted: DesiredWebhook): Registration | undefined {
	const id = idOf(record);
	if (record.isActive === false) return undefined;
	if (!hasEvents(record.events, wanted)) return undefined;
	if (wanted.secret !== undefined) {
		const isOurs = isShown(record.secret) ? record.secret === wanted.secret : wanted.isSecretCurrent;
		return isOurs ? { id } : undefined;
	}
	if (wanted.token === undefined) return { id };
	const token = tokenIn(record.headers);
	const derivedHash = sha256(wanted.token);
	if (token !== undefined) {
		const tokenHash = sha256(token);
		return [derivedHash, wanted.previousTokenHash].includes(tokenHash) ? { id, tokenHash } : undefined;
	}
	// The service does not show the token: only what we remember of this registration tells.
	if (wanted.previousTokenHash !== undefined) return { id, tokenHash: wanted.previousTokenHash };
	return wanted.assumeDerivedToken ? { id, tokenHash: derivedHash } : undefined;
}

/**
 * Whether a webhook is one that we registered under a former URL of n8n: it carries the token or, where none is shown or kept,
 * the ID that was kept with that URL.
 */
export function isFormer(record: WebhookRecord, former: Former): boolean {
	if (!isSameUrl(record.url, former.url)) return false;
	const shown = tokenIn(record.headers);
	if (shown !== undefined && former.tokenHash !== undefined) return sha256(shown) === former.tokenHash;
	return former.id !== undefined && idOf(record) === former.id;
}

/** Whether two URLs are the same but for slashes at the end. */
export function isSameUrl(a: unknown, b: string): boolean {
	return String(a ?? '').replace(/\/+$/, '') === b.replace(/\/+$/, '');
}

/** The token in a webhook's headers; undefined when it is not shown, or masked. */
function tokenIn(headers: unknown): string | undefined {
	if (!isObject(headers)) return undefined;
	const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === TOKEN_HEADER.toLowerCase());
	const value: unknown = entry?.[1];
	return isShown(value) ? value : undefined;
}

/** Whether a secret is there to be read: not left out, and not masked. */
function isShown(value: unknown): value is string {
	return typeof value === 'string' && !/^[*•.x]*$/i.test(value);
}

/** Which events the service chooses by itself is not shown, so of those that we once chose it cannot be told. */
function hasEvents(given: unknown, { events, previousEvents = [] }: DesiredWebhook): boolean {
	if (!Array.isArray(given)) return given === undefined || events.length === 0;
	if (events.length === 0) return previousEvents.length === 0;
	return given.length === new Set(events).size && events.every((name) => given.includes(name));
}

/**
 * Orders webhooks by ID, so that everyone who looks at the same list, however the service orders it, keeps the same one.
 *
 * @returns a new list, those without an ID last
 */
export function inFixedOrder(records: WebhookRecord[]): WebhookRecord[] {
	return [...records].sort((a, b) => {
		const [idA, idB] = [idOf(a) ?? '\uffff', idOf(b) ?? '\uffff'];
		return idA < idB ? -1 : Number(idA > idB);
	});
}

/** The ID of a record as text; undefined when it has none. */
export function idOf(record: WebhookRecord): string | undefined {
	const { id } = record;
	return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

import { createHash, createHmac, timingSafeEqual } from 'crypto';

/** Header that carries the token of a registration made by this package. */
export const TOKEN_HEADER = 'X-Messaging-Integration-Token';

/** Headers of a delivery, names in lower case, as Node gives them. */
export type Headers = Record<string, string | string[] | undefined>;

/**
 * The token or the secret of a registration: derived from the API key and the end of our address, so that it is known without
 * being kept anywhere, and neither can be told from it. The end is enough: it holds the trigger's own ID, and n8n tells a
 * trigger that receives a test delivery its production address.
 *
 * @param url n8n's address of the trigger, `…/<webhook ID>/<path>`
 * @returns 43 characters of base64url
 */
export function derive(what: 'token' | 'secret', apiKey: string, url: string): string {
	return createHmac('sha256', apiKey).update(`webhook ${what}\n${pathEnd(url)}`).digest('base64url');
}

/** The part of our URL that names the trigger: it stays the same when n8n moves to another host or path prefix. */
export function pathEnd(url: string): string {
	return url.split('/').slice(-2).join('/');
}

/** What a secret of the user's own is known again by. Keyed, because such a secret may be short enough to be guessed. */
export function secretFingerprint(apiKey: string, secret: string): string {
	return createHmac('sha256', apiKey).update(`mark of a webhook secret\n${secret}`).digest('base64');
}

/**
 * Checks the token of a delivery. Fails closed: whatever is missing or odd is refused.
 *
 * @param hashes of the tokens that are accepted; see `sha256`
 * @returns why the delivery is refused, without any value of it; undefined when it is genuine
 */
export function checkToken(headers: Headers, hashes: string[]): string | undefined {
	const given = single(headers, TOKEN_HEADER);
	if (given === undefined) return absent(TOKEN_HEADER);
	const isKnown = hashes.some((hash) => constantTimeEqual(sha256(given), hash));
	return isKnown ? undefined : `the header ${TOKEN_HEADER} does not match`;
}

/** A header that comes exactly once and is not empty; Node joins repeated ones by a comma, which no token holds. */
export function single(headers: Headers, name: string): string | undefined {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The refusal of a delivery that lacks a header. */
export function absent(name: string): string {
	return `the header ${name} is missing`;
}

/** What is kept in place of a token, and compared: exports of a workflow hold what a node keeps. */
export function sha256(token: string): string {
	return createHash('sha256').update(token).digest('base64');
}

/** Compares in constant time; the digests make both sides equally long. */
export function constantTimeEqual(a: string, b: string): boolean {
	return timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));
}

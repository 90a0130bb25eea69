import { createHmac, timingSafeEqual } from 'crypto';
import { sha256 } from '../../shared/values';

export const TOKEN_HEADER = 'X-Messaging-Integration-Token';

/** Headers of a delivery; Node converts their names to lower case. */
export type Headers = Record<string, string | string[] | undefined>;

/**
 * Derives the token or secret of a registration, which need not be stored and does not reveal the API key. It depends
 * on the end of the webhook URL, with the trigger's ID: a test delivery may have the production URL's beginning.
 * @returns 43 characters of base64url
 */
export function deriveFromKey(what: 'token' | 'secret', apiKey: string, url: string): string {
	return createHmac('sha256', apiKey)
		.update(`webhook ${what}\n${pathEnd(url)}`)
		.digest('base64url');
}

/** Returns the part of the webhook URL that identifies the trigger, whatever n8n's host or path prefix is. */
export function pathEnd(url: string): string {
	return url.split('/').slice(-2).join('/');
}

/** Returns a fingerprint of a user's secret. It is keyed: a short secret could be guessed from a plain hash. */
export function fingerprintSecret(apiKey: string, secret: string): string {
	return createHmac('sha256', apiKey)
		.update(`fingerprint of a webhook secret\n${secret}`)
		.digest('base64');
}

/** Verifies the token of a delivery by the hash of the accepted one, if there is one. @returns why it is rejected */
export function checkToken(headers: Headers, hash: string | undefined): string | undefined {
	const given = singleHeader(headers, TOKEN_HEADER);
	if (given === undefined) return missingHeader(TOKEN_HEADER);
	const isRight = hash !== undefined && constantTimeEqual(sha256(given), hash);
	return isRight ? undefined : `the header ${TOKEN_HEADER} does not match`;
}

/** Returns a header that is not empty and no list. Node joins repeated headers by a comma: no token has one. */
export function singleHeader(headers: Headers, name: string): string | undefined {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export function missingHeader(name: string): string {
	return `the header ${name} is missing`;
}

/** Compares in constant time; hashing gives both sides the same length. */
export function constantTimeEqual(a: string, b: string): boolean {
	return timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));
}

import { createHash, createHmac, timingSafeEqual } from 'crypto';

/** Header that carries the token of a registration made by this package. */
export const TOKEN_HEADER = 'X-Messaging-Integration-Token';

/** How the user says that the service signs deliveries; the reference names none of it (section 6). */
export interface HmacSettings {
	headerName: string;
	algorithm: 'sha1' | 'sha256' | 'sha512';
	encoding: 'hex' | 'base64';
	/** Text before the signature, e.g. `sha256=`. */
	prefix: string;
	secret: string;
}

/** What a delivery has to show. */
export type Verification =
	| { kind: 'none' }
	/** SHA-256 of the tokens that are accepted, in base64; see `hashOf`. */
	| { kind: 'headerToken'; hashes: string[] }
	| { kind: 'hmac'; settings: HmacSettings };

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
	const end = url.split('/').slice(-2).join('/');
	return createHmac('sha256', apiKey).update(`webhook ${what}\n${end}`).digest('base64url');
}

/** What a secret of the user's own is known again by. Keyed, because such a secret may be short enough to be guessed. */
export function markOf(apiKey: string, secret: string): string {
	return createHmac('sha256', apiKey).update(`mark of a webhook secret\n${secret}`).digest('base64');
}

/**
 * Whether a delivery comes from whom it should. Fails closed: whatever is missing or odd is a no.
 *
 * @param headers of the delivery
 * @param raw its body, byte for byte
 */
export function isGenuine(headers: Headers, raw: Buffer, verification: Verification): boolean {
	if (verification.kind === 'none') return true;
	if (verification.kind === 'headerToken') {
		const given = single(headers, TOKEN_HEADER);
		return given !== undefined && verification.hashes.some((hash) => sameText(hashOf(given), hash));
	}
	const { headerName, algorithm, encoding, prefix, secret } = verification.settings;
	const given = single(headers, headerName);
	if (given === undefined || secret === '' || !given.startsWith(prefix)) return false;
	const signature = given.slice(prefix.length);
	const expected = createHmac(algorithm, secret).update(raw).digest(encoding);
	// Hexadecimal digits may come in either case.
	return sameText(encoding === 'hex' ? signature.toLowerCase() : signature, expected);
}

/** A header that comes exactly once; Node joins repeated ones by a comma, which no token or signature holds. */
function single(headers: Headers, name: string): string | undefined {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What is kept in place of a token, and compared: exports of a workflow hold what a node keeps. */
export function hashOf(token: string): string {
	return createHash('sha256').update(token).digest('base64');
}

/** Compares in constant time; the digests make both sides equally long. */
function sameText(a: string, b: string): boolean {
	return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}

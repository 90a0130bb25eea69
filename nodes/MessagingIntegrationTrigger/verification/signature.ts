import { createHmac } from 'crypto';
import { absent, type Headers, constantTimeEqual, single } from './verification';

/** How the user says that the service signs deliveries; the reference names none of it (section 6). */
export interface HmacSettings {
	headerName: string;
	algorithm: 'sha1' | 'sha256' | 'sha512';
	encoding: 'hex' | 'base64';
	/** Text before the signature, e.g. `sha256=`. */
	prefix: string;
	secret: string;
	/** What is signed; the parts are joined by full stops, as Standard Webhooks does. */
	signedContent: 'body' | 'timestamp.body' | 'id.timestamp.body';
	timestampHeader: string;
	idHeader: string;
	/** How far the timestamp may be from our clock, either way. */
	toleranceMs: number;
}

/**
 * Checks the signature of a delivery. Fails closed: whatever is missing or odd is refused.
 *
 * @param headers of the delivery
 * @param raw its body, byte for byte
 * @param now our clock, in milliseconds since 1970
 * @returns why the delivery is refused, without any value of it; undefined when it is genuine
 */
export function checkSignature(
	headers: Headers,
	raw: Buffer,
	settings: HmacSettings,
	now: number,
): string | undefined {
	const { headerName, algorithm, encoding, prefix, secret } = settings;
	if (secret === '') return 'the trigger has no secret to verify it with';
	const given = single(headers, headerName);
	if (given === undefined) return absent(headerName);
	const leading = readLeadingParts(headers, given, settings, now);
	if ('refusal' in leading) return leading.refusal;
	const expected = keysOf(secret).map((key) =>
		createHmac(algorithm, key).update(leading.text).update(raw).digest(encoding),
	);
	const isFormed = isDigest(encoding, expected[0]?.length ?? 0);
	const signatures = signaturesIn(given, prefix).filter(isFormed);
	if (signatures.length === 0) return `the header ${headerName} is malformed`;
	// Hexadecimal digits may come in either case.
	const isMatch = signatures.some((signature) =>
		expected.some((right) => constantTimeEqual(encoding === 'hex' ? signature.toLowerCase() : signature, right)),
	);
	return isMatch ? undefined : `no signature in the header ${headerName} matches`;
}

/** What is signed in front of the body, or why it cannot be trusted. */
function readLeadingParts(
	headers: Headers,
	given: string,
	settings: HmacSettings,
	now: number,
): { text: string } | { refusal: string } {
	const { signedContent, timestampHeader, idHeader, toleranceMs } = settings;
	if (signedContent === 'body') return { text: '' };
	// Some senders put the timestamp beside the signatures: `t=1700000000,v1=…`.
	const timestamp = single(headers, timestampHeader) ?? /(?:^|[\s,])t=(\d+)(?=[\s,]|$)/.exec(given)?.[1];
	if (timestamp === undefined) return { refusal: absent(timestampHeader) };
	if (!/^\d{1,15}$/.test(timestamp)) return { refusal: `the header ${timestampHeader} is malformed` };
	// Seconds do not reach 12 digits before the year 5138, milliseconds have had them since 1973.
	const at = Number(timestamp) * (timestamp.length >= 12 ? 1 : 1000);
	if (now - at > toleranceMs) return { refusal: `the timestamp in ${timestampHeader} is too old` };
	if (at - now > toleranceMs) return { refusal: `the timestamp in ${timestampHeader} is in the future` };
	if (signedContent === 'timestamp.body') return { text: `${timestamp}.` };
	const id = single(headers, idHeader);
	if (id === undefined) return { refusal: absent(idHeader) };
	// With a full stop in it, the same signature would fit another ID, timestamp and body.
	if (id.includes('.')) return { refusal: `the header ${idHeader} is malformed` };
	return { text: `${id}.${timestamp}.` };
}

/** Secrets that begin with `whsec_` are base64 in Standard Webhooks, but used as they are by others: either key will do. */
function keysOf(secret: string): Array<string | Buffer> {
	const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
	const decoded = Buffer.from(encoded ?? '', 'base64');
	return decoded.length === 0 ? [secret] : [secret, decoded];
}

/** One header may carry several signatures, each with the prefix, separated by spaces or commas; a prefix may hold those itself. */
function signaturesIn(given: string, prefix: string): string[] {
	const literal = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return [...given.matchAll(new RegExp(`(?<=^|[\\s,])${literal}([^\\s,]+)`, 'g'))].map(([, signature = '']) => signature);
}

function isDigest(encoding: 'hex' | 'base64', length: number): (text: string) => boolean {
	const form = encoding === 'hex' ? /^[\da-f]+$/i : /^[A-Za-z\d+/]+={0,2}$/;
	return (text) => text.length === length && form.test(text);
}

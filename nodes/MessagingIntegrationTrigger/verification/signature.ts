import { createHmac } from 'crypto';
import { missingHeader, type Headers, constantTimeEqual, singleHeader } from './verification';
import type { HmacSettings } from '../settings/settings';

/**
 * Verifies a signature. @param raw the body, byte for byte @param now our clock, ms since 1970
 * @returns why the delivery is rejected, without any of its values; undefined if it is genuine
 */
export function checkSignature(
	headers: Headers,
	raw: Buffer,
	settings: HmacSettings,
	now: number,
): string | undefined {
	const { headerName, algorithm, encoding, prefix, secret } = settings;
	if (secret === '') return 'the trigger has no secret to verify the signature';
	const given = singleHeader(headers, headerName);
	if (given === undefined) return missingHeader(headerName);
	const leading = readLeadingParts(headers, given, settings, now);
	if ('rejection' in leading) return leading.rejection;
	const expected = keysOf(secret).map((key) =>
		createHmac(algorithm, key).update(leading.text).update(raw).digest(encoding),
	);
	const isFormed = isDigest(encoding, expected[0]?.length ?? 0);
	const signatures = signaturesIn(given, prefix).filter(isFormed);
	if (signatures.length === 0) return `the header ${headerName} is malformed`;
	// Hexadecimal digits may come in either case.
	const isMatch = signatures.some((signature) =>
		expected.some((right) =>
			constantTimeEqual(encoding === 'hex' ? signature.toLowerCase() : signature, right),
		),
	);
	return isMatch ? undefined : `no signature in the header ${headerName} matches`;
}

/** Returns the signed text before the body, or why the delivery is rejected. */
function readLeadingParts(headers: Headers, given: string, settings: HmacSettings, now: number) {
	const { signedContent, timestampHeader, idHeader, toleranceMs } = settings;
	if (signedContent === 'body') return { text: '' };
	// Some senders put the timestamp next to the signatures: `t=1700000000,v1=…`.
	const timestamp =
		singleHeader(headers, timestampHeader) ?? /(?:^|[\s,])t=(\d+)(?=[\s,]|$)/.exec(given)?.[1];
	if (timestamp === undefined) return { rejection: missingHeader(timestampHeader) };
	if (!/^\d{1,15}$/.test(timestamp))
		return { rejection: `the header ${timestampHeader} is malformed` };
	// Seconds reach 12 digits in the year 5138, milliseconds did in 1973.
	const sentAt = Number(timestamp) * (timestamp.length >= 12 ? 1 : 1000);
	if (now - sentAt > toleranceMs)
		return { rejection: `the timestamp in ${timestampHeader} is too old` };
	if (sentAt - now > toleranceMs)
		return { rejection: `the timestamp in ${timestampHeader} is in the future` };
	if (signedContent === 'timestamp.body') return { text: `${timestamp}.` };
	const id = singleHeader(headers, idHeader);
	if (id === undefined) return { rejection: missingHeader(idHeader) };
	// A full stop would make the signature valid for another ID, timestamp and body.
	if (id.includes('.')) return { rejection: `the header ${idHeader} is malformed` };
	return { text: `${id}.${timestamp}.` };
}

/** In Standard Webhooks, `whsec_` secrets are base64; other senders use them literally. Both keys are accepted. */
function keysOf(secret: string): Array<string | Buffer> {
	const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
	const decoded = Buffer.from(encoded ?? '', 'base64');
	return decoded.length === 0 ? [secret] : [secret, decoded];
}

/** A header may contain several prefixed signatures, separated by spaces or commas, as may the prefix. */
function signaturesIn(given: string, prefix: string): string[] {
	const literal = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return [...given.matchAll(new RegExp(`(?<=^|[\\s,])${literal}([^\\s,]+)`, 'g'))].map(
		([, signature = '']) => signature,
	);
}

function isDigest(encoding: 'hex' | 'base64', length: number): (text: string) => boolean {
	const form = encoding === 'hex' ? /^[\da-f]+$/i : /^[A-Za-z\d+/]+={0,2}$/;
	return (text) => text.length === length && form.test(text);
}

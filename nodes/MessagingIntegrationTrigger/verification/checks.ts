// How the trigger knows that a delivery comes from the service.

import { createHmac, timingSafeEqual } from 'crypto';
import { sha256 } from '../../shared/texts';
import type { HmacSettings } from '../settings/settings';

export const TOKEN_HEADER = 'X-Messaging-Integration-Token';
export type Headers = Record<string, string | string[] | undefined>;

/** Verifies the token of a delivery by the hash of the accepted one. @returns why it is rejected */
export function checkToken(headers: Headers, hash: string): string | undefined {
	const given = singleHeader(headers, TOKEN_HEADER);
	if (given === undefined) return missingHeader(TOKEN_HEADER);
	const isRight = timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(hash));
	return isRight ? undefined : `the header ${TOKEN_HEADER} does not match`;
}

/** Returns a header that is not empty and no list. Node joins repeated headers by a comma: no token has one. */
export function singleHeader(headers: Headers, name: string): string | undefined {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export const missingHeader = (name: string): string => `the header ${name} is missing`;

/** @returns why a signature is rejected, without any value; undefined if it is genuine. @param now ms since 1970 */
export function checkSignature(headers: Headers, raw: Buffer, settings: HmacSettings, now: number): string | undefined {
	const { headerName, algorithm, encoding, prefix, secret } = settings;
	if (secret === '') return 'the trigger has no secret to verify the signature';
	const given = singleHeader(headers, headerName);
	if (given === undefined) return missingHeader(headerName);
	const leading = readLeadingParts(headers, given, settings, now);
	if ('rejection' in leading) return leading.rejection;
	const expected = keysOf(secret).map((key) => createHmac(algorithm, key).update(leading.text).update(raw).digest());
	// As bytes, because services write hexadecimal digits in either case, and base64 with other characters or no padding.
	const signatures = signaturesIn(given, prefix)
		.map((each) => Buffer.from(each, encoding))
		.filter(({ length }) => length === expected[0]!.length);
	if (signatures.length === 0) return `the header ${headerName} is malformed`;
	const isMatch = signatures.some((each) => expected.some((right) => timingSafeEqual(each, right)));
	return isMatch ? undefined : `no signature in the header ${headerName} matches`;
}

function readLeadingParts(headers: Headers, given: string, settings: HmacSettings, now: number) {
	const { signedContent, timestampHeader, idHeader } = settings;
	const toleranceMs = settings.tolerance * 60_000;
	if (signedContent === 'body') return { text: '' };
	// Some senders put the timestamp next to the signatures: `t=1700000000,v1=…`.
	const timestamp = singleHeader(headers, timestampHeader) ?? /(?:^|[\s,])t=(\d+)(?=[\s,]|$)/.exec(given)?.[1];
	if (timestamp === undefined) return { rejection: missingHeader(timestampHeader) };
	if (!/^\d{1,15}$/.test(timestamp)) return { rejection: `the header ${timestampHeader} is malformed` };
	// Seconds reach 12 digits in the year 5138, milliseconds did in 1973.
	const sentAt = Number(timestamp) * (timestamp.length >= 12 ? 1 : 1000);
	if (now - sentAt > toleranceMs) return { rejection: `the timestamp in ${timestampHeader} is too old` };
	if (sentAt - now > toleranceMs) return { rejection: `the timestamp in ${timestampHeader} is in the future` };
	if (signedContent === 'timestamp.body') return { text: `${timestamp}.` };
	const id = singleHeader(headers, idHeader);
	if (id === undefined) return { rejection: missingHeader(idHeader) };
	// A full stop would make the signature valid for another ID, timestamp and body.
	if (id.includes('.')) return { rejection: `the header ${idHeader} is malformed` };
	return { text: `${id}.${timestamp}.` };
}

/** In Standard Webhooks, `whsec_` secrets are base64; other senders use them literally. Both keys are accepted. */
function keysOf(secret: string): Array<string | Buffer> {
	const decoded = Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64');
	return decoded.length === 0 ? [secret] : [secret, decoded];
}

/** A header may contain several prefixed signatures, separated by spaces or commas, as may the prefix. */
function signaturesIn(given: string, prefix: string): string[] {
	const literal = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return [...given.matchAll(new RegExp(`(?<=^|[\\s,])${literal}\\s*([^\\s,]+)`, 'g'))].map(
		([, signature]) => signature!,
	);
}

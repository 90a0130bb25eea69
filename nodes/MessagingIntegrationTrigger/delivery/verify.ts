// How the trigger knows that a delivery comes from the service.

import { createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/texts';
import { isObject } from '../../shared/values';
import { clocks } from '../../transport/clock';
import { TOKEN_HEADER } from '../../transport/credentials/credentials';
import { readSecret, readTokenHash } from '../registration/required';
import type { HmacSettings, Verification } from '../settings/settings';

export type Headers = Record<string, string | string[] | undefined>;

/** A delivery that starts nothing. The message contains no value of the delivery. */
export class RefusedError extends Error {
	constructor(
		readonly status: 400 | 401 | 413 | 415,
		message: string,
	) {
		super(message);
	}
}

/** Returns the body of a genuine delivery. @throws RefusedError for any other; another error if n8n fails */
export async function readVerified(context: IWebhookFunctions, headers: Headers, verification: Verification) {
	const request = context.getRequestObject();
	if (verification.mode === 'none') return await readBytes(request);
	// Refuses strangers before anything that may fail, such as reading the credentials.
	requireHeader(headers, verification.mode === 'hmac' ? verification.headerName : TOKEN_HEADER);
	if (verification.mode !== 'hmac') {
		checkToken(headers, await readTokenHash(context));
		return await readBytes(request);
	}
	const secret = await readSecret(context);
	const raw = await readBytes(request);
	checkSignature(headers, raw, { ...verification, secret }, clocks.current.now());
	return raw;
}

/** @param hash of the accepted token @throws RefusedError if the delivery has another one */
export function checkToken(headers: Headers, hash: string): void {
	const headerValue = requireHeader(headers, TOKEN_HEADER);
	if (!timingSafeEqual(Buffer.from(sha256(headerValue)), Buffer.from(hash)))
		throw new RefusedError(401, `the header ${TOKEN_HEADER} does not match`);
}

/** Returns a header that is not empty and no list. Node joins repeated headers by a comma: no token has one. */
export function singleHeader(headers: Headers, name: string): string | undefined {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function requireHeader(headers: Headers, name: string): string {
	const value = singleHeader(headers, name);
	if (value === undefined) throw new RefusedError(401, `the header ${name} is missing`);
	return value;
}

/** @param now ms since 1970 @throws RefusedError unless the signature is genuine */
export function checkSignature(headers: Headers, raw: Buffer, settings: HmacSettings, now: number): void {
	const { headerName, algorithm, encoding, prefix, secret } = settings;
	if (secret === '') throw new RefusedError(401, 'the trigger has no secret to verify the signature');
	const headerValue = requireHeader(headers, headerName);
	const leading = readLeadingParts(headers, headerValue, settings, now);
	const expected = keysOf(secret).map((key) => createHmac(algorithm, key).update(leading).update(raw).digest());
	// As bytes, because services write hexadecimal digits in either case, and base64 with other characters or no padding.
	const signatures = signaturesIn(headerValue, prefix)
		.map((each) => Buffer.from(each, encoding))
		.filter(({ length }) => length === expected[0]!.length);
	if (signatures.length === 0) throw malformed(headerName);
	const isMatch = signatures.some((each) => expected.some((right) => timingSafeEqual(each, right)));
	if (!isMatch) throw new RefusedError(401, `no signature in the header ${headerName} matches`);
}

const malformed = (name: string) => new RefusedError(401, `the header ${name} is malformed`);

/** Returns what is signed before the body. */
function readLeadingParts(headers: Headers, headerValue: string, settings: HmacSettings, now: number): string {
	const { signedContent, timestampHeader, idHeader } = settings;
	const toleranceMs = settings.tolerance * 60_000;
	if (signedContent === 'body') return '';
	// Some senders put the timestamp next to the signatures: `t=1700000000,v1=…`.
	const beside = /(?:^|[\s,])t=(\d+)(?=[\s,]|$)/.exec(headerValue)?.[1];
	const timestamp = singleHeader(headers, timestampHeader) ?? beside ?? requireHeader(headers, timestampHeader);
	if (!/^\d{1,15}$/.test(timestamp)) throw malformed(timestampHeader);
	// Seconds reach 12 digits in the year 5138, milliseconds did in 1973.
	const sentAt = Number(timestamp) * (timestamp.length >= 12 ? 1 : 1000);
	if (Math.abs(now - sentAt) > toleranceMs)
		throw new RefusedError(401, `the timestamp in ${timestampHeader} is ${sentAt < now ? 'too old' : 'in the future'}`);
	if (signedContent === 'timestamp.body') return `${timestamp}.`;
	const id = requireHeader(headers, idHeader);
	// A full stop would make the signature valid for another ID, timestamp and body.
	if (id.includes('.')) throw malformed(idHeader);
	return `${id}.${timestamp}.`;
}

/** In Standard Webhooks, `whsec_` secrets are base64; other senders use them literally. Both keys are accepted. */
function keysOf(secret: string): Array<string | Buffer> {
	const decoded = Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64');
	return decoded.length === 0 ? [secret] : [secret, decoded];
}

/** A header may contain several prefixed signatures, separated by spaces or commas, as may the prefix. */
function signaturesIn(headerValue: string, prefix: string): string[] {
	const literal = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const pattern = new RegExp(`(?<=^|[\\s,])${literal}\\s*([^\\s,]+)`, 'g');
	return [...headerValue.matchAll(pattern)].map(([, signature]) => signature!);
}

/** Returns the headers that tell signed deliveries apart; undefined without signatures: every ID header does. */
export function signedIds(verification: Verification): string[] | undefined {
	if (verification.mode !== 'hmac') return undefined;
	return verification.signedContent === 'id.timestamp.body' ? [verification.idHeader] : [];
}

/** n8n's request. n8n itself reads JSON, text, XML and forms before it calls the node; the rest is read on demand. */
interface N8nRequest {
	contentType?: string;
	headers: Record<string, string | string[] | undefined>;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/** Reads the bytes of a delivery. @throws RefusedError if they are cut, too many, wrongly encoded or a form */
async function readBytes(request: N8nRequest): Promise<Buffer> {
	const { 'content-encoding': encoding = 'identity' } = request.headers;
	// n8n passes on the bytes of other encodings as they are, and those of forms not at all.
	if (request.contentType === 'multipart/form-data' || !['identity', 'gzip', 'deflate'].includes(String(encoding)))
		throw new RefusedError(
			415,
			'n8n reads neither forms (multipart/form-data) nor encodings other than gzip and deflate',
		);
	if (request.rawBody === undefined)
		await request.readRawBody?.().catch((error: unknown) => {
			throw isObject(error) && error.status === 413
				? new RefusedError(413, 'its body is larger than N8N_PAYLOAD_SIZE_MAX')
				: new RefusedError(400, 'its body is cut or does not fit its Content-Encoding');
		});
	return request.rawBody ?? Buffer.alloc(0);
}

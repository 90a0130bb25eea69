// How the trigger knows that a delivery comes from the service.

import { createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/texts';
import { isObject } from '../../shared/values';
import { TOKEN_HEADER } from '../../transport/credentials/credentials';
import { readSecret, readTokenHash } from '../registration/required';
import type { HmacSettings, Verification } from '../settings/settings';

/** The headers of a delivery by name in lower case, as Node has them. */
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
	checkSignature(headers, raw, { ...verification, secret });
	return raw;
}

/** Checks the token. @param hash of the accepted token @throws RefusedError if the delivery has another one */
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

/** Checks the signature of the bytes. @throws RefusedError unless it is genuine */
export function checkSignature(headers: Headers, raw: Buffer, settings: HmacSettings): void {
	const { headerName, algorithm, encoding, prefix, secret } = settings;
	if (secret === '') throw new RefusedError(401, 'the trigger has no secret to verify the signature');
	const headerValue = requireHeader(headers, headerName);
	const expected = createHmac(algorithm, secret).update(raw).digest();
	// Compares bytes: services write hexadecimal digits in either case, and base64 with other characters or no padding.
	const signature = Buffer.from(
		headerValue.startsWith(prefix) ? headerValue.slice(prefix.length).trim() : '',
		encoding,
	);
	if (signature.length !== expected.length) throw new RefusedError(401, `the header ${headerName} is malformed`);
	if (!timingSafeEqual(signature, expected))
		throw new RefusedError(401, `the signature in the header ${headerName} does not match`);
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

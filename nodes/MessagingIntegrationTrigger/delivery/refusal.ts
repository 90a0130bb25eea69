import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isObject } from '../../shared/values';

/** What the sender of a refused delivery learns. All requests that are not verified get the same text. */
const RESPONSES = {
	400: 'The body of the delivery cannot be read',
	401: 'The delivery does not contain a valid token or signature',
	413: 'The body of the delivery is too large',
	415: 'The delivery has an unsupported Content-Type or Content-Encoding',
	503: 'The delivery could not be processed. Please try again later.',
};

/** A delivery that starts nothing. The message is for n8n's log; it contains no value of the delivery. */
export class RefusedError extends Error {
	override name = 'RefusedError';

	constructor(
		readonly status: keyof typeof RESPONSES,
		message: string,
	) {
		super(message);
	}
}

/**
 * Answers a delivery with an error: 503 unless it is a RefusedError, so that the service tries again. After a throw,
 * n8n would start an execution and the error workflow, and a returned response would have status 200.
 */
export function refuse(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const node = context.getNode().name;
	const status = error instanceof RefusedError ? error.status : 503;
	const reason = error instanceof Error ? error.message : String(error);
	if (status === 503) context.logger.error(`Could not process a delivery: ${reason}`, { node });
	else context.logger.warn(`Rejected a delivery: ${reason}`, { node });
	context.getResponseObject().status(status).json({ error: RESPONSES[status] });
	return { noWebhookResponse: true };
}

/** n8n's request. n8n itself reads JSON, text, XML and forms before it calls the node; the rest is read on request. */
interface N8nRequest {
	contentType?: string;
	headers: Record<string, string | string[] | undefined>;
	/** The decompressed body, set by `readRawBody`. */
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/** Content encodings that n8n decompresses; it passes on the bytes of others as they are. */
const ENCODINGS = ['identity', 'gzip', 'deflate'];

/**
 * Reads the bytes of a delivery.
 * @throws RefusedError 400 if they are cut or badly compressed, 413 if there are more than N8N_PAYLOAD_SIZE_MAX, 415
 *   for an unknown encoding or a form, whose bytes n8n does not keep
 */
export async function readBytes(request: N8nRequest): Promise<Buffer> {
	if (request.contentType === 'multipart/form-data')
		throw new RefusedError(415, 'forms (multipart/form-data) are not supported');
	const encoding = request.headers['content-encoding'];
	if (encoding !== undefined && !ENCODINGS.includes(String(encoding)))
		throw new RefusedError(415, 'n8n does not support its Content-Encoding');
	if (request.rawBody === undefined)
		await request.readRawBody?.().catch((error: unknown) => {
			throw isObject(error) && error.status === 413
				? new RefusedError(413, 'its body is larger than N8N_PAYLOAD_SIZE_MAX')
				: new RefusedError(400, 'its body is cut or does not fit its Content-Encoding');
		});
	return request.rawBody ?? Buffer.alloc(0);
}

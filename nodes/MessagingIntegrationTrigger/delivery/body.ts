import { isObject } from '../../transport/response/response';
import { RefusedError } from './refusal';

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

/** Whether n8n has parsed the body as multipart/form-data: then its bytes are gone. */
export function isForm({ contentType, rawBody }: N8nRequest): boolean {
	return contentType === 'multipart/form-data' && rawBody === undefined;
}

/**
 * Reads the bytes of a delivery that is no form.
 *
 * @throws RefusedError 400 for a body that is cut or badly compressed, 413 if it is larger than N8N_PAYLOAD_SIZE_MAX, 415 if it
 *   has an unknown encoding
 */
export async function readBytes(request: N8nRequest): Promise<Buffer> {
	const encoding = request.headers['content-encoding'];
	if (encoding !== undefined && !ENCODINGS.includes(String(encoding)))
		throw new RefusedError(415, 'n8n does not support its Content-Encoding');
	if (request.rawBody === undefined)
		await request.readRawBody?.().catch((error: unknown) => {
			throw unreadable(error);
		});
	return request.rawBody ?? Buffer.alloc(0);
}

function unreadable(error: unknown): RefusedError {
	return isObject(error) && error.status === 413
		? new RefusedError(413, 'its body is larger than N8N_PAYLOAD_SIZE_MAX')
		: new RefusedError(400, 'its body is cut or does not fit its Content-Encoding');
}

import { createHash } from 'crypto';
import type { IBinaryData, IWebhookFunctions } from 'n8n-workflow';
import type { Payload } from './events';
import { RefusedError } from './refusal';
import { isObject } from '../../shared/plainValues';

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
 * @throws RefusedError 400 for a body that is cut or badly compressed, 413 if it is larger than N8N_PAYLOAD_SIZE_MAX,
 *   415 if it has an unknown encoding
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

/** What n8n parsed of multipart/form-data; a name with several values has a list. */
interface ParsedForm {
	data: Record<string, string | string[]>;
	files: Record<string, FormFile | FormFile[]>;
}

interface FormFile {
	filepath: string;
	originalFilename: string | null;
	mimetype: string | null;
}

/**
 * Reads a form: one event with its fields, and its files.
 *
 * @returns the payload, and bytes that are equal for equal forms, because n8n does not keep the bytes of the request
 * @throws an error of n8n if it cannot store a file
 */
export async function readForm(
	context: IWebhookFunctions,
): Promise<{ raw: Buffer; payload: Payload }> {
	const { data, files } = context.getBodyData() as unknown as ParsedForm;
	const stored = await Promise.all(
		Object.entries(files).flatMap(([name, given]) =>
			[given].flat().map(async (file, index): Promise<[string, IBinaryData]> => {
				const { filepath, originalFilename, mimetype } = file;
				const copy = await context.nodeHelpers.copyBinaryFile(
					filepath,
					originalFilename ?? name,
					mimetype ?? undefined,
				);
				return [Array.isArray(given) ? `${name}${index}` : name, copy];
			}),
		),
	);
	const parts = await Promise.all(
		stored.map(async ([name, file]) => [name, file.fileName, await hashOf(context, file)]),
	);
	return {
		raw: Buffer.from(JSON.stringify([data, parts])),
		payload: {
			events: [data],
			...(stored.length > 0 ? { binary: Object.fromEntries(stored) } : {}),
		},
	};
}

async function hashOf(context: IWebhookFunctions, file: IBinaryData): Promise<string> {
	const hash = createHash('sha256');
	if (file.id === undefined) hash.update(file.data, 'base64');
	else
		for await (const chunk of await context.helpers.getBinaryStream(file.id))
			hash.update(chunk as Buffer);
	return hash.digest('base64');
}

import { createHash } from 'crypto';
import type { IBinaryData, IWebhookFunctions } from 'n8n-workflow';
import type { Payload } from './events';

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

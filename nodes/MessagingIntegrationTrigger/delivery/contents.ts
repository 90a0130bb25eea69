import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { storeFile } from '../../files/storeFile';
import type { MediaFile, mediaOf } from '../events/media';

/** Stores the files that are in the event itself, and returns what remains to be done for each file. */
export async function storeContents(
	context: IWebhookFunctions,
	item: INodeExecutionData,
	files: ReturnType<typeof mediaOf>,
): Promise<MediaFile[]> {
	const rest: MediaFile[] = [];
	for (const [index, { content, ...file }] of files.entries()) {
		const bytes = Buffer.from(content?.base64 ?? '', 'base64');
		const isTooLarge = bytes.length > file.maxBytes;
		if (content && !isTooLarge) {
			const property = `data${index || ''}`;
			const info = { ...content, fallback: file.kind };
			const { binary } = await storeFile(context, bytes, property, info);
			item.binary = { ...item.binary, ...binary };
		}
		rest.push(isTooLarge ? { ...file, problem: 'The file is larger than Max File Size' } : file);
	}
	return rest;
}

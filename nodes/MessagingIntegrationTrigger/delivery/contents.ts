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
		rest.push(file);
		if (content === undefined) continue;
		const bytes = Buffer.from(content.base64 ?? '', 'base64');
		const { mimeType = 'application/octet-stream' } = content;
		const info = { ...content, mimeType, fallback: file.kind };
		try {
			if (bytes.length > file.maxBytes) throw new Error('The file is larger than Max File Size');
			const { binary } = await storeFile(context, bytes, `data${index || ''}`, info);
			item.binary = { ...item.binary, ...binary };
		} catch (error) {
			file.problem = (error as Error).message;
		}
	}
	return rest;
}

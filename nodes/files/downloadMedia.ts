import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { canceled } from '../transport/errors/nodeErrors';
import type { ServiceRequest } from '../transport/request/requestOnce';
import { DEFAULT_SETTINGS, send } from '../transport/request/send';
import type { FilePlace } from './findFile';
import { downloadFile, storeFile } from './storeFile';

/** A file of a message: in the event itself, of a download by the API (for audio and video only), or at a URL. */
export interface MediaFile {
	kind: string;
	maxBytes: number;
	content?: FilePlace;
	query?: IDataObject;
	url?: string;
}

/** Whether the API has the files of this kind. */
export const isDownloadable = ({ kind }: Pick<MediaFile, 'kind'>) => kind === 'audio' || kind === 'video';

/** How long a file may send nothing. */
const IDLE_MS = 60_000;
/** How long the files of a delivery may take together: a workflow must not wait for hours. */
const LONGEST_MS = 10 * 60_000;
/** How long a file may wait for the rate limit. */
const LONGEST_PAUSE_MS = 2 * 60_000;

/** Adds the files to items as `data`, `data1` and so on, or says why not in `mediaError`. @throws if canceled */
export async function downloadMedia(
	context: IExecuteFunctions,
	items: Array<{ item: INodeExecutionData; files: MediaFile[] }>,
): Promise<INodeExecutionData[]> {
	if (items.every(({ files }) => files.length === 0)) return items.map(({ item }) => item);
	const limit = AbortSignal.timeout(LONGEST_MS);
	const canceling = context.getExecutionCancelSignal();
	const signal = AbortSignal.any([limit, ...(canceling ? [canceling] : [])]);
	for (const { item, files } of items)
		for (const [index, file] of files.entries())
			try {
				const { binary } = await readFile(context, file, signal);
				item.binary = { ...item.binary, [`data${index || ''}`]: binary!.data! };
			} catch (error) {
				if (canceling?.aborted) throw canceled(context.getNode());
				// Not the description: it names options that only the other node has.
				const mediaError = limit.aborted ? 'The downloads took too long' : (error as Error).message;
				item.json = { ...item.json, mediaError };
			}
	return items.map(({ item }) => item);
}

/** Stores a file from the event, by the API, or from its URL. @throws why nothing works, the API's reason first */
async function readFile(context: IExecuteFunctions, file: MediaFile, signal: AbortSignal): Promise<INodeExecutionData> {
	const { kind, maxBytes, content, query, url } = file;
	if (content !== undefined) {
		const bytes = Buffer.from(content.base64 ?? '', 'base64');
		if (bytes.length > maxBytes) throw new Error('The file is larger than Max File Size');
		const { mimeType = 'application/octet-stream' } = content;
		return await storeFile(context, bytes, 'data', { ...content, mimeType, fallback: kind });
	}
	const sending = async (request: ServiceRequest) =>
		await send(context, request, { ...DEFAULT_SETTINGS, maxWaitMs: LONGEST_PAUSE_MS, signal });
	const reasons: unknown[] = [];
	for (const source of [query && { path: `/downloads/${kind}`, query }, url && { path: `/${kind}`, url }]) {
		if (!source) continue;
		const request = { method: 'GET' as const, ...source, requestOptions: { timeout: IDLE_MS } };
		try {
			const [item] = await downloadFile({ context, request, send: sending, maxBytes }, 'data');
			return item!;
		} catch (error) {
			reasons.push(error);
		}
	}
	const reason = isDownloadable(file) ? 'does not contain the ID of the message' : 'contains no file that can be read';
	throw reasons[0] ?? new Error(`The event ${reason}`);
}

import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { findFile, type FoundFile } from '../../files/findFile';
import { downloadFile, storeFile } from '../../files/storeFile';
import { isFileType } from '../../messages/fields/content';
import { nameOf } from '../../messages/fields/vocabulary';
import type { EventMessage } from '../../messages/message';
import { kindOfType } from '../../messages/simplify';
import { textOf } from '../../shared/values';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import { canceled } from '../../transport/errors/nodeErrors';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import type { ServiceRequest } from '../../transport/request/requestOnce';

/** A file of a message: in the event itself, of a download by the API (for audio and video only), or at a URL. */
export interface MediaFile {
	kind: string;
	maxBytes: number;
	content?: FoundFile;
	query?: IDataObject;
	url?: string;
}

/** Returns the files of messages: by the type, or because there is one with a type or a name, unlike a link. */
export function mediaOf(messages: EventMessage[], { query, types }: FieldNames, maxBytes: number): MediaFile[] {
	return messages.flatMap((message): MediaFile[] => {
		const kind = kindOfType(message.type, types);
		if (kind !== undefined && !isFileType(kind)) return [];
		const find = (place: unknown) => findFile(place, (name) => isOther(name, kind));
		// The only message of an event may have its file beside it.
		const found = find(message.record) ?? (messages.length === 1 ? find(message.event) : undefined);
		if (kind === undefined && !(found && looksLikeFile(found))) return [];
		const file = { kind: kind ?? 'file', maxBytes };
		if (found?.base64 !== undefined) return [{ ...file, content: found }];
		const id = isDownloadable(file) && query.messageId !== '' ? textOf(message.messageId) : undefined;
		return [{ ...file, url: found?.url, query: id === undefined ? undefined : { [query.messageId]: id } }];
	});
}

const looksLikeFile = ({ mimeType, name = '' }: FoundFile) => mimeType !== undefined || /\.\w{2,5}$/.test(name);

/** What a message refers to, pictures of people and chats, and what is named like another kind, are not its file. */
function isOther(name: string, kind: string | undefined): boolean {
	const { isOfAnother, place, type } = nameOf(name);
	if (isOfAnother || place !== undefined || /profile/i.test(name)) return true;
	// A file may be a document only by name.
	return kind !== undefined && type !== kind && ['image', 'video', 'audio', 'sticker'].includes(type ?? '');
}

const isDownloadable = ({ kind }: MediaFile) => kind === 'audio' || kind === 'video';

/** Limits for one file, and for all files of a delivery: a workflow must not wait for hours. */
const IDLE_MS = 60_000;
const LONGEST_MS = 10 * 60_000;
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
	for (const place of [query && { path: `/downloads/${kind}`, query }, url && { path: `/${kind}`, url }]) {
		if (!place) continue;
		const request = { method: 'GET' as const, ...place, requestOptions: { timeout: IDLE_MS } };
		try {
			const [item] = await downloadFile({ context, request, send: sending, maxBytes }, 'data');
			return item!;
		} catch (error) {
			reasons.push(error);
		}
	}
	const missing = isDownloadable(file) ? 'does not contain the ID of the message' : 'contains no file that can be read';
	throw reasons[0] ?? new Error(`The event ${missing}`);
}

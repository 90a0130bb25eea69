import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { findFile, type FoundFile } from '../../files/findFile';
import { downloadFile, storeFile } from '../../files/storeFile';
import { isFileType } from '../../messages/fields/content';
import { nameOf } from '../../messages/fields/vocabulary';
import type { EventMessage } from '../../messages/message';
import { kindOfType } from '../../messages/simplify';
import { isObject, textOf } from '../../shared/values';
import { clocks } from '../../transport/clock';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import { canceled } from '../../transport/errors/nodeErrors';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import type { ServiceResponse } from '../../transport/response/response';

/** A file of a message, and where to get it; a file in the event itself needs no download. */
export interface MediaFile {
	kind: string;
	/** Of the request of a download by the API, which has downloads of audio and video messages only. */
	query?: IDataObject;
	url?: string;
	problem?: string;
	maxBytes: number;
}

const looksLikeFile = ({ mimeType, name = '' }: FoundFile) => mimeType !== undefined || /\.\w{2,5}$/.test(name);

/**
 * What a message refers to, pictures of people and chats, and what is named like a file of another kind, are not
 * its file.
 */
function isOther(name: string, kind: string | undefined): boolean {
	const { isOfAnother, place, type } = nameOf(name);
	if (isOfAnother || place !== undefined || /thumb|preview|avatar|profile/i.test(name)) return true;
	// A file may be a document only by name.
	return kind !== undefined && type !== kind && ['image', 'video', 'audio', 'sticker'].includes(type ?? '');
}

/** Returns the files of messages: by their type, or because they contain one with a type or a name, unlike a link. */
export function mediaOf(
	messages: EventMessage[],
	{ query: { messageId: parameter }, types }: FieldNames,
	maxBytes: number,
) {
	return messages.flatMap((message): Array<MediaFile & { content?: FoundFile }> => {
		const kind = kindOfType(message.type, types);
		if (kind !== undefined && !isFileType(kind)) return [];
		// The only message of an event may have its file beside it.
		const isOnly = messages.length === 1 && isObject(message.event);
		const fileIn = (place: unknown) => findFile(place, (name) => isOther(name, kind));
		const found = fileIn(message.record) ?? (isOnly ? fileIn(message.event) : undefined);
		if (kind === undefined && !(found && looksLikeFile(found))) return [];
		const file = { kind: kind ?? 'file', maxBytes };
		if (found?.base64 !== undefined) return [{ ...file, content: found }];
		return [{ ...file, url: found?.url, ...downloadOf(message, kind, parameter) }];
	});
}

/** Returns the query of a download by the API, or why there is none; the API has downloads of audio and video only. */
function downloadOf({ messageId }: EventMessage, kind: string | undefined, parameter: string): Partial<MediaFile> {
	if (kind !== 'audio' && kind !== 'video') return { problem: 'The event contains no file that can be read' };
	const id = textOf(messageId);
	const query = id !== undefined && parameter !== '' ? { [parameter]: id } : undefined;
	return { query, problem: 'The event does not contain the ID of the message' };
}

/** Limits for one file, and for all files of a delivery: a workflow must not wait for hours. */
const IDLE_MS = 60_000;
const LONGEST_PAUSE_MS = 120_000;
const LONGEST_MS = 10 * 60_000;

/** Downloads the files of items as `data`, `data1` and so on, or says why not in `mediaError`. @throws if canceled */
export async function downloadMedia(
	context: IExecuteFunctions,
	items: Array<{ item: INodeExecutionData; files: MediaFile[] }>,
): Promise<INodeExecutionData[]> {
	if (items.every(({ files }) => files.length === 0)) return items.map(({ item }) => item);
	const limit = new AbortController();
	const stopTimer = clocks.current.startTimer(LONGEST_MS, () => limit.abort());
	const canceling = context.getExecutionCancelSignal();
	const signal = AbortSignal.any([limit.signal, ...(canceling ? [canceling] : [])]);
	const settings = { ...DEFAULT_SETTINGS, maxWaitMs: LONGEST_PAUSE_MS, signal };
	const complete = async ({ item, files }: (typeof items)[number]) => {
		const output = { ...item };
		for (const [index, file] of files.entries()) {
			try {
				const sending = async (request: ServiceRequest) => await send(context, request, settings);
				const data = await download(context, file, sending);
				if (data) output.binary = { ...output.binary, [`data${index || ''}`]: data };
			} catch (error) {
				if (canceling?.aborted) throw canceled(context.getNode());
				// Not the description: it names options that only the other node has.
				const reason = error instanceof Error ? error.message : String(error);
				const mediaError = limit.signal.aborted ? 'The downloads took too long' : reason;
				output.json = { ...output.json, mediaError };
			}
		}
		return output;
	};
	try {
		const outputs: INodeExecutionData[] = [];
		for (const each of items) outputs.push(await complete(each));
		return outputs;
	} finally {
		stopTimer();
	}
}

/** Downloads a file by the API, else from the URL in the event. @throws why neither works, the API's reason first */
async function download(
	context: IExecuteFunctions,
	{ kind, query, url, problem, maxBytes }: MediaFile,
	sending: (request: ServiceRequest) => Promise<ServiceResponse>,
): Promise<IBinaryData | undefined> {
	const requestOptions = { timeout: IDLE_MS };
	const places: ServiceRequest[] = [];
	if (query) places.push({ method: 'GET', path: `/downloads/${kind}`, query, requestOptions });
	if (url) places.push({ method: 'GET', path: `/${kind}`, url, requestOptions });
	// Without a problem, the file was in the event.
	if (places.length === 0 && problem === undefined) return undefined;
	let failure: unknown = new Error(problem);
	for (const [index, request] of places.entries()) {
		try {
			const [file] = await downloadFile({ context, request, send: sending, maxBytes }, 'data');
			return file?.binary?.data;
		} catch (error) {
			if (index === 0) failure = error;
		}
	}
	throw failure;
}

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

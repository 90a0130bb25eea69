import type { INodeExecutionData } from 'n8n-workflow';
import { type ServiceResponse, header, isObject, Unusable, unreadable } from '../../transport/response/response';
import { openJson, type OpenedJson } from './base64Json';
import type { Body } from '../../transport/response/body';
import { ServiceError } from '../../transport/errors/failure';
import { fileInfoFromHeaders, fileInfoFromJson, storeFile, findFile, isJson, withFileInfo, type FileSource } from './media';
import type { ItemContext } from '../execution/sendItem';
import { retrySafety } from '../../transport/request/send';

/** What a response that should be a file turned out to be: items, or the URL of the file. */
type Received = INodeExecutionData[] | Extract<FileSource, { kind: 'address' }>;

/** Reads a response that may be something else than a file; undefined where it is to be read as one. */
type ReadOtherwise = (response: ServiceResponse, body: Body) => Promise<INodeExecutionData[] | undefined>;

/** Where a turn's file goes, and what it is called if nothing tells. */
interface Place {
	turn: ItemContext;
	property: string;
	fallback: string;
}

/**
 * Sends a turn's request and stores the file that comes back, whichever way the service hands it out. Storing is part of the
 * try, so that a download that breaks off is repeated. What n8n's store has of a broken try stays there until n8n prunes the
 * execution: nodes have no way to remove it.
 *
 * @param otherwise for responses that need not be files
 * @returns one item with the file
 * @throws ServiceError when it failed for good
 */
export async function receiveFile(turn: ItemContext, otherwise?: ReadOtherwise): Promise<INodeExecutionData[]> {
	const property = turn.context.getNodeParameter('binaryPropertyName', 'data') as string;
	const place: Place = { turn, property, fallback: /(\w+)\/?$/.exec(turn.request.path)?.[1] ?? 'file' };
	const receive = async (response: ServiceResponse, body: Body): Promise<Received> =>
		(await otherwise?.(response, body)) ?? (await readFile(place, response, body));
	const received = (await turn.send({ ...turn.request, receive })).body as Received;
	return Array.isArray(received) ? received : await fetchFile(place, received);
}

async function readFile(place: Place, response: ServiceResponse, body: Body): Promise<Received> {
	if (!isJson(response)) return await storeBody(place, response, body, fileInfoFromHeaders(response.headers));
	const opened = await openJson(body);
	if (opened.content) return await storeLongBase64(place, body, opened);
	const json = body.redactor.parse(opened.text());
	const why = unreadable({ ...response, body: json });
	if (why !== undefined) throw new Unusable(why, json);
	const source = findFile(json);
	if (source?.kind === 'address') return source;
	const bytes = Buffer.from(source?.base64 ?? '', 'base64');
	if (bytes.length === 0) throw new Unusable('noFile', json);
	return [await storeFile(place.turn.context, bytes, place.property, { ...source, fallback: place.fallback })];
}

/** Stores a body as it comes. */
async function storeBody(
	{ turn, property, fallback }: Place,
	response: ServiceResponse,
	body: Body,
	about: { name?: string; mimeType?: string },
): Promise<INodeExecutionData[]> {
	const type = header(response.headers, 'content-type') ?? '';
	if (/html/i.test(type)) throw new Unusable('html');
	if (body.isEmpty) throw new Unusable('noFile');
	// An error may come with any type.
	const head = await body.peekObject();
	if (unreadable({ ...response, body: head }) === 'refused') throw new Unusable('refused', head);
	// Without a type n8n goes by the ending of the name, and takes what has none for text.
	const unknown = /octet-stream/i.test(type) && !/\.\w+$/.test(about.name ?? '') ? 'application/octet-stream' : undefined;
	const name = about.name && body.redactor.text(about.name);
	return [await storeFile(turn.context, body.toStream(), property, { name, mimeType: about.mimeType ?? unknown, fallback })];
}

/** A long base64 text in JSON, stored as it arrives; name and type of the file may stand before it or after it. */
async function storeLongBase64(
	{ turn, property, fallback }: Place,
	body: Body,
	{ content, text, mimeType }: OpenedJson,
): Promise<INodeExecutionData[]> {
	const told = () => {
		const { name, mimeType: type } = fileInfoFromJson(text());
		return { name: name && body.redactor.text(name), mimeType: type };
	};
	const before = told();
	const item = await storeFile(turn.context, body.toStream(content), property, {
		name: before.name,
		mimeType: before.mimeType ?? mimeType ?? 'application/octet-stream',
		fallback,
	});
	const json = body.redactor.parse(text());
	if (typeof json === 'string') throw new Unusable('brokenJson');
	if (isObject(json) && json.success === false) throw new Unusable('refused', json);
	const after = told();
	return [withFileInfo(item, property, { name: after.name, mimeType: after.mimeType ?? mimeType })];
}

/**
 * Fetches a file from the URL that a response named: with the key at home, without it anywhere else. It is a read, but a write
 * may have come before it.
 */
async function fetchFile(place: Place, source: Extract<FileSource, { kind: 'address' }>): Promise<INodeExecutionData[]> {
	const { path, base, method } = place.turn.request;
	const receive = async (response: ServiceResponse, body: Body) => {
		const found = fileInfoFromHeaders(response.headers, source.address);
		const about = { name: source.name ?? found.name, mimeType: source.mimeType ?? found.mimeType };
		return await storeBody(place, response, body, about);
	};
	const sending = place.turn.send({ method: 'GET', path, base, address: source.address, receive });
	const response = await sending.catch((error: unknown) => {
		const followsWrite = error instanceof ServiceError && retrySafety(method) !== 'safe';
		throw followsWrite ? new ServiceError({ ...error.failure, outcomeUnknown: true }) : error;
	});
	return response.body as INodeExecutionData[];
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Readable } from '../transport/request/body';
import { header, NotStoredError } from '../transport/response/response';

export interface FileContext {
	helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;
}

export interface FileInfo {
	name?: string;
	mimeType?: string;
}

/** Reads file name and MIME type from the headers (RFC 6266), and the name also from the end of the URL. */
export function fileInfoFromHeaders(headers: Record<string, unknown>, url?: string): FileInfo {
	const disposition = header(headers, 'content-disposition') ?? '';
	const encoded = /filename\*=utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename=(?:"((?:[^"\\]|\\.)+)|([^";]+))/i.exec(disposition);
	const quoted = plain?.[1]?.replace(/\\(.)/g, '$1');
	const fromUrl = url === undefined ? undefined : /\/([^/?#]+\.\w{1,5})(?:[?#]|$)/.exec(url)?.[1];
	const type = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
	return {
		name: decoded(encoded) ?? (quoted ?? plain?.[2])?.trim() ?? decoded(fromUrl),
		mimeType: type === 'application/octet-stream' ? undefined : type,
	};
}

function decoded(value: string | undefined): string | undefined {
	if (value === undefined) return undefined;
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

/** Extensions that are not the second part of the MIME type. */
const EXTENSIONS: Record<string, string> = {
	'video/3gpp': '3gp',
	'audio/mpeg': 'mp3',
	'audio/mp4': 'm4a',
	'image/jpeg': 'jpg',
};

/** Removes characters from a file name that would name a folder or hide the extension; undefined if nothing remains. */
function cleanName(name: string | undefined): string | undefined {
	// Slashes, control characters, and characters that change the direction of text.
	const clean = name?.replace(/[/\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, '_').trim();
	return clean === undefined || /^[._\s]*$/.test(clean) ? undefined : clean;
}

/** Stores a file in n8n. @param info `fallback` has no extension @returns the item @throws NotStoredError */
export async function storeFile(
	context: FileContext,
	content: Buffer | Readable,
	property: string,
	info: FileInfo & { fallback: string },
): Promise<INodeExecutionData> {
	const { mimeType = '' } = info;
	const extension =
		EXTENSIONS[mimeType] ??
		/^(?:application|audio|image|text|video)\/([a-z\d]{2,4})$/.exec(mimeType)?.[1];
	const name = cleanName(info.name) ?? [info.fallback, extension].filter(Boolean).join('.');
	const storing = context.helpers.prepareBinaryData(
		content as Parameters<typeof context.helpers.prepareBinaryData>[0],
		name,
		info.mimeType,
	);
	const binary = await storing.catch((error: unknown) => {
		throw new NotStoredError(error instanceof Error ? error.message : String(error));
	});
	const json: INodeExecutionData['json'] = { fileName: name, mimeType: binary.mimeType };
	if (binary.fileSize !== undefined) json.fileSize = binary.fileSize;
	return { json, binary: { [property]: binary } };
}

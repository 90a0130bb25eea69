import { header } from '../../transport/response/response';

/** File name and MIME type, as far as a response contains them. */
export interface FileInfo {
	name?: string;
	mimeType?: string;
}

/** Reads file name and MIME type from the headers (RFC 6266), and the name also from the end of the URL. */
export function fileInfoFromHeaders(headers: Record<string, unknown>, url?: string): FileInfo {
	const disposition = header(headers, 'content-disposition') ?? '';
	const encoded = /filename\*=utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename=(?:"([^"]+)|([^";]+))/i.exec(disposition);
	const fromUrl = url === undefined ? undefined : /\/([^/?#]+\.\w{1,5})(?:[?#]|$)/.exec(url)?.[1];
	const type = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
	return {
		name: decoded(encoded) ?? (plain?.[1] ?? plain?.[2])?.trim() ?? decoded(fromUrl),
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

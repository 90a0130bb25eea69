import { invalid } from '../responses/serviceError';
import type { Dialect } from '../types/dialect';

/** A file in the body of a message. */
export interface SentFile {
	bytes: Buffer;
	/** Only if a data URI contains it. */
	mimetype?: string;
}

/**
 * Decodes a file in base64.
 *
 * @param field the name of its field, for the errors
 * @throws 400 if it has another format, is empty or is not valid base64
 */
export function decodeFile(value: unknown, field: string, format: Dialect['mediaDataFormat']): SentFile {
	if (typeof value !== 'string') throw invalid(`${field} must be a string in base64`);
	const [prefix = ''] = /^data:[^,]*,/.exec(value.slice(0, 1000)) ?? [];
	if (format === 'base64' && prefix !== '') throw invalid(`${field} must be base64 without the prefix of a data URI`);
	if (format === 'dataUri' && !prefix.endsWith(';base64,'))
		throw invalid(`${field} must be a data URI with base64: data:TYPE;base64,DATA`);
	const text = value.slice(prefix.length);
	const bytes = Buffer.from(text, 'base64');
	// Node skips what is not base64.
	if (bytes.length === 0 || bytes.toString('base64') !== text) throw invalid(`${field} is not valid base64`);
	return { bytes, mimetype: /^data:([^;,]+)/.exec(prefix)?.[1] };
}

import { invalid } from '../responses/serviceError';

/**
 * Decodes a file in base64.
 *
 * @param field the name of its field, for the errors
 * @throws 400 if it is no text, is empty or is not valid base64
 */
export function decodeFile(value: unknown, field: string): Buffer {
	if (typeof value !== 'string') throw invalid(`${field} must be a string in base64`);
	const bytes = Buffer.from(value, 'base64');
	// Node skips what is not base64.
	if (bytes.length === 0 || bytes.toString('base64') !== value) throw invalid(`${field} is not valid base64`);
	return bytes;
}

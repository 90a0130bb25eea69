import { parseUrl } from '../../shared/text';
import { isLocalHost } from '../../transport/credentials/credentials';
import type { Field } from './field';
import { text } from './readers';

/** Reads the URL of a file that the service fetches. @throws NodeOperationError unless the service can access it */
export async function fileUrl(field: Field): Promise<string> {
	const url = text(field);
	const parsed = parseUrl(url);
	if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
		throw field.error(
			`"${url}" is not a valid URL of a file`,
			'Enter a URL that the service can access, e.g. https://example.com/photo.jpg, not the path of a file on a disk.',
		);
	const encoded = /\s/.test(url) ? parsed.href : url;
	if (!isLocalHost(parsed.hostname)) return encoded;
	const { isLocal } = await field.credentials();
	if (isLocal) return encoded;
	throw field.error(
		`The service cannot access ${parsed.host}`,
		'This host is in a private network. Enter a URL with a public host.',
	);
}

import { UserError } from '../../shared/userError';

/** Checks the path of an API request, so that it stays under the base URL. It is returned with one leading slash. */
export function requireRelativePath(path: string): string {
	const trimmed = path.trim();
	if (/^[a-z][a-z\d+.-]*:/i.test(trimmed) || trimmed.startsWith('//'))
		throw new UserError(
			'The path must be relative to the Base URL of the credentials, without a host',
		);
	if (/[?#]/.test(trimmed))
		throw new UserError(
			'The path must not contain "?" or "#": enter query parameters under Query Parameters instead',
		);
	if (/[\s\\\p{Cc}]/u.test(trimmed))
		throw new UserError('The path must not contain spaces, backslashes or control characters');
	const segments = trimmed.replace(/^\//, '').split('/');
	// Some servers decode slashes before they resolve segments.
	const decoded = trimmed.replace(/%2e/gi, '.').replace(/%2f|%5c/gi, '/');
	if (/(^|\/)\.\.?(\/|$)/.test(decoded))
		throw new UserError('The path must not contain "." or ".." segments');
	if (segments.every((segment) => segment === '')) throw new UserError('The path is empty');
	return `/${segments.join('/')}`;
}

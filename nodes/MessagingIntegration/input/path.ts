import { UserError } from '../../shared/userError';

/**
 * Fills the `{name}` placeholders of a path. Values are URL-encoded, so they cannot leave their segment.
 *
 * @param template e.g. `/instances/{instanceId}/status`
 * @param getValue returns the value for a name
 * @throws UserError if a value is empty, or is `.` or `..`, which URL parsers resolve even when encoded
 */
export function fillPath(template: string, getValue: (name: string) => unknown): string {
	return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
		const value = String(getValue(name) ?? '').trim();
		if (value === '') throw new UserError(`The field "${labelOf(name)}" is empty`);
		if (value === '.' || value === '..') {
			throw new UserError(`"${value}" is not a valid ${labelOf(name)}`);
		}
		return encodeURIComponent(value);
	});
}

/**
 * Checks the path of an API request, so that it stays under the base URL.
 *
 * @param path e.g. `contacts` or `/contacts/123`; special characters must be percent-encoded
 * @returns the path with one leading slash
 * @throws UserError for an absolute URL, a `.` or `..` segment, a query, or invalid characters
 */
export function requireRelativePath(path: string): string {
	const trimmed = path.trim();
	if (/^[a-z][a-z\d+.-]*:/i.test(trimmed) || trimmed.startsWith('//')) {
		throw new UserError(
			'The path must be relative to the Base URL of the credentials, without a host',
		);
	}
	if (/[?#]/.test(trimmed)) {
		throw new UserError(
			'The path must not contain "?" or "#": enter query parameters under Query Parameters instead',
		);
	}
	if (/[\s\\\u0000-\u001f\u007f]/.test(trimmed)) {
		throw new UserError('The path must not contain spaces, backslashes or control characters');
	}
	const segments = trimmed.replace(/^\//, '').split('/');
	if (segments.some((segment) => isDotSegment(segment))) {
		throw new UserError('The path must not contain "." or ".." segments');
	}
	if (segments.every((segment) => segment === '')) throw new UserError('The path is empty');
	return `/${segments.join('/')}`;
}

function isDotSegment(segment: string): boolean {
	// Some servers decode slashes before they resolve segments.
	const decoded = segment.replace(/%2e/gi, '.').replace(/%2f|%5c/gi, '/');
	return decoded.split('/').some((part) => part === '.' || part === '..');
}

const LABELS: Record<string, string> = {
	instanceId: 'Instance',
	groupId: 'Group',
	chatId: 'Chat',
	webhookId: 'Webhook',
};

function labelOf(name: string): string {
	return LABELS[name] ?? name;
}

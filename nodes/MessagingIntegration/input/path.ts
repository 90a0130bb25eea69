import { UserError } from '../../shared/userError';

/**
 * Fills `{name}` places of a path. Every value is URL-encoded, so none can leave its segment.
 *
 * @param template e.g. `/instances/{instanceId}/status`
 * @param valueOf gives the value for a name
 * @throws UserError when a value is empty, or is `.` or `..`, which URL parsers treat as a step in the tree even when encoded
 */
export function fillPath(template: string, valueOf: (name: string) => unknown): string {
	return template.replace(/\{(\w+)\}/g, (_place, name: string) => {
		const value = String(valueOf(name) ?? '').trim();
		if (value === '') throw new UserError(`The field "${labelOf(name)}" is empty`);
		if (value === '.' || value === '..') {
			throw new UserError(`"${value}" is not a valid ${labelOf(name)}`);
		}
		return encodeURIComponent(value);
	});
}

/**
 * Checks the free path of an API request: it always stays under the base URL.
 *
 * @param path e.g. `contacts` or `/contacts/123`; used as written, so special characters come percent-encoded
 * @returns the path with one leading slash
 * @throws UserError for a full address, a step out of the tree, a query, or characters that no path has
 */
export function requireRelativePath(path: string): string {
	const trimmed = path.trim();
	if (/^[a-z][a-z\d+.-]*:/i.test(trimmed) || trimmed.startsWith('//')) {
		throw new UserError('The path must be relative to the Base URL of the credentials, without a host');
	}
	if (/[?#]/.test(trimmed)) {
		throw new UserError('The path must not contain "?" or "#": enter query parameters under Query Parameters instead');
	}
	if (/[\s\\\u0000-\u001f\u007f]/.test(trimmed)) {
		throw new UserError('The path must not contain spaces, backslashes or control characters');
	}
	const segments = trimmed.replace(/^\//, '').split('/');
	if (segments.some((segment) => isStep(segment))) {
		throw new UserError('The path must not contain "." or ".." segments');
	}
	if (segments.every((segment) => segment === '')) throw new UserError('The path is empty');
	return `/${segments.join('/')}`;
}

function isStep(segment: string): boolean {
	// Encoded slashes count too: some servers decode before they resolve.
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

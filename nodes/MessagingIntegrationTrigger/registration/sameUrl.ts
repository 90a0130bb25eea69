import { parseUrl } from '../../shared/text';

/** Whether two values are the same URL: case, punycode, default port, trailing slashes and full stop do not matter. */
export function isSameUrl(a: unknown, b: unknown): boolean {
	return normalizeUrl(a) === normalizeUrl(b);
}

function normalizeUrl(value: unknown): string {
	const text = String(value ?? '');
	const url = parseUrl(text);
	if (url === undefined) return text;
	url.hostname = url.hostname.replace(/\.$/, '');
	// The lookbehind keeps the time linear for many slashes in other places.
	url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '');
	return url.href.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

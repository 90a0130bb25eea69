/**
 * Adds a query to an address: the one way in which this package writes query parameters.
 *
 * @param url absolute, without query and fragment
 * @param query a list is written as its name repeated (`id=1&id=2`), the commonest form and the one in which a form sends
 *   several values; dates in ISO 8601; objects as JSON; what is undefined or null is left out
 * @returns the address as it is sent
 */
export function withQuery(url: string, query: object = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		for (const each of [value].flat() as unknown[]) {
			if (each !== undefined && each !== null) parameters.append(name, textOf(each));
		}
	}
	const text = parameters.toString();
	return text === '' ? url : `${url}?${text}`;
}

function textOf(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	// Dates of JavaScript and of Luxon give their ISO text here.
	const { toJSON } = value as { toJSON?: () => unknown };
	const plain: unknown = toJSON?.call(value) ?? value;
	return typeof plain === 'string' ? plain : JSON.stringify(plain);
}

/**
 * Appends a query to a URL. All query parameters are encoded here.
 *
 * @param url absolute, without query and fragment
 * @param query lists repeat the name (`id=1&id=2`), as HTML forms do; dates become ISO 8601, objects JSON; undefined and null
 *   are omitted
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
	if (typeof value !== 'object') return String(value);
	// JavaScript and Luxon dates return ISO 8601 here.
	const { toJSON } = value as { toJSON?: () => unknown };
	const plain: unknown = toJSON?.call(value) ?? value;
	return typeof plain === 'string' ? plain : JSON.stringify(plain);
}

/** Long enough for names and values, too short for a file. */
const MAX_TEXT = 100;
const MAX_BODY = 1_500;

/** Shows the body of a rejected request in an error, as JSON with long texts cut, and without the key of a link. */
export function showBody(body: unknown): string {
	const cut = (text: string, max: number) =>
		text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
	const json = JSON.stringify(body, (_key, value: unknown) =>
		typeof value === 'string' ? cut(value, MAX_TEXT) : value,
	);
	return cut(json.replace(/signature=\w+/g, 'signature=…'), MAX_BODY);
}

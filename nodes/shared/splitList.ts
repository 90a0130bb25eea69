/** Splits a list at commas, semicolons and new lines; an array stays one. Empty entries are dropped. */
export function splitList(value: unknown): string[] {
	const parts = Array.isArray(value) ? value.flatMap(splitList) : String(value ?? '').split(/[,;\n\r]/);
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Splits text, or each entry of an array, at commas, semicolons and new lines. Drops empty entries. */
export function splitList(value: unknown): string[] {
	const parts = Array.isArray(value)
		? value.flatMap(splitList)
		: String(value ?? '').split(/[,;\n\r]/);
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

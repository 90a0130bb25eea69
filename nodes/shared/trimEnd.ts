/** Removes a character from the end of a text, however often it is there. A regular expression would take quadratic time. */
export function trimEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end -= 1;
	return text.slice(0, end);
}

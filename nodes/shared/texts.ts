/** Joins sentences with spaces. Each ends with a full stop before the next begins; the last stays as it is. */
export function joinSentences(...sentences: string[]): string {
	const filled = sentences.map((each) => each.trim()).filter((each) => each !== '');
	const last = filled.pop() ?? '';
	return [...filled.map(endSentence), last].join(' ');
}

/** Ends a sentence with a full stop, unless it has an end already. */
export const endSentence = (sentence: string): string => (/[.!?…]["”')]?$/.test(sentence) ? sentence : `${sentence}.`);

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns the ordinal of a number, e.g. 3rd. */
export function ordinal(count: number): string {
	return `${count}${ENDINGS[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`;
}

/** Splits text, or each entry of an array, at commas, semicolons and new lines. Drops empty entries. */
export function splitList(value: unknown): string[] {
	const parts = Array.isArray(value) ? value.flatMap(splitList) : String(value ?? '').split(/[,;\n\r]/);
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Removes all of a character from the end of a text. A regular expression would take quadratic time. */
export function trimEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end -= 1;
	return text.slice(0, end);
}

/** Suggests the word that a mistyped one was meant to be, as a sentence; empty if none is similar. */
export function didYouMean(word: string, words: string[]): string {
	const edits = words.map((each) => editsOf(word.toLowerCase(), each.toLowerCase()));
	const least = Math.min(...edits);
	return least * 2 > word.length ? '' : `Did you mean "${words[edits.indexOf(least)]}"?`;
}

/** Returns how many edits of one character turn one text into the other (Levenshtein). */
export function editsOf(one: string, other: string): number {
	let row = [...Array(other.length + 1).keys()];
	for (const [index, letter] of [...one].entries()) {
		const next = [index + 1];
		for (const [at, each] of [...other].entries())
			next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (letter === each ? 0 : 1)));
		row = next;
	}
	return row.at(-1)!;
}

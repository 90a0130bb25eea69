/** Suggests the word that a mistyped one was meant to be, in a sentence. @param words at least one */
export function didYouMean(word: string, words: string[]): string {
	const distanceTo = (valid: string) => editsOf(word.toLowerCase(), valid.toLowerCase());
	const [nearest] = words.toSorted((one, other) => distanceTo(one) - distanceTo(other));
	return `Did you mean "${nearest}"?`;
}

/** Edits that turn one text into the other (Levenshtein). */
function editsOf(one: string, other: string): number {
	let row = [...Array(other.length + 1).keys()];
	for (const [index, letter] of [...one].entries()) {
		const next = [index + 1];
		for (const [at, each] of [...other].entries())
			next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (letter === each ? 0 : 1)));
		row = next;
	}
	return row.at(-1)!;
}

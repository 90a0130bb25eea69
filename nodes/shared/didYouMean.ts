/** Suggests the word that a mistyped one was meant to be, as a sentence; empty if none is similar. */
export function didYouMean(word: string, words: string[]): string {
	const edits = words.map((each) => editsOf(word.toLowerCase(), each.toLowerCase()));
	const least = Math.min(...edits);
	return least * 2 > word.length ? '' : `Did you mean "${words[edits.indexOf(least)]}"?`;
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

/** Joins sentences with spaces. Each ends with a full stop before the next begins; the last stays as it is. */
export function joinSentences(...sentences: string[]): string {
	const [last = '', ...before] = sentences
		.map((each) => each.trim())
		.filter((each) => each !== '')
		.reverse();
	return [...before.reverse().map(endSentence), last].join(' ');
}

/** Ends a sentence with a full stop, unless it has an end already. */
export function endSentence(sentence: string): string {
	return /[.!?…]["”')]?$/.test(sentence) ? sentence : `${sentence}.`;
}

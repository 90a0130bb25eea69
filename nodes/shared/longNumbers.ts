/** A whole number of fewer digits is below 2^53. */
const LENGTH = 16;

/**
 * Puts the whole numbers of a JSON text that JavaScript cannot represent into quotes, in linear time and without a
 * stack.
 * @returns the same text if there are none
 */
export function quoteLongNumbers(text: string): string {
	let quoted = '';
	let done = 0;
	const strings = new Strings(text);
	// One look at each 16th character meets each run of 16 digits.
	for (let at = LENGTH - 1; at < text.length; at += LENGTH) {
		if (!isDigit(text, at)) continue;
		let start = at;
		while (isDigit(text, start - 1)) start -= 1;
		while (isDigit(text, at + 1)) at += 1;
		const end = at + 1;
		if (text[start - 1] === '-') start -= 1;
		const isNumber = isOneOf(text[start - 1], '[:, \n\r\t') && isOneOf(text[end], ']}, \n\r\t');
		if (!isNumber || Number.isSafeInteger(Number(text.slice(start, end))) || strings.contain(start)) continue;
		quoted += `${text.slice(done, start)}"${text.slice(start, end)}"`;
		done = end;
	}
	return done === 0 ? text : quoted + text.slice(done);
}

function isDigit(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code >= 48 && code <= 57;
}

/** Whether a character is one of some; the start and the end of the text always are. */
const isOneOf = (character: string | undefined, some: string) => character === undefined || some.includes(character);

/** The strings of a JSON text, asked from its start to its end. */
class Strings {
	/** Where the last string that was looked at begins and ends. */
	private start = -1;
	private end = 0;

	constructor(private readonly text: string) {}

	/** Whether a place is in a string. @param place not before the one that was asked last */
	contain(place: number): boolean {
		while (this.end < place) {
			this.start = this.text.indexOf('"', this.end);
			if (this.start < 0) this.start = this.text.length;
			this.end = this.endOf(this.start + 1) + 1;
		}
		return this.start >= 0 && this.start < place;
	}

	/** Where a string ends: at the next quotation mark that no odd number of backslashes precedes. */
	private endOf(from: number): number {
		for (let end = this.text.indexOf('"', from); end >= 0; end = this.text.indexOf('"', end + 1)) {
			let before = end;
			while (this.text[before - 1] === '\\') before -= 1;
			if ((end - before) % 2 === 0) return end;
		}
		return this.text.length;
	}
}

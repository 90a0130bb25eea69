/** Digits that may be a whole number above 2^53, outside of a string as JSON has it. */
const LONG_NUMBER = /(?<=[[:,\s]-?|^-?)\d{16,}(?=[\],}\s]|$)/g;

/**
 * Puts the whole numbers of a JSON text that JavaScript cannot represent into quotes, in linear time and without a stack.
 * @returns the same text if there are none
 */
export function quoteLongNumbers(text: string): string {
	// Most texts have none, and this is faster than to look at what is around the digits.
	if (!/\d{16}/.test(text)) return text;
	let quoted = '';
	let done = 0;
	const strings = new Strings(text);
	for (const { index, 0: digits } of text.matchAll(LONG_NUMBER)) {
		if (Number.isSafeInteger(Number(digits)) || strings.contain(index)) continue;
		const start = text[index - 1] === '-' ? index - 1 : index;
		quoted += `${text.slice(done, start)}"${text.slice(start, index)}${digits}"`;
		done = index + digits.length;
	}
	return done === 0 ? text : quoted + text.slice(done);
}

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

const MARK = '[API key]';

/** A shorter key may be an ordinary word; redacting it would garble texts. */
const SHORTEST = 8;

/** A pattern for each character of a key, from "!" to "~": as it is, or escaped in JSON or a URL. */
const FORMS = new Map(
	Array.from({ length: 94 }, (_, n) => {
		const character = String.fromCharCode(0x21 + n);
		const hex = (0x21 + n).toString(16);
		const escape = /["\\/]/.test(character) ? '\\\\?' : '';
		const plain = character.replace(/\W/, '\\$&');
		return [character, `(?:${escape}${plain}|\\\\u00${hex}|%${hex})`];
	}),
);

/** Redacts the API key in responses, so that a key that the service echoes reaches no error, item or log. */
export class Redactor {
	private readonly pattern: RegExp | undefined;

	/** @param apiKey printable ASCII without spaces, as `parseCredentials` ensures */
	constructor(apiKey: string) {
		const forms = [...apiKey].map((character) => FORMS.get(character));
		if (apiKey.length >= SHORTEST) this.pattern = new RegExp(forms.join(''), 'gi');
	}

	/** Redacts a text. In the raw text of JSON, this includes all strings and property names. */
	text(text: string): string {
		return this.pattern ? text.replace(this.pattern, MARK) : text;
	}

	/**
	 * Parses a response's text and redacts it.
	 *
	 * @returns the parsed JSON, else the text
	 */
	parse(text: string): unknown {
		const clean = this.text(text);
		try {
			return JSON.parse(clean) as unknown;
		} catch {
			return clean;
		}
	}
}

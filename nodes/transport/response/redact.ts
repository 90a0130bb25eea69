import { jsonOrText } from '../../shared/text';

const MARK = '[API key]';

/** A shorter key may be an ordinary word; redacting it would garble texts. */
const SHORTEST = 8;

/** Returns a pattern for a character from "!" to "~": as it is, or escaped in JSON or a URL. */
function patternOf(character: string): string {
	const hex = character.charCodeAt(0).toString(16);
	const escape = /["\\/]/.test(character) ? '\\\\?' : '';
	return `(?:${escape}${character.replace(/\W/, '\\$&')}|\\\\u00${hex}|%${hex})`;
}

/** Redacts the API key in responses, so that a key that the service echoes reaches no error, item or log. */
export class Redactor {
	private readonly pattern: RegExp | undefined;

	/** @param apiKey printable ASCII without spaces, as `parseCredentials` ensures */
	constructor(apiKey: string) {
		if (apiKey.length >= SHORTEST)
			this.pattern = new RegExp([...apiKey].map(patternOf).join(''), 'gi');
	}

	/** Redacts a text. In the raw text of JSON, this includes all strings and property names. */
	text(text: string): string {
		return this.pattern ? text.replace(this.pattern, MARK) : text;
	}

	/** Redacts the text of a response. @returns the parsed JSON, else the text */
	parse(text: string): unknown {
		return jsonOrText(this.text(text));
	}
}

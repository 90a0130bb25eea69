const MARK = '[API key]';

/** What is shorter than this is no key but a word, and taking it out would spoil texts. */
const SHORTEST = 8;

/** Takes the API key out of what the service sends, so that a key that it echoes reaches no error, item or log. */
export class Redactor {
	/** The key as it is, as JSON escapes it, and as a URL holds it. */
	private readonly forms: string[];

	constructor(apiKey: string) {
		const encoded = encodeURIComponent(apiKey);
		const lowerCase = encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
		const forms = [apiKey, JSON.stringify(apiKey).slice(1, -1), encoded, lowerCase];
		this.forms = apiKey.length < SHORTEST ? [] : [...new Set(forms)];
	}

	/** @returns the text itself where it does not hold the key */
	text(text: string): string {
		return this.forms.reduce((clean, form) => (clean.includes(form) ? clean.replaceAll(form, MARK) : clean), text);
	}

	/**
	 * Reads a response's text as JSON where it is JSON.
	 *
	 * @returns the parsed value, else the text; without the key
	 */
	parse(text: string): unknown {
		const clean = this.text(text);
		try {
			const value = JSON.parse(clean) as unknown;
			// Only an escape can still hide the key, so ordinary records are not walked through.
			return clean.includes('\\') ? this.value(value) : value;
		} catch {
			return clean;
		}
	}

	/** Takes the key out of all texts and names inside a value, in place. @returns the value, or the clean text */
	value(value: unknown): unknown {
		const root: Record<string, unknown> = { value };
		const open: object[] = [root];
		for (let holder = open.pop(); holder; holder = open.pop()) {
			for (const [name, inner] of Object.entries(holder) as Array<[string, unknown]>) {
				const cleanName = this.text(name);
				const clean = typeof inner === 'string' ? this.text(inner) : inner;
				if (cleanName !== name) Reflect.deleteProperty(holder, name);
				if (cleanName !== name || clean !== inner) {
					// Not by assignment, which for the name __proto__ would do nothing.
					const property = { value: clean, writable: true, enumerable: true, configurable: true };
					Reflect.defineProperty(holder, cleanName, property);
				}
				if (typeof inner === 'object' && inner !== null) open.push(inner);
			}
		}
		return root.value;
	}
}

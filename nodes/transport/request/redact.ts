const MARK = '[API key]';

/** A shorter key may be an ordinary word; redacting it would garble texts. */
const SHORTEST = 8;

/** Redacts the API key in responses, so that a key that the service echoes reaches no error, item or log. */
export class Redactor {
	/** The key itself, JSON-escaped and URL-encoded. */
	private readonly forms: string[];

	constructor(apiKey: string) {
		const encoded = encodeURIComponent(apiKey);
		const lowerCase = encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
		const forms = [apiKey, JSON.stringify(apiKey).slice(1, -1), encoded, lowerCase];
		this.forms = apiKey.length < SHORTEST ? [] : [...new Set(forms)];
	}

	/** Redacts a text. */
	text(text: string): string {
		return this.forms.reduce((clean, form) => clean.replaceAll(form, MARK), text);
	}

	/**
	 * Parses a response's text and redacts it.
	 *
	 * @returns the parsed JSON, else the text
	 */
	parse(text: string): unknown {
		const clean = this.text(text);
		try {
			const value = JSON.parse(clean) as unknown;
			// Only an escape can still hide the key, so skip the traversal otherwise.
			return clean.includes('\\') ? this.value(value) : value;
		} catch {
			return clean;
		}
	}

	/** Redacts all strings and property names inside a value, in place. @returns the value, or the redacted string */
	value(value: unknown): unknown {
		const root: Record<string, unknown> = { value };
		const pending: object[] = [root];
		for (let holder = pending.pop(); holder; holder = pending.pop()) {
			for (const [name, inner] of Object.entries(holder) as Array<[string, unknown]>) {
				const cleanName = this.text(name);
				const clean = typeof inner === 'string' ? this.text(inner) : inner;
				if (cleanName !== name) Reflect.deleteProperty(holder, name);
				if (cleanName !== name || clean !== inner) {
					// Assignment would have no effect for the name __proto__.
					const property = { value: clean, writable: true, enumerable: true, configurable: true };
					Reflect.defineProperty(holder, cleanName, property);
				}
				if (typeof inner === 'object' && inner !== null) pending.push(inner);
			}
		}
		return root.value;
	}
}

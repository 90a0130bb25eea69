import { jsonOrText, parseJson } from '../../shared/texts';
import type { Redact } from '../credentials/credentials';
import { header, isJson, type ServiceResponse, unusableReason, UnusableResponseError } from '../response';
import { ConnectionError, connectionErrorOf } from './connection';
import type { TimeLimits } from './timeLimits';

/** The stream that n8n's helper returns with `encoding: 'stream'`. */
export type Readable = AsyncIterable<Uint8Array>;

const MAX_ERROR_BYTES = 64 * 1024;

/** The longest response that is not a file, or that contains one as base64. The error for a longer one names it. */
const MAX_TEXT_BYTES = 100_000_000;

/** The body of one response. It is read once, chunk by chunk, within the limits of its request. */
export class Body implements Readable {
	/** The error that ended the body early. n8n's binary store may wrap it in another error. */
	brokenBy: unknown;
	receivedBytes = 0;

	constructor(
		private readonly raw: Readable,
		readonly headers: Record<string, unknown>,
		private readonly limits: TimeLimits,
		readonly redact: Redact,
		private readonly maxTextBytes = MAX_TEXT_BYTES,
	) {}

	async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
		const source = this.raw[Symbol.asyncIterator]();
		for (;;) {
			const reading = this.limits.step(source.next()).then(({ done, value }) => (done ? this.assertWhole() : value));
			const chunk = await reading.catch((error: unknown) => {
				throw (this.brokenBy = connectionErrorOf(error));
			});
			if (chunk === undefined) return;
			this.receivedBytes += chunk.length;
			yield chunk;
		}
	}

	/** The body as text, with the API key redacted. @throws UnusableResponseError if it is too long */
	async readText(): Promise<string> {
		const text = await this.textUpTo(this.maxTextBytes + 1);
		if (this.receivedBytes > this.maxTextBytes) throw new UnusableResponseError('tooLarge');
		return this.redact(text);
	}

	/** The body of an error response, as far as it can be read. */
	async readError(): Promise<unknown> {
		const text = await this.textUpTo(MAX_ERROR_BYTES).catch(() => undefined);
		return text === undefined ? undefined : jsonOrText(this.redact(text));
	}

	private async textUpTo(bytes: number): Promise<string> {
		const decoder = new TextDecoder();
		let text = '';
		for await (const chunk of this) {
			text += decoder.decode(chunk, { stream: true });
			if (this.receivedBytes >= bytes) break;
		}
		return text;
	}

	/**
	 * Converts the body to the stream class that n8n's binary store accepts, which breaks off after `maxBytes`. The class
	 * comes from the body, or above a derived class: verified packages must not import Node's stream module.
	 */
	toStream(maxBytes = Infinity): Readable {
		let stream = this.raw.constructor as unknown as StreamClass;
		while (stream.name !== 'Readable') stream = Object.getPrototypeOf(stream) as StreamClass;
		return stream.from(this.upTo(maxBytes), { objectMode: false });
	}

	private async *upTo(maxBytes: number): AsyncGenerator<Uint8Array> {
		for await (const chunk of this) {
			if (this.receivedBytes > maxBytes) throw new UnusableResponseError('fileTooLarge');
			yield chunk;
		}
	}

	/** n8n's helper hides that it decompressed a body, even a cut one. Of JSON, the syntax shows whether it is whole. */
	private assertWhole(): undefined {
		const length = header(this.headers, 'content-length');
		if (length === undefined || isJson(this) || Number(length) === this.receivedBytes) return undefined;
		throw new ConnectionError('WRONG_LENGTH', true);
	}
}

/** Reads a 2xx response that is not a file as JSON or text. @throws UnusableResponseError if it is broken or refuses */
export async function readJson(response: ServiceResponse, body: Body): Promise<unknown> {
	const text = await body.readText();
	const parsed = parseJson(text);
	const isJson = !(parsed instanceof SyntaxError);
	const value = isJson ? parsed : text;
	const reason = unusableReason({ ...response, body: value }, isJson);
	if (reason !== undefined) throw new UnusableResponseError(reason, value);
	return value;
}

interface StreamClass {
	readonly name: string;
	from(pieces: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): Readable;
}

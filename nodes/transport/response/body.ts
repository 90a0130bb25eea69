import type { Redactor } from '../credentials/redact';
import type { RequestLimits } from './requestLimits';

/** The stream that n8n's helper returns with `encoding: 'stream'`. */
export type Readable = AsyncIterable<Uint8Array>;

/** Maximum length of an error response, in characters. */
const MAX_ERROR_TEXT = 64 * 1024;

export function isReadable(body: unknown): body is Readable {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Reads a stream as text, up to about `limit` characters. */
export async function drainText(stream: Readable, limit = MAX_ERROR_TEXT): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	for await (const chunk of stream) {
		text += decoder.decode(chunk, { stream: true });
		if (text.length >= limit) break;
	}
	return text;
}

/** The body of one response. It can be read once; each chunk is subject to the request's time limits. */
export class Body implements Readable {
	/** The error that interrupted the body, unwrapped: n8n's binary store may wrap it. */
	brokenBy: unknown;

	private readonly source: AsyncIterator<Uint8Array>;

	private first: Uint8Array | undefined;

	private constructor(
		private readonly raw: Readable,
		private readonly limits: RequestLimits,
		readonly redactor: Redactor,
	) {
		this.source = raw[Symbol.asyncIterator]();
	}

	/** Opens a body and waits for its first byte. */
	static async open(raw: Readable, limits: RequestLimits, redactor: Redactor): Promise<Body> {
		const body = new Body(raw, limits, redactor);
		// The error is thrown when the body is read: an error response is useful even without its body.
		body.first = await body.next().catch(() => undefined);
		return body;
	}

	get isEmpty(): boolean {
		return this.first === undefined && this.brokenBy === undefined;
	}

	/** Returns the first chunk as parsed JSON or text. The body can still be read afterwards. */
	peek(): unknown {
		return this.redactor.parse(Buffer.from(this.first ?? []).toString('utf8'));
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
		for (let chunk = this.first; chunk; chunk = await this.next()) yield chunk;
		if (this.brokenBy !== undefined) throw this.brokenBy;
	}

	/** Reads the whole body as parsed JSON, else as text; the API key is redacted. */
	async read(limit = Infinity): Promise<unknown> {
		return this.redactor.parse(await drainText(this, limit));
	}

	/** Reads an error response; undefined if the body cannot be read. */
	async readError(): Promise<unknown> {
		return await this.read(MAX_ERROR_TEXT).catch(() => undefined);
	}

	/**
	 * Converts chunks to a Node stream for n8n's binary store. The class comes from the body itself, because verified packages
	 * must not import Node's stream module; a decompressed body has a subclass of it.
	 */
	toStream(chunks: AsyncIterable<Uint8Array> = this): Readable {
		let stream = this.raw.constructor as unknown as StreamClass;
		while (stream.name !== 'Readable') stream = Object.getPrototypeOf(stream) as StreamClass;
		return stream.from(chunks, { objectMode: false });
	}

	private async next(): Promise<Uint8Array | undefined> {
		return await this.nextChunk().catch((error: unknown) => {
			this.brokenBy = error;
			throw error;
		});
	}

	private async nextChunk(): Promise<Uint8Array | undefined> {
		for (;;) {
			const { done, value } = (await this.limits.step(this.source.next())) as IteratorResult<Uint8Array, undefined>;
			if (done || value.length > 0) return value;
		}
	}
}

interface StreamClass {
	readonly name: string;
	from(chunks: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): Readable;
}

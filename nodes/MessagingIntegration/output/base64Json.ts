import type { Readable } from '../../transport/response/body';

/** A longer JSON string is treated as a file if it looks like base64; in bytes. */
const THRESHOLD = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A JSON response, read up to its end or to the file in it. */
export interface JsonWithFile {
	/** The JSON read so far, with an empty string in place of the file. Complete once `content` has ended. */
	text(): string;
	/** The file's bytes, decoded as they arrive; undefined if the JSON contains no long base64 string. */
	content?: AsyncGenerator<Buffer>;
	/** MIME type from a `data:` prefix of the base64 text. */
	mimeType?: string;
	/** Whether the text turned out not to be base64, which ends `content` early. */
	isInvalid(): boolean;
}

/**
 * Reads JSON and decodes a long base64 string in it as a stream, so that the file is never in memory as a whole.
 *
 * @param source the response's body
 * @returns the JSON read so far, once it ends or the file begins
 */
export async function extractBase64(source: Readable): Promise<JsonWithFile> {
	const scanner = new Scanner(source);
	const head = await scanner.untilLongString();
	if (head === undefined) return { text: () => scanner.text(), isInvalid: () => false };
	// Some JSON writers escape slashes.
	const uri = /^data:([\w.+/\\-]*).*?;base64,/.exec(head);
	let isInvalid = false;
	const content = decode(scanner.restOfString(head.slice(uri?.[0].length ?? 0)), () => {
		isInvalid = true;
	});
	return {
		text: () => scanner.text(),
		content,
		mimeType: uri?.[1]?.replaceAll('\\', '') || undefined,
		isInvalid: () => isInvalid,
	};
}

/** Scans JSON byte by byte for strings. This is safe in UTF-8: no multi-byte character contains the byte of a quote. */
class Scanner {
	private readonly source: AsyncIterator<Uint8Array>;

	private readonly outside: Buffer[] = [];

	private inString = false;

	private escaped = false;

	/** Bytes of the current string. */
	private string: Buffer[] = [];

	private stringLength = 0;

	private rest: Buffer = Buffer.alloc(0);

	constructor(source: Readable) {
		this.source = source[Symbol.asyncIterator]();
	}

	text(): string {
		return Buffer.concat([...this.outside, ...this.string]).toString('utf8');
	}

	/** Whether the current string is a small picture of the file rather than the file. */
	private isPreview(): boolean {
		const before = Buffer.concat(this.outside.slice(-8)).toString('latin1');
		return /"[^"]*(thumb|preview|icon|avatar|qrcode)[^"]*"\s*:\s*"$/i.test(before);
	}

	/** @returns the start of a long base64 string, or undefined at the end of the JSON */
	async untilLongString(): Promise<string | undefined> {
		for (let chunk = await this.next(); chunk; chunk = await this.next()) {
			let from = 0;
			for (let at = 0; at < chunk.length; at += 1) {
				if (!this.step(chunk[at] as number)) continue;
				(this.inString ? this.outside : this.string).push(
					chunk.subarray(from, this.inString ? at + 1 : at),
				);
				this.outside.push(...this.string.splice(0));
				from = this.inString ? at + 1 : at;
				this.stringLength = 0;
			}
			const tail = chunk.subarray(from);
			(this.inString ? this.string : this.outside).push(tail);
			this.stringLength += tail.length;
			if (this.inString && this.stringLength > THRESHOLD && !this.isPreview()) {
				const head = Buffer.concat(this.string).toString('latin1');
				if (/^(data:.{0,200}?;base64,)?[\w+/=\\\s-]*$/.test(head)) {
					this.string = [];
					return head;
				}
				// A long text that is not a file: do not check it again.
				this.stringLength = -Infinity;
			}
		}
		return undefined;
	}

	/** @returns whether the byte opens or closes a string */
	private step(byte: number): boolean {
		if (this.inString && this.escaped) {
			this.escaped = false;
			return false;
		}
		if (this.inString && byte === BACKSLASH) this.escaped = true;
		if (byte !== QUOTE) return false;
		this.inString = !this.inString;
		return true;
	}

	/** Yields the long string from its head on. Base64 contains no quotes, so the next quote ends it. */
	async *restOfString(head: string): AsyncGenerator<string> {
		yield head;
		for (let chunk = await this.next(); chunk; chunk = await this.next()) {
			const end = chunk.indexOf(QUOTE);
			yield chunk.subarray(0, end < 0 ? chunk.length : end).toString('latin1');
			if (end < 0) continue;
			this.rest = chunk.subarray(end);
			break;
		}
		// The rest is small: the other fields of the record.
		for (let chunk = await this.next(); chunk; chunk = await this.next()) this.outside.push(chunk);
	}

	private async next(): Promise<Buffer | undefined> {
		if (this.rest.length > 0) {
			const chunk = this.rest;
			this.rest = Buffer.alloc(0);
			return chunk;
		}
		const { done, value } = (await this.source.next()) as IteratorResult<Uint8Array, undefined>;
		return done ? undefined : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
	}
}

/** Decodes base64 or base64url that arrives in pieces and may contain JSON escapes. Anything else ends it, and calls `onInvalid`. */
async function* decode(
	pieces: AsyncGenerator<string>,
	onInvalid: () => void,
): AsyncGenerator<Buffer> {
	let carry = '';
	let isPadded = false;
	for await (const piece of pieces) {
		let text = carry + piece;
		let rest = '';
		let bytes = isPadded ? undefined : decodeQuartets(text);
		if (bytes === undefined) {
			// The end of a piece may split an escape.
			const whole = text.replace(/\\(u[0-9a-fA-F]{0,3})?$/, '');
			rest = text.slice(whole.length);
			text = removeEscapes(whole);
			if (!BASE64.test(text)) return onInvalid();
			bytes = Buffer.from(text.slice(0, wholeQuartets(text)), 'base64');
		}
		if (isPadded && text !== '') return onInvalid();
		isPadded ||= text.endsWith('=') && text.length % 4 === 0;
		carry = text.slice(wholeQuartets(text)) + rest;
		if (bytes.length > 0) yield bytes;
	}
	if (!BASE64.test(carry)) onInvalid();
	else if (carry !== '') yield Buffer.from(carry, 'base64');
}

const BASE64 = /^[\w+/-]*={0,2}$/;

function wholeQuartets(text: string): number {
	return text.length - (text.length % 4);
}

/** Decodes all groups of four digits; undefined if the text contains anything but digits. This is faster than looking for escapes. */
function decodeQuartets(text: string): Buffer | undefined {
	const length = wholeQuartets(text);
	const bytes = Buffer.from(length === text.length ? text : text.slice(0, length), 'base64');
	return bytes.length === (length / 4) * 3 ? bytes : undefined;
}

function removeEscapes(text: string): string {
	return text
		.replace(/\\u([0-9a-fA-F]{4})/g, (_all, code: string) =>
			String.fromCharCode(parseInt(code, 16)),
		)
		.replace(/\\[nrt]/g, '')
		.replace(/[\\\s]/g, '');
}

// A seeded generator of deliveries: by strangers, and genuine ones.
import { createHmac } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

const tokenHeader = 'X-Messaging-Integration-Token';
const signatureHeader = 'x-signature';

const types = [
	'application/json',
	'application/json; charset=utf-16',
	'application/json; charset=nonsense',
	'Application/JSON',
	'application/json ;x',
	'application/vnd.api+json',
	'text/plain',
	'text/plain; charset=nonsense',
	'application/x-www-form-urlencoded',
	'application/xml',
	'image/svg+xml',
	'application/octet-stream',
	'image/png',
	'multipart/form-data; boundary=x',
	'multipart/form-data',
	'multipart/form-data ; boundary=x',
	'multipart/mixed; boundary=x',
	'nonsense',
	'',
	undefined,
];

const form = (fields) =>
	Buffer.from(
		[
			...fields.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
			'--x--\r\n',
		].join(''),
	);
const file =
	'--x\r\nContent-Disposition: form-data; name="f"; filename="../a.png"\r\n' +
	'Content-Type: image/png\r\n\r\nPNG\r\n--x--\r\n';
const big = Buffer.alloc(17 * 1024 * 1024, '[');
const zipBomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

const bodies = [
	'',
	'{}',
	'null',
	'[]',
	'[null]',
	'"text"',
	'1e999',
	'{"event":"message","data":{"fromMe":false}}',
	'{"__proto__":{"data":1}}',
	'{"constructor":{"prototype":{"data":1}},"toString":1}',
	'{"data":{"files":{"f":{"filepath":"/etc/passwd"}},"data":{}}}',
	'['.repeat(100_000),
	'{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
	'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
	'<a><__proto__>1</__proto__></a>',
	'a=1&a=2&__proto__[x]=1&'.repeat(500),
	'{"a":',
	'\uFEFF{"a":1}',
	Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x22]),
	Buffer.from([1, 2, 3, 4]),
	form([['a', '1']]),
	form([
		['__proto__', '1'],
		['constructor', '2'],
	]),
	Buffer.concat([form([['a', '1']]).subarray(0, -5), Buffer.from(file)]),
	Buffer.from('--x\r\nContent-Disposition: form-data\r\n\r\n'),
	Buffer.from('--y--'),
	Buffer.alloc(1024 * 1024, 'x'),
].map((body) => Buffer.from(body));

const encodings = [
	['gzip', gzipSync],
	['gzip', (body) => body],
	['gzip', (body) => gzipSync(body).subarray(0, 12)],
	['gzip', () => zipBomb],
	['deflate', deflateSync],
	['deflate', (body) => body],
	['br', brotliCompressSync],
	['zstd', (body) => body],
	['gzip, gzip', (body) => gzipSync(gzipSync(body))],
	['identity', (body) => body],
	['', (body) => body],
];

/**
 * Generates requests from a seed. `mode` is 'headerToken' or 'hmac', `secret` the token or the key of the signature.
 */
export class Deliveries {
	#state;

	constructor({ seed, mode, secret }) {
		Object.assign(this, { mode, secret });
		this.#state = seed;
	}

	/** Returns a request by somebody without the token or the key. */
	stranger() {
		const type = this.#pick(types);
		let body = this.#upTo(400) === 0 ? big : this.#pick(bodies);
		const headers = type === undefined ? [] : [['Content-Type', type]];
		if (this.#upTo(2) === 0) {
			const [name, encode] = this.#pick(encodings);
			headers.push(['Content-Encoding', name]);
			if (body !== big) body = encode(body);
		}
		headers.push(...this.#forgery(body));
		const cut = this.#upTo(4) === 0 ? this.#pick([0, 0.3, 0.9]) : undefined;
		// n8n itself never responds to some XML.
		return { headers, body, isChunked: this.#upTo(3) === 0, cut, patience: 5000 };
	}

	/** Returns a genuine request with a number in its body. */
	genuine(n) {
		const json = Buffer.from(JSON.stringify({ n, event: 'message', text: 'Olá' }));
		const kinds = [
			['application/json', json],
			['application/json; charset=utf-8', gzipSync(json), 'gzip'],
			['application/octet-stream', json],
			['application/octet-stream', deflateSync(json), 'deflate'],
			['text/plain', json],
			['application/vnd.api+json', gzipSync(json), 'gzip'],
			[undefined, json],
		];
		const [type, body, encoding] = this.#pick(kinds);
		const proof = this.mode === 'headerToken' ? [tokenHeader, this.secret] : [signatureHeader, this.#sign(json)];
		const headers = [proof];
		if (type !== undefined) headers.push(['Content-Type', type]);
		if (encoding !== undefined) headers.push(['Content-Encoding', encoding]);
		return {
			headers,
			body,
			isChunked: this.#upTo(2) === 0,
			cut: undefined,
			patience: 60_000,
			isGenuine: true,
		};
	}

	#forgery(body) {
		const right = this.mode === 'headerToken' ? this.secret : this.#sign(Buffer.from(`${body}x`));
		const name = this.mode === 'headerToken' ? tokenHeader : signatureHeader;
		const wrong = this.mode === 'headerToken' ? right.slice(1) + right[0] + 'x' : right;
		return this.#pick([
			[],
			[[name, '']],
			[[name, 'x']],
			[[name, wrong]],
			[[name, wrong.slice(0, -1)]],
			[[name, `${wrong}, ${wrong}`]],
			[
				[name, wrong],
				[name, wrong],
			],
			[[name, 't=1,v1=' + 'a'.repeat(12_000)]],
			[[name, '\u00e9\u00ff'.repeat(20)]],
			[['Authorization', `Bearer ${wrong}`]],
			[['Cookie', `${name}=${wrong}`]],
		]);
	}

	#sign(body) {
		return createHmac('sha256', this.secret).update(body).digest('hex');
	}

	#pick(list) {
		return list[this.#upTo(list.length)];
	}

	/** mulberry32 */
	#upTo(count) {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * count);
	}
}

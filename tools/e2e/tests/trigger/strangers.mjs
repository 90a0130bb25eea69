// A seeded generator of deliveries, by strangers and genuine ones, and how they are sent: byte for byte, with any
// header and any framing, and cut anywhere.
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

const tokenHeader = 'X-Messaging-Integration-Token';
const signatureHeader = 'x-signature';

const types = [
	'application/json',
	'application/json; charset=utf-16',
	'application/json ;x',
	'application/vnd.api+json',
	'text/plain; charset=nonsense',
	'application/x-www-form-urlencoded',
	'application/xml',
	'image/png',
	'multipart/form-data; boundary=x',
	'multipart/form-data',
	'multipart/mixed; boundary=x',
	'nonsense',
	undefined,
];

const part = (name, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n1\r\n`;
const big = Buffer.alloc(17 * 1024 * 1024, '[');
const zipBomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

const bodies = [
	'',
	'null',
	'[null]',
	'{"event":"message","data":{"fromMe":false}}',
	'{"a":',
	'\uFEFF{"a":1}',
	'{"__proto__":{"data":1}}',
	'{"data":{"files":{"f":{"filepath":"/etc/passwd"}},"data":{}}}',
	'['.repeat(100_000),
	'{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
	'a=1&__proto__[x]=1&'.repeat(500),
	'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
	`${part('a')}--x--\r\n`,
	`${part('__proto__')}--x--\r\n`,
	`${part('f', '; filename="../a.png"')}--x--\r\n`,
	'--x\r\nContent-Disposition: form-data\r\n\r\n',
	Buffer.from([0xff, 0xfe, 0, 0xd8, 0x22]),
	Buffer.alloc(1024 * 1024, 'x'),
].map((body) => Buffer.from(body));

const encodings = [
	['gzip', gzipSync],
	['gzip', (body) => gzipSync(body).subarray(0, 12)],
	['gzip', () => zipBomb],
	['gzip, gzip', (body) => gzipSync(gzipSync(body))],
	['deflate', deflateSync],
	['br', brotliCompressSync],
	['zstd', (body) => body],
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
			['application/octet-stream', deflateSync(json), 'deflate'],
			['text/plain', json],
			[undefined, json],
		];
		const [type, body, encoding] = this.#pick(kinds);
		const proof = this.mode === 'headerToken' ? [tokenHeader, this.secret] : [signatureHeader, this.#sign(json)];
		const headers = [proof];
		if (type !== undefined) headers.push(['Content-Type', type]);
		if (encoding !== undefined) headers.push(['Content-Encoding', encoding]);
		return { headers, body, isChunked: this.#upTo(2) === 0, patience: 60_000, isGenuine: true };
	}

	#forgery(body) {
		const right = this.mode === 'headerToken' ? this.secret : this.#sign(Buffer.from(`${body}x`));
		const name = this.mode === 'headerToken' ? tokenHeader : signatureHeader;
		const wrong = this.mode === 'headerToken' ? right.slice(1) + right[0] + 'x' : right;
		return this.#pick([
			[],
			[[name, '']],
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

/**
 * Sends a request and returns its `status` and `text`; the status is 0 if the connection ended without a response.
 * `cut` is the share of the body after which the sender hangs up, or undefined, and `patience` how many ms it waits.
 */
export async function sendRaw(url, { headers, body, isChunked, cut, patience }) {
	const { hostname, port, pathname, host } = new URL(url);
	const lines = [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, 'Connection: close'];
	for (const [name, value] of headers) lines.push(`${name}: ${value}`);
	lines.push(isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`);
	const framed = isChunked
		? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
		: body;
	const sent = cut === undefined ? framed : framed.subarray(0, Math.floor(framed.length * cut));
	return await new Promise((resolve) => {
		const socket = connect(Number(port), hostname);
		let received = '';
		socket.setTimeout(patience, () => socket.destroy());
		socket.on('data', (chunk) => (received += chunk.toString('latin1')));
		// The server may close its side before it has read the body.
		socket.on('error', () => {});
		socket.on('close', () => {
			const [head, ...rest] = received.split('\r\n\r\n');
			resolve({ status: Number(head.split(' ')[1] ?? 0), text: rest.join('\r\n\r\n') });
		});
		socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
		socket.write(sent);
		if (cut !== undefined) setTimeout(() => socket.destroy(), 20);
	});
}

// Requests as strangers send them, byte for byte: with any header, any framing, and cut anywhere.
import { connect } from 'node:net';

/**
 * Sends a POST request and returns its `status` and `text`; the status is 0 if the connection ended without a response.
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

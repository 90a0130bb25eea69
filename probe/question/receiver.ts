import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The header with the token of the probe's own webhook. */
const TOKEN_HEADER = 'x-probe-token';
/** A longer body is no event of one message; bytes. */
const MAX_BODY = 5 * 1024 * 1024;

/** Receives the deliveries of the probe's own webhook. */
export interface Receiver {
	/** The URL for the webhook. */
	url: string;
	/** The headers for the webhook: a delivery without them is ignored. */
	headers: Record<string, string>;
	/** The bodies so far. */
	deliveries: unknown[];
	port: number;
	stop(): void;
}

/**
 * Listens on this machine alone; the URL has to lead here, e.g. by a tunnel.
 *
 * @param url at which the service reaches the probe
 * @param port 0 = any
 * @throws an error of Node if the port cannot be opened
 */
export async function startReceiver(url: string, port: number): Promise<Receiver> {
	const token = randomBytes(24).toString('hex');
	const deliveries: unknown[] = [];
	const server = createServer(async (req, res) => {
		const chunks: Buffer[] = [];
		let size = 0;
		try {
			for await (const chunk of req as AsyncIterable<Buffer>)
				if ((size += chunk.length) <= MAX_BODY) chunks.push(chunk);
			const isOwn = req.method === 'POST' && req.headers[TOKEN_HEADER] === token;
			if (isOwn && size <= MAX_BODY) deliveries.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
			res.writeHead(isOwn ? 200 : 401).end();
		} catch {
			res.writeHead(400).end();
		}
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return {
		url,
		headers: { [TOKEN_HEADER]: token },
		deliveries,
		port: (server.address() as AddressInfo).port,
		stop: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

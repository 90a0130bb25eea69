import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than clients keep idle connections, so that none is closed while a client reuses it. */
const keepAliveMs = 65_000;

/** Connections that wait to be accepted. A client may open thousands at once; the system's limit is 4,096. */
const backlog = 4096;

export interface RunningServer {
	origin: string;
	/** Breaks all connections. */
	close(): Promise<void>;
}

/**
 * Starts an HTTP server on the loopback address.
 *
 * @param port 0 for any free port
 * @throws if the port cannot be used
 */
export async function startServer(listener: RequestListener, port: number): Promise<RunningServer> {
	const server = createServer(listener);
	server.keepAliveTimeout = keepAliveMs;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', backlog, resolve);
	});
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
	};
}

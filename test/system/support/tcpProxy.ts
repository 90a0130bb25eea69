import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port in front of another one that can be closed, so that connections are refused, and opened again. */
export class TcpProxy {
	private server: Server | undefined;

	private readonly sockets = new Set<Socket>();

	port = 0;

	constructor(private readonly target: number) {}

	async open(): Promise<void> {
		if (this.server) return;
		const server = createServer((client) => {
			const service = connect(this.target, '127.0.0.1');
			for (const [one, other] of [
				[client, service],
				[service, client],
			] as const) {
				this.sockets.add(one);
				one.pipe(other);
				one.on('error', () => other.destroy());
				one.on('close', () => this.sockets.delete(one));
			}
		});
		this.server = server;
		await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
		this.port = (server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		const server = this.server;
		if (!server) return;
		this.server = undefined;
		for (const socket of this.sockets) socket.destroy();
		await new Promise<void>((resolve) => server.close(() => resolve()));
	}
}

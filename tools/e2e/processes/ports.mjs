// Free ports on the loopback interface.
import { createServer } from 'node:net';

/** Returns the wanted port if it is free, otherwise any free one. */
export async function findFreePort(wanted = 0) {
	return (await tryPort(wanted)) ?? (await tryPort(0));
}

function tryPort(port) {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const { port: found } = server.address();
			server.close(() => resolve(found));
		});
	});
}

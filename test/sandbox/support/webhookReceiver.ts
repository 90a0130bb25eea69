import type { IncomingHttpHeaders } from 'node:http';
import { Service } from '../../support/service';

export interface ReceivedDelivery {
	headers: IncomingHttpHeaders;
	body: string;
}

/** Starts a server that receives deliveries. It responds with the given statuses in turn, then with 200. */
export async function startReceiver(
	...statuses: number[]
): Promise<{ url: string; received: ReceivedDelivery[]; close(): Promise<void> }> {
	const received: ReceivedDelivery[] = [];
	const server = new Service((req, res) => {
		const chunks: Buffer[] = [];
		req.on('data', (chunk: Buffer) => chunks.push(chunk));
		req.on('end', () => {
			received.push({ headers: req.headers, body: Buffer.concat(chunks).toString('utf8') });
			res.writeHead(statuses.shift() ?? 200).end('noted');
		});
	});
	await server.start();
	return { url: `${server.origin}/hook`, received, close: async () => server.stop() };
}

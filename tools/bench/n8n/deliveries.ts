import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Figures } from '../report/figures';
import { cpuMsOf, settle, waitUntilIdle } from './process';
import type { Receiver } from './receivers';

/**
 * Delivers different events, each sender one after the other over its own connection.
 *
 * @param pid n8n's process
 * @returns deliveries per second, response times in ms and n8n's CPU time per delivery in ms, the executions included
 * @throws if a response is not 200
 */
export async function measureDeliveries(
	pid: number,
	receiver: Receiver,
	senders: number,
	count: number,
): Promise<Figures> {
	await settle(pid);
	const cpu = cpuMsOf(pid);
	const times: number[] = [];
	let left = count;
	const send = async () => {
		while (left > 0) {
			left -= 1;
			times.push(await deliver(receiver));
		}
	};
	const start = performance.now();
	await Promise.all(Array.from({ length: senders }, send));
	const seconds = (performance.now() - start) / 1000;
	// The executions continue after the responses.
	await waitUntilIdle(pid);
	times.sort((a, b) => a - b);
	const percentile = (part: number) => times[Math.ceil(part * times.length) - 1] ?? NaN;
	return {
		perSecond: count / seconds,
		p50: percentile(0.5),
		p99: percentile(0.99),
		cpuMs: (cpuMsOf(pid) - cpu) / count,
	};
}

/** Sends an event like the sandbox's, and returns the response time in ms. */
async function deliver({ url, headers }: Receiver): Promise<number> {
	const body = JSON.stringify({
		event: 'message',
		id: randomUUID(),
		instanceId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
		remoteJid: '5511987654321@s.whatsapp.net',
		fromMe: false,
		type: 'text',
		content: { text: 'Where is my order?' },
		timestamp: Math.floor(Date.now() / 1000),
		status: 'received',
	});
	const start = performance.now();
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
	});
	await response.arrayBuffer();
	if (response.status !== 200) throw new Error(`A delivery got ${response.status}`);
	return performance.now() - start;
}

import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { format, measureInTurns, ratioFor, spreadFor, type Figures, type Table } from './figures';
import { cpuMsOf, settle, waitUntilIdle } from './n8n/process';
import { startSession } from './n8n/session';
import { publishTrigger, publishWebhook, type Receiver } from './receivers';

const SENDERS = 10;

/** Deliveries per measurement, by when n8n creates isolates for expressions. */
const COUNTS = { always: 150, 'on demand': 300 };

/** How many deliveries the trigger accepts, compared with n8n's Webhook node with Header Auth. */
export async function deliveries(): Promise<Table> {
	const table: Table = [];
	for (const [isolates, count] of Object.entries(COUNTS)) {
		const session = await startSession(isolates === 'on demand' ? { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } : {});
		try {
			const trigger = await publishTrigger(session);
			const webhook = await publishWebhook(session, trigger.headers);
			const figures = await measureInTurns({
				trigger: async () => await measure(session.pid, trigger, count),
				webhook: async () => await measure(session.pid, webhook, count),
			});
			for (const [subject, measured] of Object.entries(figures))
				table.push({
					subject,
					isolates,
					'per second': format(spreadFor(measured, 'perSecond'), 0),
					'p50, ms': format(spreadFor(measured, 'p50'), 1),
					'p99, ms': format(spreadFor(measured, 'p99'), 1),
					'CPU each, ms': format(spreadFor(measured, 'cpuMs')),
					'CPU / that of Webhook': format(ratioFor(measured, figures.webhook, 'cpuMs')),
				});
		} finally {
			await session.stop();
		}
	}
	return table;
}

/** Delivers different events, each sender one after the other over its own connection. Throws if one gets no 200. */
async function measure(pid: number, receiver: Receiver, count: number): Promise<Figures> {
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
	await Promise.all(Array.from({ length: SENDERS }, send));
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

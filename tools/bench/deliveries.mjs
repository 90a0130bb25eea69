// How many deliveries the trigger accepts, compared with n8n's Webhook node with Header Auth.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { listWebhooks, waitForRegistration } from '../e2e/demo/webhooks.mjs';
import { ourTrigger, post, publishWorkflow, webhookNode } from '../e2e/n8n/workflows.mjs';
import { format, measureInTurns, ratiosOf, valuesOf } from './figures.mjs';
import { cpuMsOf, settle, waitUntilIdle } from './process.mjs';
import { nothing, startSession } from './session.mjs';

const senders = 10;

/** Deliveries per measurement, by when n8n creates isolates for expressions. */
const counts = { always: 150, 'on demand': 300 };

/** Returns the rows of the table. */
export async function deliveries() {
	const table = [];
	for (const [isolates, count] of Object.entries(counts)) {
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
					'per second': format(valuesOf(measured, 'perSecond'), 0),
					'p50, ms': format(valuesOf(measured, 'p50'), 1),
					'p99, ms': format(valuesOf(measured, 'p99'), 1),
					'CPU each, ms': format(valuesOf(measured, 'cpuMs')),
					'CPU / that of Webhook': format(ratiosOf(measured, figures.webhook, 'cpuMs')),
				});
		} finally {
			await session.stop();
		}
	}
	return table;
}

const settings = { saveDataSuccessExecution: 'none' };

/** Publishes the trigger of this package. Returns its `url` and the `headers` that it requires. */
async function publishTrigger(session) {
	// All deliveries are of one chat.
	const trigger = ourTrigger(session, 'Trigger', { events: ['message'], simplify: false, options: { maxPerChat: 0 } });
	await publishWorkflow(session, { name: 'Trigger', nodes: [trigger, nothing()], settings });
	const url = `${session.n8n.url}/webhook/${trigger.webhookId}/webhook`;
	await waitForRegistration(session.sandbox, url);
	const [{ headers }] = await listWebhooks(session.sandbox, url);
	return { url, headers };
}

/** Publishes n8n's Webhook node, which requires the header. The trigger's responses are empty, too. */
async function publishWebhook(session, headers) {
	const [[name, value]] = Object.entries(headers);
	const type = 'httpHeaderAuth';
	const credentials = { [type]: await session.api.saveCredential({ name: 'Token', type, data: { name, value } }) };
	const parameters = { responseMode: 'onReceived', authentication: 'headerAuth', options: { noResponseBody: true } };
	const webhook = { ...webhookNode('Webhook', parameters), credentials };
	const { url } = await publishWorkflow(session, { name: 'Webhook', nodes: [webhook, nothing()], settings });
	return { url, headers };
}

/** Delivers different events, each sender one after the other over its own connection. Throws if one gets no 200. */
async function measure(pid, receiver, count) {
	await settle(pid);
	const [start, cpu] = [performance.now(), cpuMsOf(pid)];
	const times = [];
	let left = count;
	const send = async () => {
		for (; left > 0; left -= 1) times.push(await deliver(receiver));
	};
	await Promise.all(Array.from({ length: senders }, send));
	const seconds = (performance.now() - start) / 1000;
	// The executions continue after the responses.
	await waitUntilIdle(pid);
	times.sort((a, b) => a - b);
	const percentile = (part) => times[Math.ceil(part * times.length) - 1];
	const cpuMs = (cpuMsOf(pid) - cpu) / times.length;
	return { perSecond: times.length / seconds, p50: percentile(0.5), p99: percentile(0.99), cpuMs };
}

/** Sends an event like the sandbox's, and returns the response time in ms. */
async function deliver({ url, headers }) {
	const event = {
		event: 'message',
		id: randomUUID(),
		instanceId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
		remoteJid: '5511987654321@s.whatsapp.net',
		fromMe: false,
		type: 'text',
		content: { text: 'Where is my order?' },
		timestamp: Math.floor(Date.now() / 1000),
		status: 'received',
	};
	const start = performance.now();
	const response = await post(url, event, headers);
	await response.arrayBuffer();
	if (response.status !== 200) throw new Error(`A delivery got ${response.status}`);
	return performance.now() - start;
}

// A workflow that sends a text for each delivery.
import { randomUUID } from 'node:crypto';
import { listWebhooks, waitForRegistration } from '../../demo/webhooks.mjs';
import { nodeType, triggerType } from '../../n8n/package.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { chat } from './sendAndWait.mjs';

/**
 * Publishes a workflow that sends a text for each delivery: the delivery's `n`. It has `triggers` triggers with
 * `options`.
 */
export async function publishEcho(demo, { triggers = 1, options = {} } = {}) {
	const { api, sandbox, credential, n8n } = demo;
	const { data: instances } = await sandbox.request('GET', '/instances?status=connected');
	const credentials = { messagingIntegrationApi: credential };
	const events = Array.from({ length: triggers }, (_, index) => ({
		...{ id: randomUUID(), name: index === 0 ? 'Event' : `Event ${index}`, position: [0, 0] },
		...{ type: triggerType, typeVersion: 2, webhookId: randomUUID(), credentials },
		// Not the events of the messages that it sends.
		parameters: { events: ['order'], simplify: false, options },
	}));
	const send = {
		...{ id: randomUUID(), name: 'Send', type: nodeType, typeVersion: 1, position: [220, 0] },
		parameters: {
			instanceId: { __rl: true, mode: 'list', value: instances[0].id },
			recipient: { __rl: true, mode: 'id', value: chat },
			text: '=n{{ $json.n }}',
		},
		credentials,
	};
	const toSend = { main: [[{ node: 'Send', type: 'main', index: 0 }]] };
	const { id } = await api.createWorkflow({
		name: 'Echo',
		nodes: [...events, send],
		connections: Object.fromEntries(events.map(({ name }) => [name, toSend])),
		settings: { executionOrder: 'v1' },
	});
	await api.publish(id);
	const paths = events.map(({ webhookId }) => `/webhook/${webhookId}/webhook`);
	for (const path of paths) await waitForRegistration(sandbox, `${n8n.url}${path}`);
	return Object.assign(new Echo(), { demo, id, paths });
}

/** A workflow whose runs leave a trace at the service. */
class Echo {
	headers = new Map();

	/** Returns the service's webhooks with the URL of a trigger of this workflow. */
	async registrations(path = this.paths[0]) {
		const { sandbox, n8n } = this.demo;
		return await listWebhooks(sandbox, `${n8n.url}${path}`);
	}

	/** Delivers `{ n }` to a process, for one of the triggers, and returns the status of the response. */
	async deliver(receiver, n, path = this.paths[0]) {
		if (!this.headers.has(path)) this.headers.set(path, (await this.registrations(path))[0].headers);
		const response = await fetch(`${receiver.url}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...this.headers.get(path) },
			body: JSON.stringify({ n }),
		});
		await response.arrayBuffer();
		return response.status;
	}

	/** Returns how often the node behind the trigger has run, by `n`, when no execution is under way. */
	async runs() {
		const { api, sandbox } = this.demo;
		await waitUntil(
			async () => {
				const open = ['new', 'running', 'waiting'].map((each) => api.countExecutions(this.id, each));
				return (await Promise.all(open)).every((count) => count === 0);
			},
			'the end of all executions',
			180_000,
		);
		const ledger = await sandbox.control('GET', 'ledger');
		const texts = ledger.filter(({ path }) => path === '/messages').map(({ body }) => body.content.text);
		const counts = new Map();
		for (const text of texts) counts.set(text.slice(1), (counts.get(text.slice(1)) ?? 0) + 1);
		return counts;
	}

	/** Delivers each of `numbers` to all of `receivers` at the same instant, and returns those that did not run once. */
	async deliverTwins(receivers, numbers) {
		await this.deliver(receivers[0], 'headers');
		for (const n of numbers) await Promise.all(receivers.map(async (receiver) => await this.deliver(receiver, n)));
		const runs = await this.runs();
		return numbers.filter((n) => runs.get(String(n)) !== 1);
	}
}

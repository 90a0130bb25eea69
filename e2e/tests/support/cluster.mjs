// A demo in queue mode: a main process, two workers and two webhook processes.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startDemo } from '../../demo/demo.mjs';
import { listWebhooks, waitForRegistration } from '../../demo/webhooks.mjs';
import { startStores } from '../../n8n/cluster.mjs';
import { nodeType, triggerType } from '../../n8n/package.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { createTemporaryFolder } from '../../n8n/userFolder.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { chat } from './sendAndWait.mjs';

/** The processes of n8n in queue mode, besides the parts of a demo. */
export class Cluster {
	/** Starts everything in an empty user folder, with further environment variables for n8n. */
	static async start(name, env = {}) {
		const userFolder = join(process.env.E2E_FOLDER ?? createTemporaryFolder('e2e'), name);
		mkdirSync(userFolder, { recursive: true });
		const stores = await startStores(userFolder);
		const cluster = new Cluster();
		Object.assign(cluster, { userFolder, stores, env: { ...stores.env, ...env } });
		cluster.demo = await startDemo({ userFolder, env: cluster.env });
		// It would reply to the messages of the tests.
		await cluster.demo.api.unpublish(cluster.demo.workflow.id);
		// All processes send the URLs of the main process to the service.
		const { url } = cluster.demo.n8n;
		Object.assign(cluster.env, { WEBHOOK_URL: url, N8N_EDITOR_BASE_URL: url });
		cluster.workers = [await cluster.startProcess('worker'), await cluster.startProcess('worker')];
		cluster.webhooks = [
			await cluster.startProcess('webhook'),
			await cluster.startProcess('webhook'),
		];
		return cluster;
	}

	async startProcess(role) {
		return await startN8n({ userFolder: this.userFolder, env: this.env, role });
	}

	/** The processes that accept deliveries. */
	get receivers() {
		return [this.demo.n8n, ...this.webhooks];
	}

	/** Ends a process with `end` ('stop' or 'kill') and starts it again at the same port. */
	async restart(role, index, end) {
		const list = { main: [this.demo.n8n], worker: this.workers, webhook: this.webhooks }[role];
		const { url } = list[index];
		await list[index][end]();
		const started = await startN8n({
			userFolder: this.userFolder,
			env: this.env,
			port: Number(new URL(url).port),
			role: role === 'main' ? 'start' : role,
		});
		if (role === 'main') {
			this.demo.n8n = started;
			await this.demo.api.signIn();
		} else list[index] = started;
	}

	/** Publishes a workflow that sends a text for each delivery: the delivery's `n`. Returns it as an `Echo`. */
	async publishEcho() {
		const { api, sandbox, credential, n8n } = this.demo;
		const { data: instances } = await sandbox.request('GET', '/instances?status=connected');
		const credentials = { messagingIntegrationApi: credential };
		const webhookId = randomUUID();
		const { id } = await api.createWorkflow({
			name: 'Echo',
			nodes: [
				{
					...{
						id: randomUUID(),
						name: 'Event',
						type: triggerType,
						typeVersion: 2,
						position: [0, 0],
					},
					// Not the events of the messages that it sends.
					...{ webhookId, parameters: { events: ['order'] }, credentials },
				},
				{
					...{ id: randomUUID(), name: 'Send', type: nodeType, typeVersion: 1, position: [220, 0] },
					parameters: {
						instanceId: { __rl: true, mode: 'list', value: instances[0].id },
						recipient: { __rl: true, mode: 'id', value: chat },
						text: '=n{{ $json.n }}',
					},
					credentials,
				},
			],
			connections: { Event: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		await api.publish(id);
		const path = `/webhook/${webhookId}/webhook`;
		await waitForRegistration(sandbox, `${n8n.url}${path}`);
		return Object.assign(new Echo(), { cluster: this, id, path });
	}
}

/** A workflow whose runs leave a trace at the service. */
class Echo {
	/** Returns the service's webhooks with the URL of this workflow. */
	async registrations() {
		const { sandbox, n8n } = this.cluster.demo;
		return await listWebhooks(sandbox, `${n8n.url}${this.path}`);
	}

	/** Delivers `{ n }` to a process, and returns the status of the response. */
	async deliver(receiver, n) {
		this.headers ??= (await this.registrations())[0].headers;
		const response = await fetch(`${receiver.url}${this.path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...this.headers },
			body: JSON.stringify({ n }),
		});
		await response.arrayBuffer();
		return response.status;
	}

	/** Returns how often the node behind the trigger has run, by `n`, when no execution is under way. */
	async runs() {
		const { api, sandbox } = this.cluster.demo;
		await waitUntil(
			async () => {
				const open = ['new', 'running', 'waiting'].map((each) =>
					api.countExecutions(this.id, each),
				);
				return (await Promise.all(open)).every((count) => count === 0);
			},
			'the end of all executions',
			180_000,
		);
		const ledger = await sandbox.control('GET', 'ledger');
		const texts = ledger
			.filter(({ path }) => path === '/messages')
			.map(({ body }) => body.content.text);
		const counts = new Map();
		for (const text of texts) counts.set(text.slice(1), (counts.get(text.slice(1)) ?? 0) + 1);
		return counts;
	}
}

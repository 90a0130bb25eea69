// A demo in queue mode: a main process, two workers and two webhook processes.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { startDemo } from '../../demo/demo.mjs';
import { startStores } from '../../n8n/cluster.mjs';
import { nodeType } from '../../n8n/package.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { createTemporaryFolder } from '../../n8n/userFolder.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { publishEcho } from '../support/echo.mjs';
import { publishWorkflow } from '../support/templates.mjs';

/**
 * Before the tests of a file, starts a cluster like `Cluster.start` and calls `ready` with it. After them, prints the
 * `table`, if any, and removes the cluster.
 */
export function setUpCluster(name, ready, { table, ...settings } = {}) {
	let cluster;
	before(
		async () => {
			cluster = await Cluster.start(name, settings);
			await ready(cluster);
		},
		{ timeout: 300_000 },
	);
	after(async () => {
		table?.print();
		await stopAll();
		cluster?.stores.remove();
	});
}

/** The processes of n8n in queue mode, besides the parts of a demo. */
export class Cluster {
	/**
	 * Starts everything in an empty user folder. `env` has further variables for n8n; `folder` contains another version
	 * of n8n.
	 */
	static async start(name, { env = {}, folder } = {}) {
		const userFolder = join(process.env.E2E_FOLDER ?? createTemporaryFolder('e2e'), name);
		mkdirSync(userFolder, { recursive: true });
		const stores = await startStores(userFolder);
		const cluster = new Cluster();
		Object.assign(cluster, { userFolder, stores, folder, env: { ...stores.env, ...env } });
		cluster.demo = await startDemo({ userFolder, env: cluster.env, n8nFolder: folder });
		// It would reply to the messages of the tests.
		await cluster.demo.api.unpublish(cluster.demo.workflow.id);
		// All processes send the URLs of the main process to the service.
		const { url } = cluster.demo.n8n;
		Object.assign(cluster.env, { WEBHOOK_URL: url, N8N_EDITOR_BASE_URL: url });
		cluster.workers = [await cluster.startProcess('worker'), await cluster.startProcess('worker')];
		cluster.webhooks = [await cluster.startProcess('webhook'), await cluster.startProcess('webhook')];
		return cluster;
	}

	async startProcess(role) {
		const { userFolder, env, folder } = this;
		return await startN8n({ userFolder, env, folder, role });
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
			folder: this.folder,
			port: Number(new URL(url).port),
			role: role === 'main' ? 'start' : role,
		});
		if (role === 'main') {
			this.demo.n8n = started;
			await this.demo.api.signIn();
		} else list[index] = started;
	}

	/** Publishes a workflow with a webhook as its start: see `publishWorkflow`. */
	async publish(workflow) {
		return await publishWorkflow(this.demo, workflow);
	}

	/**
	 * Publishes a workflow that sends a text to `count` people per run; `part` in the body of its webhook chooses them.
	 */
	async publishBroadcast(count) {
		const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		return await this.publish({
			name: 'Broadcast',
			nodes: [
				{ id: randomUUID(), name: 'Start', position: [0, 0] },
				{
					...{ id: randomUUID(), name: 'People', type: 'n8n-nodes-base.code', typeVersion: 2 },
					position: [220, 0],
					parameters: {
						jsCode: `const from = 80000000 + ${count} * ($json.body.part ?? 0);
return Array.from({ length: ${count} }, (_, n) => ({ json: { phone: '+55 11 9' + (from + n) } }));`,
					},
				},
				{
					...{ id: randomUUID(), name: 'Send', type: nodeType, typeVersion: 1 },
					position: [440, 0],
					parameters: {
						recipient: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' },
						text: 'Hello',
					},
				},
			],
			connections: { Start: to('People'), People: to('Send') },
			settings: { executionOrder: 'v1' },
		});
	}

	/** Returns how often the service got a message for each recipient. */
	async received() {
		const counts = new Map();
		for (const { path, body } of await this.demo.sandbox.control('GET', 'ledger')) {
			if (path === '/messages') counts.set(body.remoteJid, (counts.get(body.remoteJid) ?? 0) + 1);
		}
		return counts;
	}

	/** Returns how many messages the service got. */
	async countMessages() {
		return [...(await this.received()).values()].reduce((sum, count) => sum + count, 0);
	}

	/** Publishes an `Echo`: see `publishEcho`. */
	async publishEcho(settings) {
		return await publishEcho(this.demo, settings);
	}

	/** Returns the result of an SQL query, as text. */
	query(sql) {
		const { DB_POSTGRESDB_PORT: port, DB_POSTGRESDB_USER: user } = this.stores.env;
		const args = ['-h', '127.0.0.1', '-p', port, '-U', user, '-d', 'postgres', '-Atc', sql];
		return execFileSync('psql', args).toString().trim();
	}
}

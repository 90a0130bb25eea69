// A demo in queue mode: a main process, two workers and two webhook processes.
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { startDemo } from '../../demo/demo.mjs';
import { startStores } from '../../n8n/cluster.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { locator, node, ourNode, webhookNode } from '../../n8n/workflows.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { testFolder } from '../support/demo.mjs';
import { anInstance, countOf, publish, sentBodies } from '../support/workflows.mjs';

/**
 * Before the tests of a file, starts a cluster like `Cluster.start` and calls `ready` with it. After them, removes it.
 */
export function setUpCluster(name, ready, settings) {
	let cluster;
	before(
		async () => {
			cluster = await Cluster.start(name, settings);
			await ready(cluster);
		},
		{ timeout: 300_000 },
	);
	after(async () => {
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
		const userFolder = testFolder(name);
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

	/** Restarts every process, one after the other. */
	async restartAll() {
		for (const [role, count] of Object.entries({ worker: 2, webhook: 2, main: 1 }))
			for (let index = 0; index < count; index++) await this.restart(role, index, 'stop');
	}

	/**
	 * Publishes a workflow that sends a text to `count` people per run; `part` in the body of its webhook chooses them.
	 */
	async publishBroadcast(count) {
		const jsCode = `const from = 80000000 + ${count} * ($json.body.part ?? 0);
return Array.from({ length: ${count} }, (_, n) => ({ json: { phone: '+55 11 9' + (from + n) } }));`;
		const recipient = locator('={{ $json.phone }}', 'phone');
		const instanceId = await anInstance(this.demo);
		const send = ourNode(this.demo, 'Send', { instanceId, recipient, text: 'Hello' });
		return await publish(this.demo, {
			name: 'Broadcast',
			nodes: [webhookNode(), node('People', 'code', 2, { jsCode }), send],
		});
	}

	/** Returns how often the service got a message for each recipient. */
	async received() {
		return countOf((await sentBodies(this.demo)).map(({ remoteJid }) => remoteJid));
	}

	/** Returns how many messages the service got. */
	async countMessages() {
		return (await sentBodies(this.demo)).length;
	}
}

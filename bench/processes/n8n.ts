import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { N8nApi } from '../../e2e/n8n/api.mjs' with { 'resolution-mode': 'import' };

/** A running n8n with the packed package, and its owner signed in. */
export interface N8n {
	url: string;
	/** Its main process. */
	pid: number;
	api: N8nApi;
	/** Stops n8n and deletes its data. */
	end(): Promise<void>;
}

/** A node of a workflow, without its place. */
export interface WorkflowNode extends IDataObject {
	type: string;
	typeVersion: number;
	parameters: IDataObject;
}

/** One run of a node, by a workflow in n8n. */
export interface NodeRun {
	status: string;
	/** How long the node took; 0 if the run failed. */
	seconds: number;
	workflowId: string;
}

/** Starts a real n8n on this machine with an empty user folder, and installs it first if necessary. `env` are further variables for it. */
export async function startN8n(name: string, env: NodeJS.ProcessEnv = {}): Promise<N8n> {
	const [
		{ ensureBuilt },
		{ setUpN8n },
		{ installPackage },
		server,
		{ createTemporaryFolder },
		client,
	] = await Promise.all([
		import('../../scripts/build.mjs'),
		import('../../e2e/n8n/install.mjs'),
		import('../../e2e/n8n/package.mjs'),
		import('../../e2e/n8n/server.mjs'),
		import('../../e2e/n8n/userFolder.mjs'),
		import('../../e2e/n8n/api.mjs'),
	]);
	await setUpN8n();
	await ensureBuilt();
	const userFolder = createTemporaryFolder(name);
	await installPackage(userFolder, undefined);
	const n8n = await server.startN8n({ userFolder, port: undefined, env });
	const end = async () => {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
	};
	const api = new client.N8nApi(n8n.url);
	await api.signIn();
	return { url: n8n.url, pid: n8n.child.pid ?? 0, api, end };
}

/** Runs a node once over `items` like a production workflow: a webhook starts it, and nothing waits for its response. */
export async function runNodeIn(
	{ url, api }: N8n,
	node: WorkflowNode,
	items: IDataObject[],
): Promise<NodeRun> {
	const path = randomUUID();
	const name = 'Measured';
	const place = (at: number) => ({ id: randomUUID(), position: [at * 220, 0] });
	const workflow = await api.createWorkflow({
		name: `Run ${path}`,
		nodes: [
			{
				...place(0),
				name: 'Start',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2.1,
				webhookId: path,
				parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			},
			{
				...place(1),
				name: 'Items',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'body.items', options: {} },
			},
			{ ...place(2), name, ...node },
		],
		connections: {
			Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
			Items: { main: [[{ node: name, type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	});
	await api.publish(workflow.id);
	const { waitForWebhook } = await import('../../e2e/n8n/runNode.mjs');
	await waitForWebhook(`${url}/webhook/${path}`);
	await fetch(`${url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ items }),
	});
	for (let failures = 0; ;) {
		await sleep(500);
		let run;
		try {
			[run] = await api.listExecutions(workflow.id);
			failures = 0;
		} catch (error) {
			// n8n closes idle connections, and a poll may be on its way on one of them.
			if (++failures > 5) throw error;
			continue;
		}
		if (run === undefined || ['new', 'running', 'waiting'].includes(run.status)) continue;
		const took = run.status === 'success' ? await api.readDuration(run.id, name) : 0;
		await api.unpublish(workflow.id);
		return { status: run.status, seconds: took / 1000, workflowId: workflow.id };
	}
}

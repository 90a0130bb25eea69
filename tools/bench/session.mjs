// A real n8n with the packed package, and the workflows that are measured in it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/build.mjs';
import { projectRoot } from '../scripts/run.mjs';
import { startSandbox } from '../e2e/demo/sandbox.mjs';
import { N8nApi } from '../e2e/n8n/api.mjs';
import { setUpN8n } from '../e2e/n8n/install.mjs';
import { credentialType, installPackage } from '../e2e/n8n/package.mjs';
import { startN8n } from '../e2e/n8n/server.mjs';
import { createTemporaryFolder } from '../e2e/n8n/userFolder.mjs';
import { node, post, publishWorkflow, webhookNode } from '../e2e/n8n/workflows.mjs';

/** A node that does nothing. */
export const nothing = () => node('Nothing', 'noOp', 1);

/**
 * Starts n8n, and installs it first if necessary, with a sandbox without a rate limit. n8n does not store executions
 * that succeed. `env` are variables for it. Returns what the helpers of the end-to-end tests expect of a demo, with the
 * `pid` of n8n and `stop()`.
 */
export async function startSession(env = {}) {
	await setUpN8n();
	await ensureBuilt();
	const folder = createTemporaryFolder('bench');
	await installPackage(folder);
	const sandbox = await startLimitedSandbox(folder, 'none');
	const collectGarbage = join(projectRoot, 'tools', 'bench', 'collectGarbage.cjs');
	const settings = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', NODE_OPTIONS: `--require=${collectGarbage}` };
	const n8n = await startN8n({ userFolder: folder, env: { ...settings, ...env } });
	const api = new N8nApi(n8n.url);
	await api.signIn();
	const credential = await saveCredential(api, sandbox);
	const stop = async () => {
		await Promise.all([n8n.stop(), sandbox.stop()]);
		rmSync(folder, { recursive: true, force: true });
	};
	return { folder, sandbox, n8n, api, pid: n8n.child.pid, credential, stop };
}

/** Starts a sandbox with a limit of requests per minute. */
export async function startLimitedSandbox(folder, tier) {
	const sandbox = await startSandbox({ folder });
	await sandbox.control('POST', 'rate', { tier });
	return sandbox;
}

/** Saves credentials for a sandbox in n8n. */
export async function saveCredential(api, { url, key, baseUrl }) {
	const data = { apiKey: key, environment: 'test', baseUrl };
	return await api.saveCredential({ name: url, type: credentialType, data });
}

/** Deletes what the sandbox has stored, and its own webhooks, which would receive an event for each message. */
export async function resetSandbox({ sandbox }) {
	await sandbox.control('POST', 'reset', { keepWebhooks: true });
	for (const { id, url } of await sandbox.control('GET', 'webhooks'))
		if (url.includes('/_sandbox/')) await sandbox.request('DELETE', `/webhooks/${id}`);
}

/**
 * Publishes a workflow that runs a node for each item of `body.items`. It responds with the first result or, with
 * `onReceived`, at once; then n8n stores the execution. Returns it with its `url`.
 */
export async function publishRun(session, runNode, responseMode = 'lastNode') {
	const isStored = responseMode === 'onReceived';
	return await publishWorkflow(session, {
		name: 'Run',
		nodes: [
			webhookNode('Start', { responseMode, ...(!isStored && { responseData: 'firstEntryJson' }) }),
			node('Items', 'splitOut', 1, { fieldToSplitOut: 'body.items', options: {} }),
			runNode,
		],
		settings: { saveDataSuccessExecution: isStored ? 'all' : 'none' },
	});
}

/** Runs a workflow of `publishRun` with these items once. Throws if it fails. */
export async function runItems(url, items) {
	const response = await post(url, { items });
	const text = await response.text();
	if (!response.ok) throw new Error(`The run failed: ${response.status} ${text.slice(0, 300)}`);
}

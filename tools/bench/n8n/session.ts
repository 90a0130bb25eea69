import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nApi } from '../../e2e/n8n/api.mjs' with { 'resolution-mode': 'import' };

/** A running n8n with the packed package, and its owner signed in. */
export interface N8n {
	url: string;
	api: N8nApi;
	/** Its main process. */
	pid: number;
	/** Stops n8n and deletes its data. */
	end(): Promise<void>;
}

export type Session = Awaited<ReturnType<typeof startSession>>;

/** Starts a real n8n with an empty user folder, and installs it first if necessary. `env` are variables for it. */
export async function startN8n(env: NodeJS.ProcessEnv = {}): Promise<N8n> {
	// tools/e2e/ consists of ES modules.
	const [{ ensureBuilt }, { setUpN8n }, { installPackage }, server, { createTemporaryFolder }, client] =
		await Promise.all([
			import('../../scripts/build.mjs'),
			import('../../e2e/n8n/install.mjs'),
			import('../../e2e/n8n/package.mjs'),
			import('../../e2e/n8n/server.mjs'),
			import('../../e2e/n8n/userFolder.mjs'),
			import('../../e2e/n8n/api.mjs'),
		]);
	await setUpN8n();
	await ensureBuilt();
	const userFolder = createTemporaryFolder('bench');
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

/** Starts the sandbox without a rate limit and an n8n that does not store executions that succeed. */
export async function startSession(env: NodeJS.ProcessEnv = {}) {
	const [{ createTemporaryFolder }, { credentialType }, { startSandbox }] = await Promise.all([
		import('../../e2e/n8n/userFolder.mjs'),
		import('../../e2e/n8n/package.mjs'),
		import('../../e2e/demo/sandbox.mjs'),
	]);
	const folder = createTemporaryFolder('bench');
	const sandbox = await startSandbox({ folder, port: 0 });
	await sandbox.control('POST', 'rate', { tier: 'none' });
	const n8n = await startN8n({
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		...env,
		NODE_OPTIONS: `--require=${join(__dirname, 'collectGarbage.cjs')}`,
	});
	const credential = await n8n.api.saveCredential({
		name: 'Sandbox',
		type: credentialType,
		data: { apiKey: sandbox.key, environment: 'test', baseUrl: sandbox.baseUrl },
	});
	const stop = async () => {
		await Promise.all([n8n.end(), sandbox.stop()]);
		rmSync(folder, { recursive: true, force: true });
	};
	return { sandbox, n8n, pid: n8n.pid, credential, stop };
}

/** Deletes what the sandbox has stored, and its own webhooks, which would receive an event for each message. */
export async function resetSandbox({ sandbox }: Session): Promise<void> {
	await sandbox.control('POST', 'reset', { keepWebhooks: true });
	for (const { id, url } of await sandbox.control('GET', 'webhooks'))
		if (url.includes('/_sandbox/')) await sandbox.request('DELETE', `/webhooks/${id}`);
}

/** How many requests the sandbox has received since it was reset. */
export async function countRequests({ sandbox }: Session): Promise<number> {
	return (await sandbox.control('GET', 'log?last=1'))[0]?.id ?? 0;
}

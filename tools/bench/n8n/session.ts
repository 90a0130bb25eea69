import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startN8n } from '../processes/n8n';
import { hasLoaded } from './process';

/**
 * n8n's expression engines: the default one, which evaluates in an isolate; the same with an isolate only for
 * executions that evaluate an expression; and the one of earlier versions.
 */
export type Engine = 'vm' | 'lazy' | 'legacy';

export const engineNames = { vm: 'default', lazy: 'isolates on demand', legacy: 'legacy' };

const engineSettings: Record<Engine, Record<string, string>> = {
	vm: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	legacy: { N8N_EXPRESSION_ENGINE: 'legacy' },
};

export type Session = Awaited<ReturnType<typeof startSession>>;

/**
 * Starts the sandbox without a rate limit and a real n8n with the packed package, which does not store executions that
 * succeed.
 *
 * @throws if the build fails, a part does not become ready, or n8n does not use the engine
 */
export async function startSession(engine: Engine) {
	// tools/e2e/ consists of ES modules.
	const [{ createTemporaryFolder }, { credentialType }, { startSandbox }] = await Promise.all([
		import('../../e2e/n8n/userFolder.mjs'),
		import('../../e2e/n8n/package.mjs'),
		import('../../e2e/demo/sandbox.mjs'),
	]);
	const folder = createTemporaryFolder('bench');
	const sandbox = await startSandbox({ folder, port: 0 });
	await sandbox.control('POST', 'rate', { tier: 'none' });
	const n8n = await startN8n('bench', {
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		...engineSettings[engine],
		NODE_OPTIONS: `--require=${join(__dirname, 'collectGarbage.cjs')}`,
	});
	const { pid, api } = n8n;
	if (hasLoaded(pid, /isolated-vm/) !== (engine !== 'legacy'))
		throw new Error(`n8n does not use the expression engine ${engine}`);
	const credential = await api.saveCredential({
		name: 'Sandbox',
		type: credentialType,
		data: { apiKey: sandbox.key, environment: 'test', baseUrl: sandbox.baseUrl },
	});
	const stop = async () => {
		await Promise.all([n8n.end(), sandbox.stop()]);
		rmSync(folder, { recursive: true, force: true });
	};
	return { sandbox, n8n, pid, api, credential, stop };
}

/**
 * Deletes what the sandbox has stored, and the webhooks it starts with, which would receive an event for each message.
 */
export async function resetSandbox({ sandbox }: Session): Promise<void> {
	await sandbox.control('POST', 'reset', { keepWebhooks: true });
	for (const { id, url } of await sandbox.control('GET', 'webhooks'))
		if (url.includes('/_sandbox/')) await sandbox.request('DELETE', `/webhooks/${id}`);
}

/** How many requests the sandbox has received since it was reset. */
export async function countRequests({ sandbox }: Session): Promise<number> {
	return (await sandbox.control('GET', 'log?last=1'))[0]?.id ?? 0;
}

import { rmSync } from 'node:fs';
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

/**
 * Starts a real n8n on this machine with an empty user folder, and installs it first if necessary. `env` are further
 * variables for it.
 */
export async function startN8n(name: string, env: NodeJS.ProcessEnv = {}): Promise<N8n> {
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

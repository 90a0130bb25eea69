import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/build.mjs';
import { projectRoot } from '../scripts/run.mjs';
import { startN8n } from './n8n.mjs';
import { N8nApi } from './n8nApi.mjs';
import { installInto, packageName } from './package.mjs';
import { ensureRegistered, productionUrl } from './registration.mjs';
import { startSandbox } from './sandbox.mjs';

export const login = { email: 'demo@example.com', password: 'Sandbox-Demo-1' };

const credentialType = 'messagingIntegrationApi';
const exampleFile = join(projectRoot, 'examples', 'reply-to-messages.json');

/**
 * Starts the sandbox and a real n8n with the packed package, an owner, a credential and the
 * published example workflow. Calls `step` before each step. Reuses what an earlier run left in the
 * user folder.
 */
export async function startDemo({ userFolder, ports = {}, env = {}, step = () => {} }) {
	await mkdir(userFolder, { recursive: true });
	const memory = await Memory.open(join(userFolder, 'demo.json'));

	step('Building the package');
	const built = await ensureBuilt();
	const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	if (memory.package !== built || !existsSync(installed)) {
		step('Packing it and installing it into n8n');
		await installInto(userFolder);
		await memory.keep({ package: built });
	}

	step('Starting the sandbox and n8n');
	const [sandbox, n8n] = await Promise.all([
		startSandbox({ folder: userFolder, port: ports.sandbox }),
		startN8n({ userFolder, port: ports.n8n, env }),
	]);

	step('Signing in and creating a credential for the sandbox');
	const api = new N8nApi(n8n.url);
	await api.signIn(login);
	const credentialData = {
		name: 'Sandbox',
		type: credentialType,
		data: { apiKey: sandbox.key, environment: 'test', baseUrl: sandbox.baseUrl },
	};
	const credential = await api.saveCredential(credentialData);

	step('Publishing the example workflow');
	const workflow = await publishExample({ api, credential, memory });
	const webhookUrl = productionUrl(n8n, workflow);
	await ensureRegistered({ sandbox, url: webhookUrl });
	return { userFolder, sandbox, n8n, api, credential, credentialData, workflow, webhookUrl };
}

/** Imports the example unless it exists, to keep the user's changes. */
async function publishExample({ api, credential, memory }) {
	const text = await readFile(exampleFile, 'utf8');
	const version = createHash('sha256').update(text).digest('hex');
	const example = JSON.parse(text);
	const existing = memory.example === version ? await api.findWorkflow(example.name) : undefined;
	if (existing && !existing.isArchived) {
		const { nodes } = await api.request('GET', `/workflows/${existing.id}`);
		await api.publish(existing.id);
		return { ...existing, nodes };
	}

	// An older example would reply to the same events.
	const outdated = await api.findWorkflow(example.name);
	if (outdated?.active) await api.unpublish(outdated.id);
	for (const node of example.nodes) {
		if (node.type.startsWith(packageName)) node.credentials = { [credentialType]: credential };
	}
	const created = await api.createWorkflow(example);
	await api.publish(created.id);
	await memory.keep({ example: version });
	return { ...created, nodes: example.nodes };
}

/** Records which package version a user folder has. */
class Memory {
	static async open(file) {
		const memory = Object.assign(new Memory(), existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {});
		Object.defineProperty(memory, 'file', { value: file });
		return memory;
	}

	async keep(values) {
		Object.assign(this, values);
		await writeFile(this.file, JSON.stringify(this, null, '\t'));
	}
}

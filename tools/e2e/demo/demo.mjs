// The demo: the sandbox and a real n8n that runs the example workflow with the packed package.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/build.mjs';
import { projectRoot } from '../../scripts/run.mjs';
import { N8nApi } from '../n8n/api.mjs';
import { credentialType, installPackage, packageFolder, packageName, triggerType } from '../n8n/package.mjs';
import { startN8n } from '../n8n/server.mjs';
import { waitUntil } from '../processes/polling.mjs';
import { startSandbox } from './sandbox.mjs';
import { productionUrlOf, waitForRegistration } from './webhooks.mjs';

/** The ports for a demo that the user opens in a browser, if they are free. */
export const preferredPorts = { n8n: 5678, sandbox: 4010 };

const exampleFile = join(projectRoot, 'examples', 'reply-to-messages.json');

/**
 * Starts the sandbox and a real n8n with the packed package, an owner, credentials and the published example workflow.
 * Reuses what an earlier run left in the user folder. `ports` are the preferred ports of n8n and the sandbox, `dialect`
 * is that of the sandbox, `env` has further variables for n8n, and `n8nFolder` is the folder with n8n, if it is another
 * one than this. `n8nUrl` is the URL of an n8n that runs already and has the package. `step` receives the name of each
 * step. Returns the running parts.
 *
 * @throws if the build fails, or a part does not become ready
 */
export async function startDemo({ userFolder, ports = {}, dialect, env = {}, n8nFolder, n8nUrl, step = () => {} }) {
	mkdirSync(userFolder, { recursive: true });
	const memory = openMemory(join(userFolder, 'demo.json'));

	if (n8nUrl === undefined) await installBuilt({ userFolder, memory, step });

	step('Starting the sandbox and n8n');
	const [sandbox, n8n] = await Promise.all([
		startSandbox({ folder: userFolder, port: ports.sandbox, dialect }),
		n8nUrl === undefined ? startN8n({ userFolder, port: ports.n8n, env, folder: n8nFolder }) : waitForN8n(n8nUrl),
	]);

	step('Signing in and creating credentials for the sandbox');
	const api = new N8nApi(n8n.url);
	await api.signIn();
	const credentialData = {
		name: 'Sandbox',
		type: credentialType,
		data: {
			apiKey: sandbox.key,
			environment: 'test',
			baseUrl: sandbox.baseUrl,
			defaultCountryCode: '55',
		},
	};
	const wanted = JSON.stringify(credentialData);
	// The user may have changed other fields.
	const kept = memory.values.credential === wanted ? await api.findCredential('Sandbox', credentialType) : undefined;
	const { id, name } = kept ?? (await api.saveCredential(credentialData));
	const credential = { id, name };
	memory.keep({ credential: wanted });

	step('Publishing the example workflow');
	const workflow = await publishExample({ api, credential, memory });
	const webhookUrl = productionUrlOf(n8n, workflow);
	if (workflow.isPublished) await waitForRegistration(sandbox, webhookUrl);
	return { userFolder, sandbox, n8n, api, credential, credentialData, workflow, webhookUrl };
}

async function installBuilt({ userFolder, memory, step }) {
	step('Building the package');
	const built = await ensureBuilt();
	if (memory.values.package === built && existsSync(packageFolder(userFolder))) return;
	step('Packing it and installing it into n8n');
	await installPackage(userFolder);
	memory.keep({ package: built });
}

async function waitForN8n(url) {
	const isReady = async () => (await fetch(`${url}/rest/settings`)).ok;
	await waitUntil(() => isReady().catch(() => false), 'n8n', 300_000);
	return { url };
}

/** Imports the example unless it exists, to keep the user's changes. */
async function publishExample({ api, credential, memory }) {
	const text = readFileSync(exampleFile, 'utf8');
	const version = createHash('sha256').update(text).digest('hex');
	const example = JSON.parse(text);
	const existing = memory.values.example === version ? await api.findWorkflow(example.name) : undefined;
	if (existing && !existing.isArchived) {
		const { nodes } = await api.request('GET', `/workflows/${existing.id}`);
		// One that the user unpublished would reply beside the user's own workflows.
		if (existing.active) await api.publish(existing.id);
		return { ...existing, nodes, isPublished: existing.active };
	}

	// An older example would reply to the same events.
	const outdated = await api.findWorkflow(example.name);
	if (outdated?.active) await api.unpublish(outdated.id);
	for (const node of example.nodes) {
		if (node.type.startsWith(packageName)) node.credentials = { [credentialType]: credential };
		// As the editor does when it imports a workflow.
		if (node.type === triggerType) node.webhookId = randomUUID();
	}
	const created = await api.createWorkflow(example);
	await api.publish(created.id);
	memory.keep({ example: version });
	return { ...created, nodes: example.nodes, isPublished: true };
}

/** Opens the file in which a user folder keeps what its package, credentials and workflow were made from. */
function openMemory(file) {
	const values = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
	const keep = (more) => writeFileSync(file, JSON.stringify(Object.assign(values, more), null, '\t'));
	return { values, keep };
}

// Workflows: their nodes and connections, and how they are published.
import { randomUUID } from 'node:crypto';
import { waitUntil } from '../processes/polling.mjs';
import { credentialType, nodeType, triggerType } from './package.mjs';

/** Returns a node without a place on the canvas. n8n's own types need no package; `more` are its other fields. */
export function node(name, type, typeVersion, parameters = {}, more = {}) {
	const fullType = type.includes('.') ? type : `n8n-nodes-base.${type}`;
	return { id: randomUUID(), name, type: fullType, typeVersion, parameters, ...more };
}

/** Returns a node of this package with the demo's credentials. */
export function ourNode({ credential }, name, parameters, more = {}) {
	return node(name, nodeType, 1, parameters, { credentials: { [credentialType]: credential }, ...more });
}

/** Returns a trigger of this package with the demo's credentials. */
export function ourTrigger({ credential }, name, parameters) {
	const more = { webhookId: randomUUID(), credentials: { [credentialType]: credential } };
	return node(name, triggerType, 2, parameters, more);
}

/** Returns a webhook that starts a workflow, and by default responds at once. */
export function webhookNode(name = 'Start', parameters = { responseMode: 'onReceived' }) {
	const path = randomUUID();
	return node(name, 'webhook', 2.1, { httpMethod: 'POST', path, options: {}, ...parameters }, { webhookId: path });
}

/** The value of a field whose value is chosen from a list, or entered in another way. */
export const locator = (value, mode = 'id') => ({ __rl: true, mode, value });

/** Returns n8n's form of links `[from, to, type]`; the type is `main` by default. */
export function linked(links) {
	const connections = {};
	for (const [from, to, type = 'main'] of links)
		((connections[from] ??= {})[type] ??= [[]])[0].push({ node: to, type, index: 0 });
	return connections;
}

/** Returns the links of nodes that run one after another. */
export const chain = (nodes) => nodes.slice(1).map(({ name }, index) => [nodes[index].name, name]);

/** Creates a workflow, whose nodes run one after another unless it has `links` or `connections`, and returns it. */
export async function createWorkflow({ api }, { name, nodes, links = chain(nodes), connections, settings, pinData }) {
	const placed = nodes.map((each, index) => ({ ...each, position: each.position ?? [220 * index, 0] }));
	const created = await api.createWorkflow({
		name,
		nodes: placed,
		pinData,
		connections: connections ?? linked(links),
		settings: { executionOrder: 'v1', ...settings },
	});
	return { ...created, nodes: placed };
}

/**
 * Creates and publishes a workflow, and waits for its webhooks. Returns it with the `url` of the first one. A trigger
 * registers in the background.
 */
export async function publishWorkflow(demo, workflow) {
	const created = await createWorkflow(demo, workflow);
	await demo.api.publish(created.id);
	const urls = created.nodes
		.filter(({ type }) => type === 'n8n-nodes-base.webhook')
		.map(({ parameters }) => `${demo.n8n.url}/webhook/${parameters.path}`);
	for (const url of urls) await waitForWebhook(url);
	return { ...created, url: urls[0] };
}

/** Resolves when n8n accepts POST requests to the webhook of a published workflow. */
async function waitForWebhook(url) {
	await waitUntil(
		async () => (await (await fetch(url)).text()).includes('not registered for GET'),
		'the webhook in n8n',
	);
}

/** Posts JSON, and returns the response. */
export async function post(url, body = {}, headers = {}) {
	return await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
}

/**
 * Runs the node once in n8n like a production workflow: a webhook starts it, and the response contains the node's
 * output. `items` are the JSON of its input items; by default there is one. Returns { items }, with `isFile` { file,
 * contentType }, or, if the execution failed, { error }.
 */
export async function runNode({ parameters, items = [{}], isFile = false, ...demo }) {
	const { api } = demo;
	const responseData = isFile ? 'firstEntryBinary' : 'allEntries';
	const { id, url } = await publishWorkflow(demo, {
		name: `Run ${parameters.resource} ${parameters.operation}`,
		nodes: [
			webhookNode('Start', { responseMode: 'lastNode', responseData }),
			node('Items', 'splitOut', 1, { fieldToSplitOut: 'body.items', options: {} }),
			ourNode(demo, 'Messaging Integration', parameters),
		],
	});
	try {
		const response = await post(url, { items });
		const body = Buffer.from(await response.arrayBuffer());
		if (!response.ok) return { error: await waitForError(api, id) };
		if (isFile) return { file: body, contentType: response.headers.get('content-type') };
		return { items: JSON.parse(body.toString()) };
	} finally {
		await api.unpublish(id);
	}
}

async function waitForError(api, workflowId) {
	const failed = await waitUntil(
		async () => (await api.listExecutions(workflowId)).find(({ status }) => status === 'error'),
		'the failed run',
	);
	return await api.findError(failed.id);
}

// The templates of examples/, and other workflows, published with a webhook that starts them.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/run.mjs';
import { nodeType, triggerType } from '../../n8n/package.mjs';
import { waitForWebhook } from '../../n8n/runNode.mjs';

/** Reads a template of examples/. `settings` replace values in its node Settings. */
export function readTemplate(file, settings = {}) {
	const template = JSON.parse(readFileSync(join(projectRoot, 'examples', file), 'utf8'));
	const assignments = findNode(template, 'Settings')?.parameters.assignments.assignments;
	for (const [name, value] of Object.entries(settings)) assignments.find((each) => each.name === name).value = value;
	return template;
}

/** Returns a node of a workflow. */
export function findNode({ nodes }, name) {
	return nodes.find((node) => node.name === name);
}

/**
 * Publishes a workflow whose first node is replaced by a webhook, which starts it. Chooses credentials, and an instance
 * where the workflow has none. Returns its id, the webhook's URL and the path of its trigger, if it has one.
 */
export async function publishWorkflow(demo, { name, nodes: all, connections, settings }) {
	const { api, n8n, credential } = demo;
	const path = randomUUID();
	const [start, ...others] = all;
	const webhook = {
		...{ id: start.id, name: start.name, position: start.position, webhookId: path },
		...{ type: 'n8n-nodes-base.webhook', typeVersion: 2 },
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	};
	const instance = await findInstance(demo);
	const triggerId = randomUUID();
	const nodes = [webhook, ...others].map((node) => ({ ...node }));
	for (const node of nodes.filter(({ type }) => [nodeType, triggerType].includes(type))) {
		node.credentials = { messagingIntegrationApi: credential };
		if (node.type === triggerType) node.webhookId = triggerId;
		else if (!node.parameters.instanceId?.value)
			node.parameters.instanceId = { __rl: true, mode: 'list', value: instance };
	}
	const { id } = await api.createWorkflow({ name, nodes, connections, settings });
	await api.publish(id);
	const url = `${n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	return { id, url, triggerPath: `/webhook/${triggerId}/webhook` };
}

/** Returns the id of a connected instance. */
export async function findInstance({ sandbox }) {
	const { data } = await sandbox.request('GET', '/instances?status=connected');
	return data[0].id;
}

// One run of the node in n8n.
import { randomUUID } from 'node:crypto';
import { waitUntil } from '../processes/polling.mjs';
import { nodeType } from './package.mjs';

/**
 * Runs the node once in n8n like a production workflow: a webhook starts it, and the response contains the node's output.
 * Returns { items } or, if the execution failed, { error }.
 */
export async function runNode({ n8n, api, credential, parameters }) {
	const path = randomUUID();
	const workflow = await api.createWorkflow({
		name: `Run ${parameters.resource} ${parameters.operation}`,
		nodes: [
			{
				id: randomUUID(),
				name: 'Start',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2.1,
				position: [0, 0],
				webhookId: path,
				parameters: {
					httpMethod: 'POST',
					path,
					responseMode: 'lastNode',
					responseData: 'allEntries',
					options: {},
				},
			},
			{
				id: randomUUID(),
				name: 'Messaging Integration',
				type: nodeType,
				typeVersion: 1,
				position: [220, 0],
				parameters,
				credentials: { messagingIntegrationApi: credential },
			},
		],
		connections: { Start: { main: [[{ node: 'Messaging Integration', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await api.publish(workflow.id);
	const url = `${n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	try {
		const response = await fetch(url, { method: 'POST' });
		const items = await response.json();
		return response.ok ? { items } : { error: await waitForError(api, workflow.id) };
	} finally {
		await api.unpublish(workflow.id);
	}
}

/** Resolves when n8n accepts POST requests to the webhook of a published workflow. */
export async function waitForWebhook(url) {
	await waitUntil(
		async () => (await (await fetch(url)).text()).includes('not registered for GET'),
		'the webhook in n8n',
	);
}

async function waitForError(api, workflowId) {
	const failed = await waitUntil(
		async () => (await api.listExecutions(workflowId)).find(({ status }) => status === 'error'),
		'the failed run',
	);
	return await api.findError(failed.id);
}

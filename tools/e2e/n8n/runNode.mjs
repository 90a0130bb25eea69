// One run of the node in n8n.
import { randomUUID } from 'node:crypto';
import { waitUntil } from '../processes/polling.mjs';
import { nodeType } from './package.mjs';

/**
 * Runs the node once in n8n like a production workflow: a webhook starts it, and the response contains the node's
 * output. `items` are the JSON of its input items; by default there is one. Returns { items }, with `isFile` { file,
 * contentType }, or, if the execution failed, { error }.
 */
export async function runNode({ n8n, api, credential, parameters, items = [{}], isFile = false }) {
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
					responseData: isFile ? 'firstEntryBinary' : 'allEntries',
					options: {},
				},
			},
			{
				id: randomUUID(),
				name: 'Items',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				position: [220, 0],
				parameters: { fieldToSplitOut: 'body.items', options: {} },
			},
			{
				id: randomUUID(),
				name: 'Messaging Integration',
				type: nodeType,
				typeVersion: 1,
				position: [440, 0],
				parameters,
				credentials: { messagingIntegrationApi: credential },
			},
		],
		connections: {
			Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
			Items: { main: [[{ node: 'Messaging Integration', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	});
	await api.publish(workflow.id);
	const url = `${n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
		});
		const body = Buffer.from(await response.arrayBuffer());
		if (!response.ok) return { error: await waitForError(api, workflow.id) };
		if (isFile) return { file: body, contentType: response.headers.get('content-type') };
		return { items: JSON.parse(body.toString()) };
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

import { randomUUID } from 'node:crypto';
import { nodeType } from './package.mjs';
import { until } from './registration.mjs';

/**
 * Runs our node once in n8n like a production workflow: a webhook starts it, and the response contains
 * the node's output. Resolves with { items } or, if the execution failed, with { error }.
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
				parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'allEntries', options: {} },
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
	await until(async () => (await (await fetch(url)).text()).includes('not registered for GET'), 'the webhook in n8n');
	try {
		const response = await fetch(url, { method: 'POST' });
		const answer = await response.json();
		return response.ok ? { items: answer } : { error: await errorOfLastRun(api, workflow.id) };
	} finally {
		await api.unpublish(workflow.id);
	}
}

async function errorOfLastRun(api, workflowId) {
	const failed = await until(
		async () => (await api.executions(workflowId)).find(({ status }) => status === 'error'),
		'the failed run',
	);
	return await api.errorOf(failed.id);
}

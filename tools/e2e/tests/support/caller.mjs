// A workflow that calls another one.
import { publishWorkflow } from './templates.mjs';

/** Publishes a workflow that calls a workflow with an item. Returns `call(item)`, which starts it, and `remove()`. */
export async function publishCaller(demo, workflowId) {
	const caller = {
		name: 'Caller',
		nodes: [
			{ id: 'start', name: 'Start', position: [0, 0] },
			{
				...{ id: 'item', name: 'Item', position: [220, 0] },
				...{ type: 'n8n-nodes-base.code', typeVersion: 2 },
				parameters: { jsCode: "return [{ json: $('Start').first().json.body }];" },
			},
			{
				...{ id: 'call', name: 'Call', position: [440, 0] },
				...{ type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
				parameters: { workflowId: { __rl: true, mode: 'id', value: workflowId } },
			},
		],
		connections: {
			Start: { main: [[{ node: 'Item', type: 'main', index: 0 }]] },
			Item: { main: [[{ node: 'Call', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
	const { id, url } = await publishWorkflow(demo, caller);
	return {
		call: async (item) =>
			await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(item),
			}),
		remove: async () => await demo.api.unpublish(id),
	};
}

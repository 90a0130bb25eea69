import { randomUUID } from 'node:crypto';
import type { N8n } from './session';

/** A node of a workflow, without what is the same for all. */
export interface NodeOf {
	type: string;
	typeVersion: number;
	parameters: object;
	credentials?: object;
	webhookId?: string;
}

export const noOperation: NodeOf = {
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};

/**
 * Publishes a workflow whose nodes, "Node 0" and so on, follow one another. Returns its id.
 *
 * @param isStored whether n8n stores executions that succeed
 */
export async function publishChain({ api }: Pick<N8n, 'api'>, name: string, chain: NodeOf[], isStored = false) {
	const nodes = chain.map((node, index) => ({
		...node,
		id: randomUUID(),
		name: `Node ${index}`,
		position: [220 * index, 0],
	}));
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name: next }, index) => [`Node ${index}`, { main: [[{ node: next, type: 'main', index: 0 }]] }]),
	);
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: isStored ? 'all' : 'none' };
	const { id } = await api.createWorkflow({ name, nodes, connections, settings });
	await api.publish(id);
	return id as string;
}

/**
 * Publishes a workflow that runs a node for each item of `body.items`.
 *
 * @param responseMode `lastNode` responds with the first result; `onReceived` at once, and then n8n stores the
 *   execution
 * @returns the URL that starts it, and its id
 */
export async function publishRun(
	{ url: n8nUrl, api }: Pick<N8n, 'url' | 'api'>,
	name: string,
	node: NodeOf,
	responseMode: 'lastNode' | 'onReceived' = 'lastNode',
): Promise<{ url: string; id: string }> {
	const { waitForWebhook } = await import('../../e2e/n8n/workflows.mjs');
	const path = randomUUID();
	const webhook: NodeOf = {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: {
			httpMethod: 'POST',
			path,
			responseMode,
			...(responseMode === 'lastNode' ? { responseData: 'firstEntryJson' } : {}),
			options: {},
		},
	};
	const items: NodeOf = {
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.items', options: {} },
	};
	const isStored = responseMode === 'onReceived';
	const id = await publishChain({ api }, name, [webhook, items, node], isStored);
	const url = `${n8nUrl}/webhook/${path}`;
	await waitForWebhook(url);
	return { url, id };
}

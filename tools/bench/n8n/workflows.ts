import type { N8n } from './session';

/** A node of a workflow, without what is the same for all. */
export interface NodeOf {
	type: string;
	typeVersion: number;
	parameters: object;
	credentials?: object;
	webhookId?: string;
}

export const noOperation: NodeOf = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/**
 * Publishes a workflow whose nodes, "Node 0" and so on, follow one another.
 *
 * @param isStored whether n8n stores executions that succeed
 * @returns its id, and the URL of its first webhook
 */
export async function publishChain(n8n: Pick<N8n, 'url' | 'api'>, name: string, chain: NodeOf[], isStored = false) {
	const { node, publishWorkflow } = await import('../../e2e/n8n/workflows.mjs');
	const nodes = chain.map(({ type, typeVersion, parameters, ...more }, index) =>
		node(`Node ${index}`, type, typeVersion, parameters, more),
	);
	const settings = { saveDataSuccessExecution: isStored ? 'all' : 'none' };
	const { id, url } = await publishWorkflow({ n8n, api: n8n.api }, { name, nodes, settings } as never);
	return { id: id as string, url: String(url) };
}

/**
 * Publishes a workflow that runs a node for each item of `body.items`.
 *
 * @param responseMode `lastNode` responds with the first result; `onReceived` at once, and then n8n stores the
 *   execution
 * @returns the URL that starts it, and its id
 */
export async function publishRun(
	n8n: Pick<N8n, 'url' | 'api'>,
	name: string,
	node: NodeOf,
	responseMode: 'lastNode' | 'onReceived' = 'lastNode',
): Promise<{ url: string; id: string }> {
	const { webhookNode } = await import('../../e2e/n8n/workflows.mjs');
	const isStored = responseMode === 'onReceived';
	const webhook = webhookNode('Start', { responseMode, ...(!isStored && { responseData: 'firstEntryJson' }) } as never);
	const items: NodeOf = {
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.items', options: {} },
	};
	return await publishChain(n8n, name, [webhook as unknown as NodeOf, items, node], isStored);
}

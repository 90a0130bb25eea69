import { randomUUID } from 'node:crypto';
import type { Session } from './session';

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

/** Publishes a workflow whose nodes follow one another. Returns its id. */
export async function publishChain({ api }: Session, name: string, chain: NodeOf[]) {
	const nodes = chain.map((node, index) => ({
		...node,
		id: randomUUID(),
		name: `Node ${index}`,
		position: [220 * index, 0],
	}));
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name: next }, index) => [
				`Node ${index}`,
				{ main: [[{ node: next, type: 'main', index: 0 }]] },
			]),
	);
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' };
	const { id } = await api.createWorkflow({ name, nodes, connections, settings });
	await api.publish(id);
	return id as string;
}

/** Publishes a workflow that runs a node for each item of `body.items`, and responds with the first result. Returns its URL. */
export async function publishRun(session: Session, name: string, node: NodeOf): Promise<string> {
	const { waitForWebhook } = await import('../../e2e/n8n/runNode.mjs');
	const path = randomUUID();
	const webhook: NodeOf = {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: {
			httpMethod: 'POST',
			path,
			responseMode: 'lastNode',
			responseData: 'firstEntryJson',
			options: {},
		},
	};
	const items: NodeOf = {
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.items', options: {} },
	};
	await publishChain(session, name, [webhook, items, node]);
	const url = `${session.n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	return url;
}

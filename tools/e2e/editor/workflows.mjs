// Workflows that tests and screenshots open in the editor.
import { randomUUID } from 'node:crypto';
import { nodeType } from '../n8n/package.mjs';

/** A node that starts a workflow by hand. */
export const manualTrigger = {
	id: randomUUID(),
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Creates a workflow that runs the nodes one after another, beginning with a manual trigger. Returns it. */
export async function createChain(api, name, nodes) {
	const chain = [manualTrigger, ...nodes].map((node, index) => ({
		...node,
		id: randomUUID(),
		position: [index * 220, 0],
	}));
	const connections = Object.fromEntries(
		chain.slice(1).map((node, index) => [chain[index].name, { main: [[{ node: node.name, type: 'main', index: 0 }]] }]),
	);
	return await api.createWorkflow({
		name,
		nodes: chain,
		connections,
		settings: { executionOrder: 'v1' },
	});
}

/**
 * Creates a workflow whose node Send sends a text to each of `count` people; the phone number of `wrongItem` is
 * invalid.
 */
export async function createBroadcast({ api, sandbox, credential }, { count, wrongItem = -1 }) {
	const { data: instances } = await sandbox.request('GET', '/instances?status=connected');
	const [{ id, name }] = instances;
	return await createChain(api, 'Broadcast', [
		{
			name: 'People',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: {
				jsCode: `return Array.from({ length: ${count} }, (_, i) => ({ json: {
	phone: i === ${wrongItem} ? '12' : '+55 11 9' + (80000000 + i),
	text: 'He said "hi" \\\\ ' + i + '\\nand: {"type":"x"} 😀',
} }));`,
			},
		},
		{
			name: 'Send',
			type: nodeType,
			typeVersion: 1,
			parameters: {
				instanceId: { __rl: true, mode: 'list', value: id, cachedResultName: name },
				recipient: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' },
				text: '={{ $json.text }}',
			},
			credentials: { messagingIntegrationApi: credential },
		},
	]);
}

/** Creates a workflow with a manual trigger that connects a disconnected instance. */
export async function createConnectWorkflow({ api, sandbox, credential }) {
	const instances = await sandbox.control('GET', 'instances');
	const { id, name } = instances.find(({ status }) => status === 'disconnected');
	return await createChain(api, 'Connect an instance', [
		{
			name: 'Connect',
			type: nodeType,
			typeVersion: 1,
			parameters: {
				resource: 'instance',
				operation: 'connect',
				instanceId: { __rl: true, mode: 'list', value: id, cachedResultName: name },
			},
			credentials: { messagingIntegrationApi: credential },
		},
	]);
}

/** Creates a copy of the demo's workflow whose trigger has received a message of the sandbox. */
export async function createReceivedMessage({ api, sandbox, workflow }) {
	const { name, nodes, connections, settings } = await api.request('GET', `/workflows/${workflow.id}`);
	const { data: chats } = await sandbox.request('GET', '/chats');
	const { id: chatId, instanceId } = chats.find(({ isGroup }) => !isGroup);
	const received = {
		messageId: '3EB0C767D097B7C7C033',
		chatId,
		phone: `+${chatId.replace(/@.*/, '')}`,
		status: 'received',
		text: 'Are you open on Saturday?',
		type: 'text',
		fromMe: false,
		isGroup: false,
		instanceId,
		timestamp: 1767225600,
		date: '2026-01-01T00:00:00.000Z',
		event: 'message',
	};
	return await api.createWorkflow({
		name: `${name}, received`,
		nodes: nodes.map((node) => ({ ...node, id: randomUUID() })),
		connections,
		settings,
		pinData: { 'Incoming message': [{ json: received }] },
	});
}

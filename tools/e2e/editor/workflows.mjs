// Workflows that tests and screenshots open in the editor.
import { randomUUID } from 'node:crypto';
import { createWorkflow, locator, node, ourNode } from '../n8n/workflows.mjs';

/** A node that starts a workflow by hand. */
export const manualTrigger = node('Start', 'manualTrigger', 1, {}, { position: [0, 0] });

/** Creates a workflow that runs the nodes one after another, beginning with a manual trigger. Returns it. */
export async function createChain(api, name, nodes) {
	const chain = [manualTrigger, ...nodes].map((each, index) => ({ ...each, position: [index * 220, 0] }));
	return await createWorkflow({ api }, { name, nodes: chain });
}

const named = ({ id, name }) => ({ ...locator(id, 'list'), cachedResultName: name });

/**
 * Creates a workflow whose node Send sends a text to each of `count` people; the phone number of `wrongItem` is
 * invalid.
 */
export async function createBroadcast(demo, { count, wrongItem = -1 }) {
	const { data: instances } = await demo.sandbox.request('GET', '/instances?status=connected');
	const jsCode = `return Array.from({ length: ${count} }, (_, i) => ({ json: {
	phone: i === ${wrongItem} ? '12' : '+55 11 9' + (80000000 + i),
	text: 'He said "hi" \\\\ ' + i + '\\nand: {"type":"x"} 😀',
} }));`;
	return await createChain(demo.api, 'Broadcast', [
		node('People', 'code', 2, { jsCode }),
		ourNode(demo, 'Send', {
			instanceId: named(instances[0]),
			recipient: locator('={{ $json.phone }}', 'phone'),
			text: '={{ $json.text }}',
		}),
	]);
}

/** Creates a workflow with a manual trigger that connects a disconnected instance. */
export async function createConnectWorkflow(demo) {
	const instances = await demo.sandbox.control('GET', 'instances');
	const instanceId = named(instances.find(({ status }) => status === 'disconnected'));
	return await createChain(demo.api, 'Connect an instance', [
		ourNode(demo, 'Connect', { resource: 'instance', operation: 'connect', instanceId }),
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
		nodes: nodes.map((each) => ({ ...each, id: randomUUID() })),
		connections,
		settings,
		pinData: { 'Incoming message': [{ json: received }] },
	});
}

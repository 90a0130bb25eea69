// A workflow that hashes the files of incoming messages, and what its tests do with it.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/run.mjs';
import { waitForRegistration } from '../../demo/webhooks.mjs';
import { triggerType } from '../../n8n/package.mjs';
import { waitUntil } from '../../processes/polling.mjs';

/** The hash of the sandbox's voice message. */
const voice = createHash('sha256')
	.update(readFileSync(join(projectRoot, 'tools/sandbox/media/voice.ogg')))
	.digest('hex');

/** Publishes a trigger that downloads files, and nodes that save the file's hash and the message's ID. */
export async function publishMedia({ api, sandbox, credential, n8n }, parameters = {}) {
	const webhookId = randomUUID();
	const nodes = [
		{
			...{ name: 'Incoming', type: triggerType, typeVersion: 2, webhookId },
			credentials: { messagingIntegrationApi: credential },
			parameters: { events: ['message'], options: { downloadMedia: true }, ...parameters },
		},
		{
			...{ name: 'Read', type: 'n8n-nodes-base.crypto', typeVersion: 1 },
			parameters: {
				...{ action: 'hash', type: 'SHA256', encoding: 'hex', dataPropertyName: 'hash' },
				...{ binaryData: true, binaryPropertyName: 'data' },
			},
		},
		{
			...{ name: 'Save', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
			parameters: {
				mode: 'raw',
				// n8n finds the trigger's item by the chain of paired items.
				jsonOutput: `={{ { hash: $json.hash, id: $('Incoming').item.json.messageId } }}`,
			},
		},
	];
	const to = (node) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const { id } = await api.createWorkflow({
		name: 'Media',
		nodes: nodes.map((node, index) => ({ ...node, id: randomUUID(), position: [220 * index, 0] })),
		connections: { Incoming: to('Read'), Read: to('Save') },
		settings: { executionOrder: 'v1' },
	});
	await api.publish(id);
	await waitForRegistration(sandbox, `${n8n.url}/webhook/${webhookId}/webhook`);
	return { id, url: `${n8n.url}/webhook/${webhookId}/webhook` };
}

/** Plays a voice message whose download has to wait, and checks that it is acknowledged before the file is read. */
export async function checkVoiceMessage({ api, sandbox }, { id, url }) {
	await sandbox.control('POST', 'faults', {
		...{ path: '/downloads/audio', kind: 'rateLimited', retryAfter: 5 },
	});
	const message = await sandbox.control('POST', 'incoming', { type: 'audio' });
	const delivered = async () =>
		(await sandbox.control('GET', 'deliveries')).find((each) => each.url === url && each.state === 'delivered');
	await waitUntil(delivered, 'the acknowledgment');
	const [{ status }] = await waitUntil(async () => {
		const runs = await api.listExecutions(id);
		return runs.length > 0 && runs;
	}, 'the execution');
	assert.ok(['new', 'running'].includes(status), `acknowledged before the file: ${status}`);
	const run = await waitUntil(
		async () => (await api.listExecutions(id)).find(({ stoppedAt }) => stoppedAt),
		'the end of the execution',
		60_000,
	);
	assert.equal(run.status, 'success');
	const saved = await api.readOutput(run.id, 'Save');
	assert.deepEqual(saved, [{ hash: voice, id: message.id }]);
}

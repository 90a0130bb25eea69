// The package as it was at an earlier commit, and workflows that were made with it.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/run.mjs';
import { nodeType } from '../../n8n/package.mjs';

/** Version 0.1.0, before its parameters were renamed. */
const commit = 'ce4bf25';

/**
 * Builds the package of the earlier commit in a new folder, with the dependencies of today.
 *
 * @throws if the repository does not have the commit, or the build fails
 */
export function buildFormerPackage(folder) {
	mkdirSync(folder, { recursive: true });
	const archive = join(folder, 'sources.tar');
	execFileSync('git', ['archive', '--output', archive, commit], { cwd: projectRoot });
	execFileSync('tar', ['-xf', archive], { cwd: folder });
	symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
	// Not `npm run build`, which might install other dependencies through the link.
	for (const args of [['typescript/bin/tsc'], ['gulp/bin/gulp.js', 'build:icons']]) {
		const [script, ...rest] = args;
		execFileSync(process.execPath, [join('node_modules', script), ...rest], { cwd: folder });
	}
}

/**
 * Creates a workflow with the parameters of the earlier commit: a webhook starts a list of instances, two lists of chats and
 * messages, a message from the collection `fields`, a message from JSON and a new group. Returns its id and the webhook's path.
 */
export async function createFormerActions({ api, sandbox, credential }) {
	const { data: instances } = await sandbox.request('GET', '/instances?status=connected');
	const chats = await sandbox.control('GET', 'chats');
	const instanceId = { __rl: true, mode: 'list', value: instances[0].id };
	const { id: chat } = chats.find((each) => each.instanceId === instances[0].id && !each.isGroup);
	const actions = {
		'List instances': {
			resource: 'instance',
			operation: 'getAll',
			limit: 2,
			filters: { status: 'connected' },
		},
		'List chats': {
			resource: 'chat',
			operation: 'getAll',
			instanceId,
			returnAll: true,
			additionalQuery: { parameters: [{ name: 'sort', value: 'newest' }] },
		},
		'List messages': {
			resource: 'chat',
			operation: 'getMessages',
			instanceId,
			chatId: { __rl: true, mode: 'id', value: chat },
			limit: 3,
		},
		'Send fields': {
			resource: 'message',
			operation: 'send',
			fields: {
				instanceId,
				remoteJid: chat,
				type: 'text',
				content: '{ "text": "From fields" }',
				additionalFields: { parameters: [{ name: 'priority', value: '1' }] },
			},
		},
		'Send JSON': {
			resource: 'message',
			operation: 'send',
			specifyBody: 'json',
			jsonBody: JSON.stringify({
				instanceId: instances[0].id,
				remoteJid: chat,
				type: 'text',
				content: { text: 'From JSON' },
			}),
		},
		'Create group': {
			resource: 'group',
			operation: 'create',
			fields: { instanceId, subject: 'Neighbors', participants: '+55 11 98765-4321' },
			options: { maxWait: 60 },
		},
	};
	const path = randomUUID();
	const start = {
		id: randomUUID(),
		name: 'Start',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		position: [0, 0],
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
	};
	// Side by side, so that each has one input item; n8n runs the topmost first.
	const nodes = Object.entries(actions).map(([name, parameters], index) => ({
		id: randomUUID(),
		name,
		type: nodeType,
		typeVersion: 1,
		position: [220, index * 160],
		parameters,
		credentials: { messagingIntegrationApi: credential },
	}));
	const toAll = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const { id } = await api.createWorkflow({
		name: 'Former actions',
		nodes: [start, ...nodes],
		connections: { Start: { main: [toAll] } },
		settings: { executionOrder: 'v1' },
	});
	return { id, path };
}

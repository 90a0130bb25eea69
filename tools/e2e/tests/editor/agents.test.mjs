import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { Agents } from '../support/agents.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { chat, sentTexts } from '../support/sendAndWait.mjs';
import { Table } from '../support/table.mjs';

/**
 * The node as a tool: of agents with three input items, of sub-agents and of n8n's MCP server. Prints what the model
 * received.
 */

const PEOPLE = ['Ana', 'Bia', 'Caio'];
const TOOLS = ['First_tool', 'Second_tool'];
const CALLS = PEOPLE.flatMap((name) => TOOLS.map((tool) => `${name} by ${tool}`));
const table = new Table(['case', 'sent', 'received by the model', 's']);
let demo;
let agents;

before(
	async () => {
		demo = await startTestDemo('agents');
		agents = await Agents.start(demo, decide);
	},
	{ timeout: startTimeout },
);

after(async () => {
	table.print();
	await agents?.close();
	await stopAll();
});

beforeEach(async () => void (await demo.sandbox.control('POST', 'reset', {})));
afterEach(async () => void (await demo.sandbox.control('DELETE', 'faults')));

/** For each person the model calls each of its tools once, then ends. */
function decide(messages, tools) {
	const lastUser = messages.findLastIndex(({ role }) => role === 'user');
	if (messages.slice(lastUser).some(({ role }) => role === 'tool')) return { text: 'done' };
	const prompt = JSON.stringify(messages[lastUser].content);
	const person = PEOPLE.find((name) => prompt.includes(name));
	const input = (tool) => ({ text: `${person} by ${tool}`, Prompt__User_Message_: prompt });
	return { calls: tools.toSorted().map((tool) => ({ tool, input: input(tool) })) };
}

const people = {
	id: randomUUID(),
	name: 'People',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	position: [0, 0],
	parameters: {
		jsCode: `return ${JSON.stringify(PEOPLE)}.map((name) => ({ json: { name } }));`,
	},
};

const faults = {
	rejected: { kind: 'status', status: 400 },
	lost: { kind: 'resetAfterWork' },
};

/** What the model receives of a failed call. Agent 2.2 passes an error on only if the tool continues on errors. */
const errors = {
	rejected: /^There was an error: ".*\(400\).*"$|\(400\)\. /s,
	lost: /The message may already have been sent\. .*Do not send it again without checking\./s,
};

for (const { version, onError, passesOn } of [
	{ version: 2.2, passesOn: false },
	{ version: 2.2, onError: 'continueRegularOutput', passesOn: true },
	{ version: 3, passesOn: true },
	{ version: 3, onError: 'continueRegularOutput', passesOn: true },
]) {
	for (const [what, fault] of Object.entries(faults)) {
		const setting = onError ? 'that continues on errors' : 'that stops on errors';
		const title = `Agent ${version}, a tool ${setting}, one response ${what}`;
		test(`${title}: each message is sent at most once`, { timeout: 120_000 }, async () => {
			const started = Date.now();
			await demo.sandbox.control('POST', 'faults', { method: 'POST', path: '/messages', ...fault });
			await agents.run(
				[
					people,
					agents.agent(version, '=Greet {{ $json.name }}'),
					agents.modelNode(),
					...TOOLS.map((tool) => agents.sendingTool(tool.replace('_', ' '), chat, { ...(onError && { onError }) })),
				],
				[
					['Start', 'People', 'main'],
					['People', 'Agent', 'main'],
					['Model', 'Agent', 'ai_languageModel'],
					...TOOLS.map((tool) => [tool.replace('_', ' '), 'Agent', 'ai_tool']),
				],
			);
			const sent = await sentTexts(demo);
			const results = agents.toolResults();
			const failed = results.filter((content) => !content.includes('"status":"pending"'));
			table.add([title, sent.length, failed.map((text) => text || '(an empty text)'), started]);
			assert.deepEqual(sent.toSorted(), [...new Set(sent)].sort());
			assert.equal(sent.length, what === 'lost' ? CALLS.length : CALLS.length - 1);
			assert.ok(sent.every((text) => CALLS.includes(text)));
			assert.equal(results.length, CALLS.length);
			assert.equal(failed.length, 1);
			assert.match(failed[0], passesOn ? errors[what] : /^$/);
		});
	}
}

const reads = {
	list: [{ resource: 'instance', operation: 'getAll', limit: 2 }, /"status":"connected"/],
	download: [{ resource: 'download', operation: 'getVideo' }, /"fileName":"[^"]+\.mp4"/],
};

for (const [what, [parameters, expected]] of Object.entries(reads)) {
	for (const version of [2.2, 3]) {
		const title = `Agent ${version}, a ${what} as the result`;
		test(`${title}: the model receives it`, { timeout: 120_000 }, async () => {
			const started = Date.now();
			const messages = await demo.sandbox.control('GET', 'messages');
			const { id: messageId } = messages.find(({ type }) => type === 'video');
			await agents.run(
				[
					agents.agent(version, 'Look for Ana'),
					agents.modelNode(),
					agents.tool('Look', { ...parameters, ...(what === 'download' && { messageId }) }),
				],
				[
					['Start', 'Agent', 'main'],
					['Model', 'Agent', 'ai_languageModel'],
					['Look', 'Agent', 'ai_tool'],
				],
			);
			const [result] = agents.toolResults();
			table.add([title, 0, [result], started]);
			assert.match(result, expected);
		});
	}
}

for (const version of [2.2, 3]) {
	const title = `Agent ${version} with a sub-agent, one response lost`;
	test(`${title}: the message is sent once`, { timeout: 120_000 }, async () => {
		const started = Date.now();
		await demo.sandbox.control('POST', 'faults', {
			method: 'POST',
			path: '/messages',
			...faults.lost,
		});
		const subAgent = {
			...agents.agent(version, ''),
			name: 'Assistant',
			type: '@n8n/n8n-nodes-langchain.agentTool',
			parameters: {
				toolDescription: 'Greets people',
				text: `={{ $fromAI('Prompt__User_Message_', '', 'string') }}`,
				options: {},
			},
		};
		await agents.run(
			[
				agents.agent(version, 'Greet Ana'),
				agents.modelNode(),
				subAgent,
				agents.modelNode('Second model'),
				agents.sendingTool('Greet', chat, { onError: 'continueRegularOutput' }),
			],
			[
				['Start', 'Agent', 'main'],
				['Model', 'Agent', 'ai_languageModel'],
				['Assistant', 'Agent', 'ai_tool'],
				['Second model', 'Assistant', 'ai_languageModel'],
				['Greet', 'Assistant', 'ai_tool'],
			],
		);
		const sent = await sentTexts(demo);
		table.add([title, sent.length, agents.toolResults(), started]);
		assert.deepEqual(sent, ['Ana by Greet']);
		assert.match(agents.toolResults().join('\n'), errors.lost);
	});
}

test('the MCP server: a call sends once, and its client receives results and errors', async () => {
	const started = Date.now();
	const path = randomUUID();
	const server = {
		...agents.agent(2, ''),
		name: 'Server',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		webhookId: path,
		parameters: { authentication: 'none', path },
	};
	const { id } = await demo.api.createWorkflow({
		name: 'MCP server',
		nodes: [server, agents.sendingTool('Greet', chat)],
		connections: { Greet: { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] } },
	});
	await demo.api.publish(id);
	const client = new Client({ name: 'test', version: '1.0.0' });
	const url = new URL(`${demo.n8n.url}/mcp/${path}`);
	await waitUntil(async () => (await fetch(url)).status !== 404, 'the MCP server');
	await client.connect(new StreamableHTTPClientTransport(url));
	try {
		const { tools } = await client.listTools();
		assert.deepEqual(Object.keys(tools[0].inputSchema.properties), ['text']);
		const call = async (text) =>
			JSON.stringify((await client.callTool({ name: 'Greet', arguments: { text } })).content);
		const results = [await call('one')];
		for (const fault of Object.values(faults)) {
			await demo.sandbox.control('POST', 'faults', { method: 'POST', path: '/messages', ...fault });
			results.push(await call(fault.kind));
		}
		const sent = await sentTexts(demo);
		table.add(['MCP server', sent.length, results, started]);
		assert.deepEqual(sent, ['one', 'resetAfterWork']);
		assert.match(results[0], /pending/);
		assert.match(results[1], /\(400\)/);
		assert.match(results[2], errors.lost);
	} finally {
		await client.close();
		await demo.api.unpublish(id);
	}
});

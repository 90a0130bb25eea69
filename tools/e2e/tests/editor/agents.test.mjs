import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { linked, node, publishWorkflow } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { Agents } from '../support/agents.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { chat } from '../support/sendAndWait.mjs';
import { failNext, sentTexts } from '../support/workflows.mjs';

/** The node as a tool of agents with three input items, and of n8n's MCP server. */

const PEOPLE = ['Ana', 'Bia', 'Caio'];
const TOOLS = ['First_tool', 'Second_tool'];
const CALLS = PEOPLE.flatMap((name) => TOOLS.map((tool) => `${name} by ${tool}`));
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
	agents?.close();
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

const jsCode = `return ${JSON.stringify(PEOPLE)}.map((name) => ({ json: { name } }));`;
const lost = { kind: 'resetAfterWork' };
const rejected = { kind: 'status', status: 400 };
const toldOfLost = /The message may already have been sent\. .*Check before you send it again\./s;

// Agent 2.2 passes an error on only if the tool continues on errors.
for (const [version, onError, fault, told] of [
	[2.2, 'continueRegularOutput', lost, toldOfLost],
	[3, undefined, lost, toldOfLost],
	[3, undefined, rejected, /\(400\)/],
]) {
	const title = `Agent ${version}, a tool with On Error ${onError ?? 'Stop'}, one response ${fault.kind}`;
	test(`${title}: each message is sent at most once, and the model is told`, { timeout: 120_000 }, async () => {
		await failNext(demo, fault);
		const tools = TOOLS.map((tool) => tool.replace('_', ' '));
		await agents.run(
			[
				node('People', 'code', 2, { jsCode }),
				agents.agent(version, '=Greet {{ $json.name }}'),
				agents.modelNode(),
				...tools.map((tool) => agents.sendingTool(tool, chat, { ...(onError && { onError }) })),
			],
			[
				['Start', 'People'],
				['People', 'Agent'],
				['Model', 'Agent', 'ai_languageModel'],
				...tools.map((tool) => [tool, 'Agent', 'ai_tool']),
			],
		);
		const sent = await sentTexts(demo);
		const results = agents.toolResults();
		const failed = results.filter((content) => !content.includes('"status":"pending"'));
		assert.equal(new Set(sent).size, sent.length);
		assert.equal(sent.length, fault === lost ? CALLS.length : CALLS.length - 1);
		assert.ok(sent.every((text) => CALLS.includes(text)));
		assert.deepEqual([results.length, failed.length], [CALLS.length, 1]);
		assert.match(failed[0], told);
	});
}

test('a list as the result of a tool reaches the model', { timeout: 120_000 }, async () => {
	const tool = agents.tool('Look', { resource: 'instance', operation: 'getAll', limit: 2 });
	const links = [
		['Start', 'Agent'],
		['Model', 'Agent', 'ai_languageModel'],
		['Look', 'Agent', 'ai_tool'],
	];
	await agents.run([agents.agent(3, 'Look for Ana'), agents.modelNode(), tool], links);
	assert.match(agents.toolResults()[0], /"status":"connected"/);
});

test('the MCP server: a call sends once, and its client receives results and errors', async () => {
	const path = randomUUID();
	const parameters = { authentication: 'none', path };
	const server = node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, parameters, { webhookId: path });
	const greet = agents.sendingTool('Greet', chat);
	const connections = linked([['Greet', 'Server', 'ai_tool']]);
	const { id } = await publishWorkflow(demo, { name: 'MCP server', nodes: [server, greet], connections });
	const client = new Client({ name: 'test', version: '1.0.0' });
	const url = new URL(`${demo.n8n.url}/mcp/${path}`);
	await waitUntil(async () => (await fetch(url)).status !== 404, 'the MCP server');
	await client.connect(new StreamableHTTPClientTransport(url));
	try {
		const { tools } = await client.listTools();
		assert.deepEqual(Object.keys(tools[0].inputSchema.properties), ['text']);
		const call = async (text) =>
			JSON.stringify((await client.callTool({ name: 'Greet', arguments: { text } })).content);
		assert.match(await call('one'), /pending/);
		await failNext(demo, rejected);
		assert.match(await call('two'), /\(400\)/);
		await failNext(demo, lost);
		assert.match(await call('three'), toldOfLost);
		assert.deepEqual(await sentTexts(demo), ['one', 'three']);
	} finally {
		await client.close();
		await demo.api.unpublish(id);
	}
});

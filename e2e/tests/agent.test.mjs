import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { nodeType } from '../n8n/package.mjs';
import { waitForWebhook } from '../n8n/runNode.mjs';
import { waitUntil } from '../processes/polling.mjs';
import { stopAll } from '../processes/processes.mjs';
import { startChatModel } from './support/chatModel.mjs';
import { startTestDemo, startTimeout } from './support/demo.mjs';

/** An agent with three input items and two nodes of the package as tools. For each item the model calls both tools once, then ends. */

const PEOPLE = ['Ana', 'Bia', 'Caio'];
const CALLS = PEOPLE.flatMap((name) =>
	['First_tool', 'Second_tool'].map((tool) => `${name} by ${tool}`),
);
let demo;
let model;
let modelCredential;

before(
	async () => {
		demo = await startTestDemo('agent');
		model = await startChatModel(decide);
		modelCredential = await demo.api.saveCredential({
			name: 'Stand-in model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
	},
	{ timeout: startTimeout },
);

after(async () => {
	await model?.close();
	await stopAll();
});

function decide(messages, tools) {
	const lastUser = messages.findLastIndex(({ role }) => role === 'user');
	const results = messages.slice(lastUser).filter(({ role }) => role === 'tool');
	if (results.length > 0) return { text: `done after ${results.length} results` };
	const person = PEOPLE.find((name) => JSON.stringify(messages[lastUser].content).includes(name));
	return {
		calls: tools.toSorted().map((tool) => ({ tool, input: { text: `${person} by ${tool}` } })),
	};
}

/** Returns a workflow with a webhook, three items, the agent, its model and two tools, and the webhook's path. */
function buildWorkflow({ version, onError }, instance, chat) {
	const path = randomUUID();
	const node = (name, type, typeVersion, parameters, more = {}) => ({
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		...more,
	});
	const tool = (name) =>
		node(
			name,
			`${nodeType}Tool`,
			1,
			{
				descriptionType: 'manual',
				toolDescription: 'Sends a message',
				resource: 'message',
				operation: 'send',
				specifyBody: 'json',
				jsonBody: `={{ JSON.stringify({ instanceId: '${instance}', remoteJid: '${chat}', type: 'text', content: { text: $fromAI('text', 'the text', 'string') } }) }}`,
			},
			{ credentials: { messagingIntegrationApi: demo.credential }, onError },
		);
	const nodes = [
		node(
			'Start',
			'n8n-nodes-base.webhook',
			2.1,
			{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			{ webhookId: path },
		),
		node('People', 'n8n-nodes-base.code', 2, {
			jsCode: `return ${JSON.stringify(PEOPLE)}.map((name) => ({ json: { name } }));`,
		}),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', version, {
			promptType: 'define',
			text: '=Greet {{ $json.name }}',
			options: {},
		}),
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			1.3,
			{
				model: { __rl: true, mode: 'id', value: 'stand-in' },
				responsesApiEnabled: false,
				options: {},
			},
			{ credentials: { openAiApi: modelCredential } },
		),
		tool('First tool'),
		tool('Second tool'),
	];
	const to = (name, type) => ({ [type]: [[{ node: name, type, index: 0 }]] });
	const connections = {
		Start: to('People', 'main'),
		People: to('Agent', 'main'),
		Model: to('Agent', 'ai_languageModel'),
		'First tool': to('Agent', 'ai_tool'),
		'Second tool': to('Agent', 'ai_tool'),
	};
	return {
		path,
		workflow: { name: `Agent ${version}`, nodes, connections, settings: { executionOrder: 'v1' } },
	};
}

/** What the model receives from a failed tool. Agent 2.2 passes the error on only if the tool continues on error. */
const cases = [
	{ version: 2.2, onError: undefined, expected: /^$/ },
	{ version: 2.2, onError: 'continueRegularOutput', expected: /\(400\)/ },
	{ version: 3, onError: undefined, expected: /\(400\)/ },
];

for (const each of cases) {
	const tool = each.onError ? 'that continues on error' : 'that stops on error';
	test(
		`a tool ${tool} of Agent ${each.version} sends each message once, and the model receives what n8n passes on of an error`,
		{ timeout: 120_000 },
		async () => {
			await demo.sandbox.control('POST', 'reset', {});
			model.requests.length = 0;
			const { data: instances } = await demo.sandbox.request('GET', '/instances?status=connected');
			await demo.sandbox.control('POST', 'faults', {
				method: 'POST',
				path: '/messages',
				kind: 'status',
				status: 400,
			});

			const { path, workflow } = buildWorkflow(
				each,
				instances[0].id,
				'5511987654321@s.whatsapp.net',
			);
			const { id } = await demo.api.createWorkflow(workflow);
			await demo.api.publish(id);
			const url = `${demo.n8n.url}/webhook/${path}`;
			await waitForWebhook(url);
			await fetch(url, { method: 'POST' });
			const execution = await waitUntil(
				async () =>
					(await demo.api.listExecutions(id)).find(({ status }) =>
						['success', 'error', 'crashed'].includes(status),
					),
				'the end of the execution',
				60_000,
			);
			if (execution.status !== 'success')
				assert.fail(JSON.stringify(await demo.api.findError(execution.id)));

			const ledger = await demo.sandbox.control('GET', 'ledger');
			const sent = ledger
				.filter((request) => request.path === '/messages')
				.map(({ body }) => body.content.text);
			const toolMessages = model.requests
				.flatMap(({ messages }) => messages)
				.filter(({ role }) => role === 'tool');
			const received = [
				...new Map(
					toolMessages.map((message) => [message.tool_call_id, String(message.content)]),
				).values(),
			];
			assert.equal(new Set(sent).size, sent.length, 'nothing was sent twice');
			assert.ok(sent.every((text) => CALLS.includes(text)));
			assert.equal(sent.length, CALLS.length - 1, 'one message was rejected');
			assert.equal(received.length, CALLS.length);
			assert.equal(received.filter((content) => each.expected.test(content)).length, 1);
			assert.equal(
				received.filter((content) => content.includes('"status":"pending"')).length,
				CALLS.length - 1,
			);
		},
	);
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { nodeType } from '../n8n/package.mjs';
import { waitForWebhook } from '../n8n/runNode.mjs';
import { waitUntil } from '../processes/polling.mjs';
import { stopAll } from '../processes/processes.mjs';
import { startChatModel } from './support/chatModel.mjs';
import { startTestDemo, startTimeout } from './support/demo.mjs';
import { chat, linksIn, open, press, sentTexts } from './support/sendAndWait.mjs';

/** Human review of an AI agent's tool: n8n makes a review node of every node with Send and Wait. */

const GREETING = 'Hello "Ana" & <all>';
let demo;
let model;
let modelCredential;

before(
	async () => {
		demo = await startTestDemo('humanReview');
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

/** Calls the tool once, then ends. */
function decide(messages, tools) {
	if (messages.some(({ role }) => role === 'tool')) return { text: 'done' };
	const input = { toolParameters: { text: GREETING }, hitlParameters: {} };
	return { calls: [{ tool: tools[0], input }] };
}

/** Starts an agent whose only tool needs a review. Returns the ids of the workflow and its execution, which waits. */
async function startAgent() {
	const path = randomUUID();
	const { data: instances } = await demo.sandbox.request('GET', '/instances?status=connected');
	const node = (name, type, typeVersion, parameters, more = {}) => ({
		...{ id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters },
		...more,
	});
	const ours = { credentials: { messagingIntegrationApi: demo.credential } };
	const instanceId = { __rl: true, mode: 'id', value: instances[0].id };
	const recipient = { __rl: true, mode: 'id', value: chat };
	// The text that n8n suggests, except that its suggestion shows the parameters as [object Object].
	const message =
		'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ JSON.stringify($tool.parameters) }}';
	const text = `={{ $fromAI('text', 'the text', 'string') }}`;
	const nodes = [
		node(
			'Start',
			'n8n-nodes-base.webhook',
			2.1,
			{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			{ webhookId: path },
		),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, {
			promptType: 'define',
			text: 'Greet Ana',
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
		node('Review', `${nodeType}HitlTool`, 1, { instanceId, recipient, message }, ours),
		node(
			'Greet',
			`${nodeType}Tool`,
			1,
			{
				...{ descriptionType: 'manual', toolDescription: 'Sends a message' },
				...{ resource: 'message', operation: 'sendText', instanceId, recipient, text },
			},
			ours,
		),
	];
	const to = (name, type) => ({ [type]: [[{ node: name, type, index: 0 }]] });
	const { id } = await demo.api.createWorkflow({
		name: 'Human review',
		nodes,
		connections: {
			Start: to('Agent', 'main'),
			Model: to('Agent', 'ai_languageModel'),
			Review: to('Agent', 'ai_tool'),
			Greet: to('Review', 'ai_tool'),
		},
		settings: { executionOrder: 'v1' },
	});
	await demo.api.publish(id);
	const url = `${demo.n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	await fetch(url, { method: 'POST' });
	await waitForStatus(id, 'waiting');
	return id;
}

async function waitForStatus(workflowId, expected) {
	const { id, status } = await waitUntil(
		async () =>
			(await demo.api.listExecutions(workflowId)).find(({ status }) =>
				[expected, 'error', 'crashed'].includes(status),
			),
		`the status ${expected}`,
	);
	if (status !== expected) assert.fail(JSON.stringify(await demo.api.findError(id)));
}

for (const { does, place, sent, told } of [
	{ does: 'approves', place: 0, sent: [GREETING], told: /"status":"pending"/ },
	{ does: 'declines', place: 1, sent: [], told: /declin|reject|not approved|denied/i },
]) {
	const what = sent.length > 0 ? 'runs once' : 'does not run';
	test(`the tool ${what} if the reviewer ${does}, and the model is told`, async () => {
		await demo.sandbox.control('POST', 'reset', {});
		model.requests.length = 0;
		const workflowId = await startAgent();
		const [question, ...others] = await sentTexts(demo);
		assert.deepEqual(others, [], 'the tool waits for the review');
		assert.match(question, /Greet/);
		assert.ok(question.includes(JSON.stringify({ text: GREETING })), question);
		const { url } = linksIn(question)[place];
		const page = await open(url);
		assert.equal(page.status, 200);
		assert.match(page.html, /The agent wants to run this tool: Greet/);
		await press(url);
		await waitForStatus(workflowId, 'success');
		assert.deepEqual((await sentTexts(demo)).slice(1), sent);
		const results = model.requests.at(-1).messages.filter(({ role }) => role === 'tool');
		assert.equal(results.length, 1);
		assert.match(String(results[0].content), told);
	});
}

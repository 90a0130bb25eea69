import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stopAll } from '../../processes/processes.mjs';
import { Agents } from '../support/agents.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { chat, linksIn, open, press, sentTexts } from '../support/sendAndWait.mjs';

/** Human review of an AI agent's tool: n8n makes a review node of every node with Send and Wait. */

const GREETING = 'Hello "Ana" & <all>';
let demo;
let agents;

before(
	async () => {
		demo = await startTestDemo('humanReview');
		agents = await Agents.start(demo, decide);
	},
	{ timeout: startTimeout },
);

after(async () => {
	await agents?.close();
	await stopAll();
});

/** Calls the tool once, then ends. */
function decide(messages, tools) {
	if (messages.some(({ role }) => role === 'tool')) return { text: 'done' };
	const input = { toolParameters: { text: GREETING }, hitlParameters: {} };
	return { calls: [{ tool: tools[0], input }] };
}

/** Starts an agent whose only tool needs a review. Resolves when the execution waits. */
async function startAgent() {
	// The text that n8n suggests, except that its suggestion shows the parameters as [object Object].
	const message =
		'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ JSON.stringify($tool.parameters) }}';
	const review = {
		instanceId: agents.instanceId,
		recipient: { __rl: true, mode: 'id', value: chat },
		message,
		approvalOptions: { values: { approveLabel: 'Run it' } },
		options: { language: 'pt' },
	};
	return await agents.run(
		[
			agents.agent(3, 'Greet Ana'),
			agents.modelNode(),
			agents.tool('Review', review, { variant: 'HitlTool' }),
			agents.sendingTool('Greet', chat),
		],
		[
			['Start', 'Agent', 'main'],
			['Model', 'Agent', 'ai_languageModel'],
			['Review', 'Agent', 'ai_tool'],
			['Greet', 'Review', 'ai_tool'],
		],
		['waiting'],
	);
}

for (const { does, approved, sent, told } of [
	{ does: 'approves', approved: true, sent: [GREETING], told: /"status":"pending"/ },
	{ does: 'declines', approved: false, sent: [], told: /declin|reject|not approved|denied/i },
]) {
	const what = sent.length > 0 ? 'runs once' : 'does not run';
	test(`the tool ${what} if the reviewer ${does}, and the model is told`, async () => {
		await demo.sandbox.control('POST', 'reset', {});
		const { workflowId } = await startAgent();
		const [question, ...others] = await sentTexts(demo);
		assert.deepEqual(others, [], 'the tool waits for the review');
		assert.match(question, /Greet/);
		assert.ok(question.includes(JSON.stringify({ text: GREETING })), question);
		const [{ label, url }, ...more] = linksIn(question);
		assert.deepEqual([label, more], ['Responder', []]);
		const page = await open(url);
		assert.equal(page.status, 200);
		assert.match(page.html, /The agent wants to run this tool: Greet/);
		assert.match(page.html, />Run it<.*\n.*>✗ Recusar</);
		await press(url, { approved });
		await agents.waitForExecution(workflowId, ['success']);
		assert.deepEqual((await sentTexts(demo)).slice(1), sent);
		const results = agents.toolResults();
		assert.equal(results.length, 1);
		assert.match(results[0], told);
	});
}

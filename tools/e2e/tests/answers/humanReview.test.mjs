import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startBrowser } from '../../editor/browser.mjs';
import { Editor } from '../../editor/editor.mjs';
import { createChain } from '../../editor/workflows.mjs';
import { locator } from '../../n8n/workflows.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { Agents } from '../support/agents.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { chat, linksIn, press } from '../support/sendAndWait.mjs';
import { sentTexts } from '../support/workflows.mjs';

/** The node as the human review of an agent's tools. */

const GREETING = 'Hello "Ana" & <all>';
let demo;
let browser;
let agents;

before(
	async () => {
		demo = await startTestDemo('humanReview');
		browser = await startBrowser();
		agents = await Agents.start(demo, decide);
	},
	{ timeout: startTimeout },
);
after(async () => {
	agents?.close();
	await browser?.close();
	await stopAll();
});
beforeEach(async () => void (await demo.sandbox.control('POST', 'reset', {})));

/** The model calls its tool once, then ends. */
function decide(messages, tools) {
	const lastUser = messages.findLastIndex(({ role }) => role === 'user');
	if (messages.slice(lastUser).some(({ role }) => role === 'tool')) return { text: 'done' };
	return { calls: [{ tool: tools[0], input: { toolParameters: { text: GREETING }, hitlParameters: {} } }] };
}

test("the editor offers the node as the human review of an agent's tools", async () => {
	const editor = await Editor.open(browser, demo.n8n);
	const { id } = await createChain(demo.api, 'Human review', [
		{ name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3.1, parameters: {} },
	]);
	await editor.openWorkflow(id);
	const { page } = editor;
	await page.locator('[data-test-id="canvas-handle-plus"]').nth(3).click();
	await page.locator('[data-test-id="node-creator"]').getByText('Human review').click();
	await page.getByText('Messaging Integration', { exact: true }).first().click();
	await page.getByText('Add to workflow', { exact: true }).click();
	await page.locator('[data-test-id="node-parameters"]').waitFor();
	await editor.settle();
	await editor.screenshot('reports/e2e/human-review.png');
	assert.deepEqual((await editor.readLabels()).slice(0, 4).sort(), ['Credential', 'Instance', 'Message', 'Recipient']);
	await editor.close();
});

for (const [approved, sent, told] of [
	[true, [GREETING], /"status":"pending"/],
	[false, [], /declin|reject|not approved|denied/i],
]) {
	test(`a tool with a review runs ${sent.length} times if the reviewer answers ${approved}`, async () => {
		// The text that n8n suggests, except that its suggestion shows the parameters as [object Object].
		const message = '=The agent wants to run {{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}';
		const review = { instanceId: agents.instanceId, recipient: locator(chat), message };
		const { workflowId } = await agents.run(
			[
				agents.agent(3, 'Greet'),
				agents.modelNode(),
				agents.tool('Review', review, { variant: 'HitlTool' }),
				agents.sendingTool('Greet', chat),
			],
			[
				['Start', 'Agent'],
				['Model', 'Agent', 'ai_languageModel'],
				['Review', 'Agent', 'ai_tool'],
				['Greet', 'Review', 'ai_tool'],
			],
			['waiting'],
		);
		const [question, ...others] = await sentTexts(demo);
		assert.deepEqual(others, [], 'the tool waits for the review');
		assert.ok(question.includes(`run Greet: ${JSON.stringify({ text: GREETING })}`), question);
		await press(linksIn(question)[0].url, { approved });
		await agents.waitForExecution(workflowId);
		assert.deepEqual((await sentTexts(demo)).slice(1), sent);
		assert.match(agents.toolResults().join(), told);
	});
}

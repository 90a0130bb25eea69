import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createWorkflow, ourTrigger } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTimeout } from '../support/demo.mjs';
import { checkVoiceMessage, publishMedia, startTriggerDemo, triggerName, waitForRuns } from '../support/trigger.mjs';

/** The trigger in n8n: its registration at the service, and deliveries. */

const tokenHeader = 'X-Messaging-Integration-Token';
let demo;

before(async () => void (demo = await startTriggerDemo('trigger')), { timeout: startTimeout });

after(stopAll);

test('a workflow has one webhook while it is active, and none otherwise, whatever the editor listens to', async () => {
	for (let round = 1; round <= 2; round += 1) {
		await demo.api.publish(demo.silent.id);
		const published = await demo.waitForProduction(1, `while active, round ${round}`);

		await demo.api.listen(demo.silent.id, triggerName);
		const listening = await demo.waitForTest(1, `while listening, round ${round}`);
		assert.deepEqual(await demo.waitForProduction(1, 'while listening'), published);

		// The two end first alternately.
		const first = round % 2 === 0;
		if (first) {
			await demo.api.stopListening(demo.silent.id);
			await demo.waitForTest(0, `after listening, round ${round}`);
			assert.deepEqual(await demo.waitForProduction(1, 'after listening'), published);
		}
		await demo.api.unpublish(demo.silent.id);
		await demo.waitForProduction(0, `when inactive, round ${round}`);
		if (!first) {
			assert.deepEqual(await demo.waitForTest(1, 'after unpublishing'), listening);
			await demo.api.stopListening(demo.silent.id);
			await demo.waitForTest(0, `after listening, round ${round}`);
		}
	}
});

test('the editor receives a test event if the user chose so, and production does not', async () => {
	const published = await demo.waitForProduction(1, 'at first', demo.workflow);
	const before = await demo.countRuns();
	const parameters = { events: ['message'], options: { sendTestEvent: true } };
	const nodes = [ourTrigger(demo, triggerName, parameters)];
	const workflow = await createWorkflow(demo, { name: 'Test event', nodes });
	await demo.api.listen(workflow.id, triggerName);
	const run = await waitUntil(
		async () => (await demo.api.listExecutions(workflow.id)).find(({ status }) => status === 'success'),
		'the run with the test event',
	);
	assert.equal(run.mode, 'manual');
	await demo.waitForTest(0, 'after the test event', workflow);
	assert.deepEqual(await demo.waitForProduction(1, 'in the end', demo.workflow), published);
	assert.equal(await demo.countRuns(), before);
});

test('neither the API key nor the token is stored in the workflow or in its executions', async () => {
	await demo.sandbox.control('POST', 'incoming', { text: 'Hello' });
	await waitForRuns(demo.api, demo.workflow, 1);
	const [{ headers }] = await demo.listProduction(demo.workflow);
	const token = headers[tokenHeader];
	assert.ok(token.length >= 32);
	const workflow = await demo.api.request('GET', `/workflows/${demo.workflow.id}`);
	const runs = await demo.api.listExecutions(demo.workflow.id);
	const stored = [workflow];
	for (const { id } of runs) stored.push(await demo.api.request('GET', `/executions/${id}`));
	for (const value of stored)
		for (const secret of [demo.sandbox.key, token]) assert.ok(!JSON.stringify(value).includes(secret));
});

test('a voice message is acknowledged at once, and the workflow reads its file', async () => {
	await checkVoiceMessage(demo, await publishMedia(demo));
});

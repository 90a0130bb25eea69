import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkflow, ourTrigger } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTimeout } from '../support/demo.mjs';
import { startTriggerDemo, triggerName } from '../support/trigger.mjs';

/** The trigger in n8n: its registration at the service, and deliveries. */

const tokenHeader = 'X-Messaging-Integration-Token';
const rounds = Number(process.env.ROUNDS ?? 5);
let demo;

before(async () => void (demo = await startTriggerDemo('trigger')), { timeout: startTimeout });

after(stopAll);

test('a workflow has one webhook while it is active, and none otherwise, whatever the editor listens to', async () => {
	for (let round = 1; round <= rounds; round += 1) {
		await demo.api.publish(demo.silent.id);
		const published = await demo.waitForProduction(1, `while active, round ${round}`);

		assert.deepEqual(await demo.api.listen(demo.silent.id, triggerName), {
			waitingForWebhook: true,
		});
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

test('a service that deletes no webhooks has at most one for each URL', async () => {
	await demo.sandbox.control('POST', 'dialect', { webhookDelete: 405 });
	try {
		for (let round = 1; round <= 3; round += 1) {
			await demo.waitForRequest('GET', async () => await demo.api.publish(demo.silent.id));
			await demo.waitForProduction(1, `while active, round ${round}`);
			await demo.waitForRequest('DELETE', async () => await demo.api.unpublish(demo.silent.id));
			await demo.waitForProduction(1, `after unpublishing, round ${round}`);
		}
	} finally {
		await demo.sandbox.control('POST', 'dialect', { name: 'documented' });
	}
	await demo.waitForRequest('GET', async () => await demo.api.publish(demo.silent.id));
	await demo.waitForProduction(1, 'while active again');
	await demo.api.unpublish(demo.silent.id);
	await demo.waitForProduction(0, 'once the service deletes webhooks');
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

test('listening fails with an explanation when the service cannot reach n8n', async () => {
	// A host name that is reserved for documentation.
	const data = { ...demo.credentialData.data, baseUrl: 'https://messaging.example.com/api/v2' };
	const credential = await demo.api.saveCredential({ ...demo.credentialData, name: 'On the internet', data });
	const nodes = [ourTrigger({ credential }, triggerName, { events: ['message'] })];
	const { id } = await createWorkflow(demo, { name: 'Unreachable', nodes });
	await assert.rejects(demo.api.listen(id, triggerName), /cannot reach this n8n/);
});

test('a duplicate gets 200 and runs nothing', async () => {
	const before = await demo.countRuns();
	const [{ id: instanceId }] = await demo.sandbox.control('GET', 'instances');
	const body = {
		...{ event: 'message', id: randomUUID(), instanceId, remoteJid: '5511900000000@s.whatsapp.net' },
		...{ fromMe: false, type: 'text', content: { text: 'Once' } },
	};
	const duplicates = await Promise.all([1, 2, 3].map(async () => await demo.deliver(body)));
	assert.deepEqual([...duplicates, await demo.deliver(body)], [200, 200, 200, 200]);
	await waitUntil(async () => (await demo.countRuns()) > before, 'the run');
	await sleep(1000);
	assert.equal(await demo.countRuns(), before + 1);
});

test('neither the API key nor the token is stored in the workflow or in its executions', async () => {
	const [{ headers }] = await demo.listProduction(demo.workflow);
	const token = headers[tokenHeader];
	assert.ok(token.length >= 32);
	const workflow = await demo.api.request('GET', `/workflows/${demo.workflow.id}`);
	const runs = await demo.api.listExecutions(demo.workflow.id);
	assert.ok(runs.length > 0);
	const stored = { workflow };
	for (const { id } of runs) stored[`execution ${id}`] = await demo.api.request('GET', `/executions/${id}`);
	for (const [what, value] of Object.entries(stored)) {
		for (const [name, secret] of Object.entries({ key: demo.sandbox.key, token })) {
			assert.deepEqual(findText(value, secret), [], `${what} contains the ${name}`);
		}
	}
});

/** Returns the paths at which a value contains a text. */
function findText(value, text, path = '') {
	if (typeof value === 'string') return value.includes(text) ? [path] : [];
	if (value === null || typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, inner]) => findText(inner, text, `${path}/${name}`));
}

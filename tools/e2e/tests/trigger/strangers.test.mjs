import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listWebhooks } from '../../demo/webhooks.mjs';
import { node, ourTrigger } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { countOf, publish } from '../support/workflows.mjs';
import { Deliveries, sendRaw } from './strangers.mjs';

/** Requests by strangers to published workflows start neither an execution nor the error workflow. */

const strangers = Number(process.env.STRANGERS ?? 5000) / 2;
const genuine = strangers / 10;
const seed = Number(process.env.SEED ?? 1);
const tokenHeader = 'X-Messaging-Integration-Token';
const modes = ['headerToken', 'hmac'];

let demo;
let errorWorkflow;
const workflows = {};
const deliveries = {};

before(
	async () => {
		demo = await startTestDemo('strangers', { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
		errorWorkflow = await publish(demo, { name: 'Errors', nodes: [node('Error', 'errorTrigger', 1)] });
		for (const [index, mode] of modes.entries()) {
			const nodes = [ourTrigger(demo, 'Trigger', { verification: mode, simplify: false })];
			const settings = { errorWorkflow: errorWorkflow.id };
			const { id, triggerPaths } = await publish(demo, { name: mode, nodes, settings });
			const url = `${demo.n8n.url}${triggerPaths[0]}`;
			const [{ headers, secret = headers[tokenHeader] }] = await listWebhooks(demo.sandbox, url);
			workflows[mode] = { id, url };
			deliveries[mode] = new Deliveries({ seed: seed + index, mode, secret });
		}
	},
	{ timeout: startTimeout },
);

after(stopAll);

/** Sends requests in the given order, sixteen at a time. Returns the responses. */
async function sendAll(mode, requests) {
	const responses = [];
	let next = 0;
	const send = async () => {
		for (let index = next++; index < requests.length; index = next++)
			responses[index] = await sendOne(mode, requests[index]);
	};
	await Promise.all(Array.from({ length: 16 }, send));
	return responses;
}

/**
 * Sends a request; a genuine one again until it is accepted, as the service does: under load, n8n is not always ready.
 */
async function sendOne(mode, request) {
	for (let retries = 0; ; retries += 1) {
		const response = await sendRaw(workflows[mode].url, request);
		if (!request.isGenuine || response.status === 200 || retries === 60) return response;
		await sleep(1000);
	}
}

/** Returns all executions of a workflow once there are enough and their number does not change any more. */
async function settledExecutions({ id }, atLeast = 0) {
	// n8n's database may not be ready under load.
	const list = async () => await demo.api.listAllExecutions(id).catch(() => undefined);
	const hasEnough = async () => ((await list()) ?? []).filter(({ stoppedAt }) => stoppedAt).length >= atLeast;
	await waitUntil(hasEnough, `${atLeast} executions`, 60_000);
	await sleep(3000);
	return await waitUntil(list, 'the list of executions', 60_000);
}

for (const mode of modes) {
	test(`${strangers} by strangers start nothing, and ${genuine} genuine ones run once each: ${mode}`, async () => {
		const all = Array.from({ length: strangers + genuine }, (_, n) => n);
		const source = deliveries[mode];
		const requests = all.map((n) => (n % 11 === 10 ? source.genuine(n) : source.stranger()));
		const responses = await sendAll(mode, requests);
		const executions = await settledExecutions(workflows[mode], genuine);
		assert.deepEqual(await settledExecutions(errorWorkflow), [], 'error workflows');
		assert.ok((await fetch(`${demo.n8n.url}/healthz`)).ok, 'n8n is alive');
		const byStrangers = responses.filter((_each, n) => !requests[n].isGenuine);
		console.log(`${mode}, seed ${seed}: strangers got`, countOf(byStrangers.map(({ status }) => status)));
		assert.ok(responses.every(({ status }, n) => status === 200 || !requests[n].isGenuine));
		assert.ok(byStrangers.every(({ status }) => status === 0 || status >= 300));
		// Only the node responds with `error`.
		const answers = byStrangers.filter(({ text }) => text.includes('"error":'));
		if (mode === 'headerToken') assert.ok(answers.every(({ status }) => status === 401));
		const run = [];
		for (const { id, status } of executions) {
			assert.equal(status, 'success');
			run.push(Number((await demo.api.readOutput(id, 'Trigger'))[0].n));
		}
		assert.deepEqual(
			run.sort((a, b) => a - b),
			all.filter((n) => requests[n].isGenuine),
		);
	});
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listWebhooks, productionUrlOf, waitForRegistration } from '../../demo/webhooks.mjs';
import { triggerType } from '../../n8n/package.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { sendRaw } from './rawRequests.mjs';
import { Deliveries } from './strangers.mjs';

/** Requests by strangers to published workflows start neither an execution nor the error workflow. */

const strangers = Number(process.env.STRANGERS ?? 5000) / 2;
const genuine = strangers / 10;
const seed = Number(process.env.SEED ?? 1);
const concurrency = 16;
const tokenHeader = 'X-Messaging-Integration-Token';
const modes = ['headerToken', 'hmac'];

/** What a genuine delivery gets without credentials: static data contains the token's hash, but no secret. */
const withoutCredentials = { headerToken: 200, hmac: 503 };

let demo;
let errorWorkflow;
const workflows = {};
const deliveries = {};

before(
	async () => {
		demo = await startTestDemo('strangers', { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
		errorWorkflow = await publish('Errors', [node('Error', 'n8n-nodes-base.errorTrigger', {})]);
		for (const [index, mode] of modes.entries()) {
			const trigger = node('Trigger', triggerType, {
				verification: mode,
				simplify: false,
			});
			trigger.credentials = { messagingIntegrationApi: demo.credential };
			const workflow = await publish(mode, [trigger], { errorWorkflow: errorWorkflow.id });
			const url = productionUrlOf(demo.n8n, workflow);
			await waitForRegistration(demo.sandbox, url);
			const [{ headers, secret }] = await listWebhooks(demo.sandbox, url);
			workflows[mode] = { ...workflow, url };
			deliveries[mode] = new Deliveries({
				seed: seed + index,
				mode,
				secret: secret ?? headers[tokenHeader],
			});
		}
	},
	{ timeout: startTimeout },
);

after(stopAll);

function node(name, type, parameters) {
	const isTrigger = type === triggerType;
	return {
		...{ id: randomUUID(), name, type, parameters, position: [0, 0] },
		...(isTrigger ? { typeVersion: 2, webhookId: randomUUID() } : { typeVersion: 1 }),
	};
}

async function publish(name, nodes, settings = {}) {
	const created = await demo.api.createWorkflow({ name, nodes, connections: {}, settings });
	await demo.api.publish(created.id);
	return { ...created, nodes };
}

/** Sends requests in the given order, several at a time. Returns the responses. */
async function sendAll(mode, requests) {
	const responses = [];
	let next = 0;
	const send = async () => {
		for (let index = next++; index < requests.length; index = next++)
			responses[index] = await sendOne(mode, requests[index]);
	};
	await Promise.all(Array.from({ length: concurrency }, send));
	return responses;
}

/**
 * Sends a request; a genuine one again until it is accepted, as the service does: under load, n8n is not always ready.
 */
async function sendOne(mode, request) {
	for (let retries = 0; ; retries += 1) {
		const response = await sendRaw(workflows[mode].url, request);
		if (!request.isGenuine || response.status === 200 || retries === 60) return { ...response, retries };
		await sleep(1000);
	}
}

/** Returns all executions of a workflow once there are enough and their number does not change any more. */
async function settledExecutions(id, atLeast = 0) {
	// n8n's database may not be ready under load.
	const list = async () => await demo.api.listAllExecutions(id).catch(() => undefined);
	const hasEnough = async () => ((await list()) ?? []).filter(({ stoppedAt }) => stoppedAt).length >= atLeast;
	await waitUntil(hasEnough, `${atLeast} executions`, 60_000);
	await sleep(3000);
	return await waitUntil(list, 'the list of executions', 60_000);
}

/** Returns how often each status occurs. */
function countStatuses(responses) {
	const counts = {};
	for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
	return JSON.stringify(counts);
}

function sum(responses) {
	return responses.reduce((total, { retries }) => total + retries, 0);
}

async function isAlive() {
	return (await fetch(`${demo.n8n.url}/healthz`)).ok;
}

for (const mode of modes) {
	test(`${strangers} by strangers start nothing, and ${genuine} genuine ones run once each: ${mode}`, async () => {
		const source = deliveries[mode];
		const requests = [];
		const isGenuine = [];
		for (let n = 0; n < strangers + genuine; n += 1) {
			isGenuine.push(n % 11 === 10);
			requests.push(isGenuine.at(-1) ? source.genuine(n) : source.stranger());
		}
		const responses = await sendAll(mode, requests);
		const byStrangers = responses.filter((_each, n) => !isGenuine[n]);
		const taken = responses.filter((_each, n) => isGenuine[n]);
		const executions = await settledExecutions(workflows[mode].id, genuine);
		const errors = await settledExecutions(errorWorkflow.id);
		console.log(
			`${mode}, seed ${seed}: ${byStrangers.length} strangers ${countStatuses(byStrangers)}, ` +
				`${taken.length} genuine ${countStatuses(taken)} (${sum(taken)} retries), ` +
				`${executions.length} executions, ${errors.length} error workflows`,
		);
		assert.equal(errors.length, 0, 'error workflows');
		assert.ok(await isAlive(), 'n8n is alive');
		assert.deepEqual(countStatuses(taken), JSON.stringify({ 200: genuine }));
		// Only the node responds with `error`.
		const answers = byStrangers.filter(({ text }) => text.includes('"error":'));
		if (mode === 'headerToken') assert.deepEqual(countStatuses(answers), JSON.stringify({ 401: answers.length }));
		assert.equal(byStrangers.filter(({ status }) => status < 300 && status > 0).length, 0);
		const run = [];
		for (const { id, status } of executions) {
			assert.equal(status, 'success');
			const [{ n }] = await demo.api.readOutput(id, 'Trigger');
			run.push(Number(n));
		}
		const sent = [...isGenuine.keys()].filter((n) => isGenuine[n]);
		assert.deepEqual(
			run.sort((a, b) => a - b),
			sent,
		);
	});
}

test('nor do they after the credentials were deleted, and genuine deliveries run or are refused with 503', async () => {
	await demo.api.request('DELETE', `/credentials/${demo.credential.id}`);
	for (const mode of modes) {
		const source = deliveries[mode];
		const before = (await settledExecutions(workflows[mode].id)).length;
		const byStrangers = await sendAll(
			mode,
			Array.from({ length: strangers / 5 }, () => source.stranger()),
		);
		const executions = await settledExecutions(workflows[mode].id);
		const errors = await settledExecutions(errorWorkflow.id);
		console.log(
			`${mode}, no credentials: ${byStrangers.length} strangers ${countStatuses(byStrangers)}, ` +
				`${executions.length - before} executions, ${errors.length} error workflows`,
		);
		assert.deepEqual([executions.length - before, errors.length], [0, 0]);
		const { status, text } = await sendOne(mode, {
			...source.genuine(1_000_000),
			isGenuine: mode === 'headerToken',
		});
		assert.equal(status, withoutCredentials[mode], text);
	}
	assert.equal((await settledExecutions(errorWorkflow.id)).length, 0);
	assert.ok(await isAlive(), 'n8n is alive');
});

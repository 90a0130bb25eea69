import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../scripts/run.mjs';
import { login, startDemo } from '../demo.mjs';
import { startN8n } from '../n8n.mjs';
import { triggerType } from '../package.mjs';
import { stopAll } from '../processes.mjs';
import { productionUrl, registrations, testUrl, until } from '../registration.mjs';

const tokenHeader = 'X-Messaging-Integration-Token';
const triggerName = 'Incoming message';
const rounds = Number(process.env.ROUNDS ?? 5);
/** n8n resumes an interrupted publication when its lease has expired: after two minutes by default. */
const env = { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '8', N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000' };
let demo;
let silent;

before(
	async () => {
		const userFolder = join(projectRoot, '.demo', 'e2e-trigger');
		await rm(userFolder, { recursive: true, force: true });
		demo = await startDemo({ userFolder, env });
		silent = await createSilentWorkflow();
	},
	{ timeout: 240_000 },
);

after(stopAll);

/** A single trigger that requests no test event, so that listening continues until it is stopped. */
async function createSilentWorkflow() {
	const trigger = {
		id: randomUUID(),
		name: triggerName,
		type: triggerType,
		typeVersion: 2,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters: { events: ['message'], options: { sendTestEvent: false } },
		credentials: { messagingIntegrationApi: demo.credential },
	};
	const workflow = await demo.api.createWorkflow({ name: 'Life cycle', nodes: [trigger], connections: {} });
	return { ...workflow, nodes: [trigger] };
}

const atProduction = async (workflow = silent) => await registrations(demo.sandbox, productionUrl(demo.n8n, workflow));
const atTest = async (workflow = silent) => await registrations(demo.sandbox, testUrl(demo.n8n, workflow));
const idsOf = (webhooks) => webhooks.map(({ id }) => id);

/** Waits for this many registrations, and checks that their number does not change. */
async function settled(find, count, what) {
	await until(async () => (await find()).length === count, `${count} registration(s) ${what}`, 60_000);
	await sleep(300);
	const found = await find();
	assert.equal(found.length, count, what);
	return idsOf(found);
}

/** Runs an action that makes n8n list webhooks in the background, and waits for it. */
async function asked(method, act) {
	const count = async () =>
		(await demo.sandbox.control('GET', 'log')).filter(
			(request) => (method === undefined || request.method === method) && request.path.includes('/webhooks'),
		).length;
	const before = await count();
	await act();
	await until(async () => (await count()) > before, `n8n to ask the service about webhooks (${method ?? 'in any way'})`, 60_000);
}

async function fault(plan) {
	await demo.sandbox.control('POST', 'faults', plan);
}

/** Resolves once a planned fault holds a request. */
async function struck() {
	await until(async () => (await demo.sandbox.control('GET', 'faults')).length === 0, 'the request that the fault is for');
	await sleep(200);
}

/** Kills n8n and starts it again at the same URL with its stored data. */
async function crash() {
	await demo.n8n.kill();
	await demo.sandbox.control('DELETE', 'faults');
	await restart();
}

async function restart() {
	const { port } = new URL(demo.n8n.url);
	const url = demo.n8n.url;
	demo.n8n = await startN8n({ userFolder: demo.userFolder, port: Number(port), env });
	assert.equal(demo.n8n.url, url, 'the same address as before');
	await demo.api.signIn(login);
}

const isActive = async () => (await demo.api.request('GET', `/workflows/${silent.id}`)).activeVersionId !== null;

/** Checks that n8n resumes what was interrupted, that the right webhook exists, and that the workflow runs. */
async function assertRecovers() {
	await settled(atProduction, (await isActive()) ? 1 : 0, 'by itself after the restart');
	if (!(await isActive())) await demo.api.publish(silent.id);
	await settled(atProduction, 1, 'active');
	await demo.api.unpublish(silent.id);
	await settled(atProduction, 0, 'after unpublishing');
}

async function deliver(url, body, headers = {}) {
	return await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

const countRuns = async (workflow = demo.workflow) => (await demo.api.executions(workflow.id)).length;

test('published, listened to and unpublished in turns: one registration while active, none when not', async () => {
	for (let round = 1; round <= rounds; round += 1) {
		await demo.api.publish(silent.id);
		const published = await settled(atProduction, 1, `while active, round ${round}`);

		assert.deepEqual(await demo.api.listen(silent.id, triggerName), { waitingForWebhook: true });
		const listening = await settled(atTest, 1, `while listening, round ${round}`);
		assert.deepEqual(idsOf(await atProduction()), published, 'listening leaves production alone');

		// The two end first alternately.
		const first = round % 2 === 0;
		if (first) {
			await demo.api.stopListening(silent.id);
			await settled(atTest, 0, `after listening, round ${round}`);
			assert.deepEqual(idsOf(await atProduction()), published, 'the end of listening leaves production alone');
		}
		await demo.api.unpublish(silent.id);
		await settled(atProduction, 0, `when inactive, round ${round}`);
		if (!first) {
			assert.deepEqual(idsOf(await atTest()), listening, 'unpublishing leaves the listener alone');
			await demo.api.stopListening(silent.id);
			await settled(atTest, 0, `after listening, round ${round}`);
		}
	}
});

test('a service that removes no webhooks has one registration for each address, not more', async () => {
	await demo.sandbox.control('POST', 'dialect', { webhookDelete: 405 });
	try {
		for (let round = 1; round <= 3; round += 1) {
			await asked('GET', async () => await demo.api.publish(silent.id));
			await settled(atProduction, 1, `while active, round ${round}`);
			await asked('DELETE', async () => await demo.api.unpublish(silent.id));
			await settled(atProduction, 1, `left behind, round ${round}`);
		}
	} finally {
		await demo.sandbox.control('POST', 'dialect', { name: 'documented' });
	}
	await asked('GET', async () => await demo.api.publish(silent.id));
	await settled(atProduction, 1, 'taken over');
	await demo.api.unpublish(silent.id);
	await settled(atProduction, 0, 'removed once the service can');
});

test('who listens gets a test event at once, and production gets none of it', async () => {
	const published = idsOf(await atProduction(demo.workflow));
	const before = await countRuns();
	await demo.api.listen(demo.workflow.id, triggerName);
	const run = await until(
		async () => (await demo.api.executions(demo.workflow.id)).slice(0, -before || undefined).find(({ status }) => status === 'success'),
		'the run with the test event',
	);
	assert.equal(run.mode, 'manual');
	await settled(() => atTest(demo.workflow), 0, 'after the test event');
	assert.deepEqual(idsOf(await atProduction(demo.workflow)), published);
	assert.equal(await countRuns(), before + 1);
});

test('an n8n that the service cannot reach is told so, before anything is sent', async () => {
	const credential = await demo.api.saveCredential({
		name: 'A service in the internet',
		type: 'messagingIntegrationApi',
		// A host name that is reserved for documentation.
		data: { apiKey: 'sk_test_example', environment: 'test', baseUrl: 'https://messaging.example.com/api/v2' },
	});
	const trigger = { ...silent.nodes[0], webhookId: randomUUID(), credentials: { messagingIntegrationApi: credential } };
	const { id } = await demo.api.createWorkflow({ name: 'Unreachable', nodes: [trigger], connections: {} });
	await assert.rejects(demo.api.listen(id, triggerName), /cannot reach this n8n/);
});

test('a forged delivery gets 401 and starts nothing', async () => {
	const before = await countRuns();
	const body = { event: 'message', fromMe: false, type: 'text', content: { text: 'forged' } };
	for (const headers of [{}, { [tokenHeader]: '' }, { [tokenHeader]: 'A'.repeat(43) }]) {
		assert.equal((await deliver(demo.webhookUrl, body, headers)).status, 401);
	}
	await sleep(1000);
	assert.equal(await countRuns(), before);
});

test('a delivery that comes again gets 200 and runs once', async () => {
	const [{ headers }] = await atProduction(demo.workflow);
	const before = await countRuns();
	const [{ id: instanceId }] = await demo.sandbox.control('GET', 'instances');
	const body = { event: 'message', id: randomUUID(), instanceId, remoteJid: '5511900000000@s.whatsapp.net', fromMe: false, type: 'text', content: { text: 'Once' } };
	const twins = await Promise.all([1, 2, 3].map(async () => await deliver(demo.webhookUrl, body, headers)));
	const late = await deliver(demo.webhookUrl, body, headers);
	assert.deepEqual([...twins, late].map(({ status }) => status), [200, 200, 200, 200]);
	await until(async () => (await countRuns()) > before, 'the run');
	await sleep(1000);
	assert.equal(await countRuns(), before + 1);
});

test('neither the API key nor the token is in the workflow or in its runs', async () => {
	const [{ headers }] = await atProduction(demo.workflow);
	const token = headers[tokenHeader];
	assert.ok(token.length >= 32);
	const workflow = await demo.api.request('GET', `/workflows/${demo.workflow.id}`);
	const runs = await demo.api.executions(demo.workflow.id);
	assert.ok(runs.length > 0);
	const kept = { workflow };
	for (const { id } of runs) kept[`execution ${id}`] = await demo.api.request('GET', `/executions/${id}`);
	for (const [what, value] of Object.entries(kept)) {
		for (const [name, secret] of Object.entries({ key: demo.sandbox.key, token })) {
			assert.deepEqual(placesOf(value, secret), [], `${what} holds the ${name}`);
		}
	}
});

/** The paths at which a value contains a text. */
function placesOf(value, text, path = '') {
	if (typeof value === 'string') return value.includes(text) ? [path] : [];
	if (value === null || typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, inner]) => placesOf(inner, text, `${path}/${name}`));
}

test('killed while idle and active: one registration, the same as before, and it works', async () => {
	await demo.api.publish(silent.id);
	const published = await settled(atProduction, 1, 'while active');
	await crash();
	assert.deepEqual(await settled(atProduction, 1, 'after the restart'), published);
	const before = await countRuns(silent);
	await demo.sandbox.control('POST', 'incoming', { text: 'After the crash' });
	await until(async () => (await countRuns(silent)) > before, 'a run after the restart');
	await demo.api.unpublish(silent.id);
	await settled(atProduction, 0, 'after unpublishing');
});

test('a registration that somebody removed at the service is made again when n8n starts', async () => {
	await demo.api.publish(silent.id);
	const [id] = await settled(atProduction, 1, 'while active');
	await demo.sandbox.call('DELETE', `/webhooks/${id}`);
	await crash();
	assert.notDeepEqual(await settled(atProduction, 1, 'after the restart'), [id]);
	await demo.api.unpublish(silent.id);
	await settled(atProduction, 0, 'after unpublishing');
});

test('n8n starts while the service is down: the workflow stays active, with its registration', async () => {
	await demo.api.publish(silent.id);
	const published = await settled(atProduction, 1, 'while active');
	await demo.n8n.kill();
	await fault({ path: '/webhooks', kind: 'status', status: 503, times: 1000 });
	await restart();
	await asked('GET', async () => {});
	await demo.sandbox.control('DELETE', 'faults');
	await sleep(3000);
	assert.ok(await isActive());
	assert.deepEqual(await settled(atProduction, 1, 'after the restart'), published);
	const before = await countRuns(silent);
	await demo.sandbox.control('POST', 'incoming', { text: 'After the outage' });
	await until(async () => (await countRuns(silent)) > before, 'a run after the outage');
	await demo.api.unpublish(silent.id);
	await settled(atProduction, 0, 'after unpublishing');
});

for (const [when, plan, act] of [
	['activation, before the service made the webhook', { method: 'POST', path: '/webhooks', kind: 'stall' }, 'publish'],
	['activation, after the service made the webhook', { method: 'POST', path: '/webhooks', kind: 'stallAfterWork' }, 'publish'],
	['deactivation, before the service removed the webhook', { method: 'DELETE', kind: 'stall' }, 'unpublish'],
	['deactivation, after the service removed the webhook', { method: 'DELETE', kind: 'stallAfterWork' }, 'unpublish'],
]) {
	test(`killed during ${when}`, async () => {
		if (act === 'unpublish') {
			await demo.api.publish(silent.id);
			await settled(atProduction, 1, 'while active');
		}
		await fault(plan);
		// No response: n8n is killed while it waits for the service.
		demo.api[act](silent.id).catch(() => {});
		await struck();
		await crash();
		await assertRecovers();
	});
}

// A running demo with a workflow for the tests of the trigger's registration, and what these tests do with it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listWebhooks, productionUrlOf, testUrlOf } from '../../demo/webhooks.mjs';
import { triggerType } from '../../n8n/package.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { startTestDemo } from './demo.mjs';

/** n8n resumes an interrupted publication when its lease has expired: after two minutes by default. */
const env = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '8',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

/** The trigger's name in both workflows. */
export const triggerName = 'Incoming message';

/**
 * Starts a demo with a further workflow, `silent`, and returns both in a `TriggerDemo`. `n8nFolder` is the folder with
 * n8n, if it is another one than tools/e2e/. Throws like `startDemo`.
 */
export async function startTriggerDemo(name, n8nFolder) {
	const demo = await startTestDemo(name, env, n8nFolder);
	// A single trigger that requests no test event, so that listening continues until it is stopped.
	const trigger = {
		id: randomUUID(),
		name: triggerName,
		type: triggerType,
		typeVersion: 2,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters: { events: ['message'], simplify: false },
		credentials: { messagingIntegrationApi: demo.credential },
	};
	const workflow = await demo.api.createWorkflow({
		name: 'Life cycle',
		nodes: [trigger],
		connections: {},
	});
	return new TriggerDemo({ ...demo, n8nFolder, silent: { ...workflow, nodes: [trigger] } });
}

class TriggerDemo {
	constructor(parts) {
		Object.assign(this, parts);
	}

	/** Returns the webhooks with a workflow's production URL. */
	async listProduction(workflow = this.silent) {
		return await listWebhooks(this.sandbox, productionUrlOf(this.n8n, workflow));
	}

	/** Returns the webhooks with a workflow's test URL. */
	async listTest(workflow = this.silent) {
		return await listWebhooks(this.sandbox, testUrlOf(this.n8n, workflow));
	}

	/**
	 * Waits until a workflow, by default the silent one, has this many webhooks with its production URL. Returns their
	 * ids.
	 */
	async waitForProduction(count, when, workflow = this.silent) {
		return await waitForCount(() => this.listProduction(workflow), count, when);
	}

	/** Like `waitForProduction`, for the test URL. */
	async waitForTest(count, when, workflow = this.silent) {
		return await waitForCount(() => this.listTest(workflow), count, when);
	}

	/** Runs an action that makes n8n send a request about webhooks in the background, and waits for that request. */
	async waitForRequest(method, act) {
		const count = async () =>
			(await this.sandbox.control('GET', 'log')).filter(
				(request) => (method === undefined || request.method === method) && request.path.includes('/webhooks'),
			).length;
		const before = await count();
		await act();
		await waitUntil(async () => (await count()) > before, `a ${method ?? ''} request about webhooks`, 60_000);
	}

	async countRuns(workflow = this.workflow) {
		return (await this.api.listExecutions(workflow.id)).length;
	}

	/** Delivers a body to the example workflow, with the token of its webhook. Returns the status of the response. */
	async deliver(body) {
		const [{ headers }] = await this.listProduction(this.workflow);
		const { status } = await fetch(this.webhookUrl, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
		return status;
	}

	/**
	 * Waits until the example workflow has run this often, and checks that all runs succeed and that no further one
	 * follows.
	 */
	async waitForRuns(count) {
		await waitForRuns(this.api, this.workflow, count);
	}

	/** Kills n8n and starts it again at the same URL with its stored data. */
	async crash() {
		await this.n8n.kill();
		await this.sandbox.control('DELETE', 'faults');
		await this.restart();
	}

	/** Starts n8n again after it was killed or stopped; `more` has further variables. */
	async restart(more = {}) {
		const { url } = this.n8n;
		this.n8n = await startN8n({
			userFolder: this.userFolder,
			port: Number(new URL(url).port),
			env: { ...env, ...more },
			folder: this.n8nFolder,
		});
		assert.equal(this.n8n.url, url, 'the same URL as before');
		await this.api.signIn();
	}

	/** Waits until n8n has activated the silent workflow: after a crash, its webhook may exist at the service before. */
	async waitForActivation() {
		await waitUntil(async () => {
			const { staticData } = await this.api.request('GET', `/workflows/${this.silent.id}`);
			return Object.values(staticData ?? {}).some(({ webhookId }) => webhookId);
		}, 'the registration in the static data');
	}

	/** Returns whether the silent workflow is active. */
	async isActive() {
		return (await this.api.request('GET', `/workflows/${this.silent.id}`)).activeVersionId !== null;
	}
}

/** Waits until a workflow has run this often, and checks that all runs succeed and that no further one follows. */
export async function waitForRuns(api, { id }, count) {
	const list = async () => await api.listExecutions(id);
	await waitUntil(async () => (await list()).filter(({ stoppedAt }) => stoppedAt).length >= count, `${count} runs`);
	await sleep(1000);
	assert.deepEqual(
		(await list()).map(({ status }) => status),
		Array.from({ length: count }, () => 'success'),
	);
}

/** Waits until `list` returns this many webhooks, and checks that their number does not change. Returns their ids. */
async function waitForCount(list, count, when) {
	await waitUntil(async () => (await list()).length === count, `${count} webhook(s) ${when}`, 60_000);
	await sleep(300);
	const found = await list();
	assert.equal(found.length, count, when);
	return listIds(found);
}

/** Returns the ids of webhooks. */
export function listIds(webhooks) {
	return webhooks.map(({ id }) => id);
}

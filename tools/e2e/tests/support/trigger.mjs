// What the tests of the trigger share: a demo with a workflow of their own, and one that reads files.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../../scripts/run.mjs';
import { listWebhooks, productionUrlOf, testUrlOf } from '../../demo/webhooks.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { createWorkflow, node, ourTrigger, post } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { startTestDemo } from './demo.mjs';
import { publish } from './workflows.mjs';

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
	const nodes = [ourTrigger(demo, triggerName, { events: ['message'], simplify: false })];
	const silent = await createWorkflow(demo, { name: 'Life cycle', nodes });
	return Object.assign(new TriggerDemo(), demo, { n8nFolder, silent });
}

class TriggerDemo {
	/** Returns the webhooks with a workflow's production URL. */
	async listProduction(workflow = this.silent) {
		return await listWebhooks(this.sandbox, productionUrlOf(this.n8n, workflow));
	}

	/**
	 * Waits until a workflow, by default the silent one, has this many webhooks with its production URL. Returns their
	 * ids.
	 */
	async waitForProduction(count, when, workflow = this.silent) {
		return await this.#waitForCount(productionUrlOf(this.n8n, workflow), count, when);
	}

	/** Like `waitForProduction`, for the test URL. */
	async waitForTest(count, when, workflow = this.silent) {
		return await this.#waitForCount(testUrlOf(this.n8n, workflow), count, when);
	}

	/** Waits until there are this many webhooks, and checks that their number does not change. Returns their ids. */
	async #waitForCount(url, count, when) {
		const list = async () => await listWebhooks(this.sandbox, url);
		await waitUntil(async () => (await list()).length === count, `${count} webhook(s) ${when}`, 60_000);
		await sleep(300);
		const ids = (await list()).map(({ id }) => id);
		assert.equal(ids.length, count, when);
		return ids;
	}

	async countRuns(workflow = this.workflow) {
		return (await this.api.listExecutions(workflow.id)).length;
	}

	/** Delivers a body to the example workflow, with the token of its webhook. Returns the status of the response. */
	async deliver(body) {
		const [{ headers }] = await this.listProduction(this.workflow);
		return (await post(this.webhookUrl, body, headers)).status;
	}

	/** Starts n8n again at the same URL with its stored data, after it was killed or stopped. */
	async restart() {
		const { url } = this.n8n;
		const [port, folder] = [Number(new URL(url).port), this.n8nFolder];
		this.n8n = await startN8n({ userFolder: this.userFolder, port, env, folder });
		assert.equal(this.n8n.url, url, 'the same URL as before');
		await this.api.signIn();
	}

	/** Returns whether the silent workflow is active. */
	async isActive() {
		return (await this.api.request('GET', `/workflows/${this.silent.id}`)).activeVersionId !== null;
	}

	/** Returns whether n8n has stored the webhook of the silent workflow. */
	async isRegistered() {
		const { staticData } = await this.api.request('GET', `/workflows/${this.silent.id}`);
		return Object.values(staticData ?? {}).some(({ webhookId }) => webhookId);
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

/** Publishes a trigger that downloads files, and nodes that save the file's hash and the message's ID. */
export async function publishMedia(demo, parameters = {}) {
	const hash = { action: 'hash', type: 'SHA256', encoding: 'hex', dataPropertyName: 'hash', binaryData: true };
	// n8n finds the trigger's item by the chain of paired items.
	const jsonOutput = `={{ { hash: $json.hash, id: $('Incoming').item.json.messageId } }}`;
	const nodes = [
		ourTrigger(demo, 'Incoming', { events: ['message'], options: { downloadMedia: true }, ...parameters }),
		node('Read', 'crypto', 1, { ...hash, binaryPropertyName: 'data' }),
		node('Save', 'set', 3.4, { mode: 'raw', jsonOutput }),
	];
	const { id, triggerPaths } = await publish(demo, { name: 'Media', nodes });
	return { id, url: `${demo.n8n.url}${triggerPaths[0]}` };
}

/** Plays a voice message whose download has to wait, and checks that it is acknowledged before the file is read. */
export async function checkVoiceMessage({ api, sandbox }, { id, url }) {
	await sandbox.control('POST', 'faults', { path: '/downloads/audio', kind: 'rateLimited', retryAfter: 5 });
	const message = await sandbox.control('POST', 'incoming', { type: 'audio' });
	const isDelivered = (each) => each.url === url && each.state === 'delivered';
	await waitUntil(async () => (await sandbox.control('GET', 'deliveries')).find(isDelivered), 'the acknowledgment');
	const { status } = await waitUntil(async () => (await api.listExecutions(id))[0], 'the execution');
	assert.ok(['new', 'running'].includes(status), `acknowledged before the file: ${status}`);
	await waitForRuns(api, { id }, 1);
	const [run] = await api.listExecutions(id);
	const voice = readFileSync(join(projectRoot, 'tools/sandbox/media/voice.ogg'));
	const hash = createHash('sha256').update(voice).digest('hex');
	assert.deepEqual(await api.readOutput(run.id, 'Save'), [{ hash, id: message.id }]);
}

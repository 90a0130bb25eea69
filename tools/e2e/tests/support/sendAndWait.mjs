// Workflows with Send and Wait: a webhook starts them, and the tests open the links of the message.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { nodeType } from '../../n8n/package.mjs';
import { waitForWebhook } from '../../n8n/runNode.mjs';
import { waitUntil } from '../../processes/polling.mjs';

export const chat = '5511987654321@s.whatsapp.net';

/** Publishes a workflow with a webhook and Send and Wait. `settings` are those of the node, e.g. `onError` or its name.
 * With `inLoop`, each response leads to the next question. Returns an `Asking`. */
export async function publishAsking(demo, parameters, settings = {}, { inLoop = false } = {}) {
	const path = randomUUID();
	const { data: instances } = await demo.sandbox.request('GET', '/instances?status=connected');
	const { name = 'Ask' } = settings;
	const nodes = [
		{
			id: randomUUID(),
			name: 'Start',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			position: [0, 0],
			webhookId: path,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
		},
		{
			id: randomUUID(),
			name,
			type: nodeType,
			typeVersion: 1,
			position: [220, 0],
			parameters: {
				resource: 'message',
				operation: 'sendAndWait',
				instanceId: { __rl: true, mode: 'list', value: instances[0].id },
				recipient: { __rl: true, mode: 'id', value: chat },
				...parameters,
			},
			credentials: { messagingIntegrationApi: demo.credential },
			...settings,
		},
	];
	const toAsk = [[{ node: name, type: 'main', index: 0 }]];
	const { id } = await demo.api.createWorkflow({
		name: 'Send and wait',
		nodes,
		connections: { Start: { main: toAsk }, ...(inLoop && { [name]: { main: toAsk } }) },
		settings: { executionOrder: 'v1' },
	});
	await demo.api.publish(id);
	const url = `${demo.n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	return new Asking(demo, id, url, name);
}

class Asking {
	constructor(demo, workflowId, url, name) {
		Object.assign(this, { demo, workflowId, url, name });
	}

	/** Starts an execution with a body for the webhook. Returns its id as soon as it has a status of `statuses`. */
	async start(body = {}, statuses = ['waiting']) {
		const earlier = new Set((await this.#executions()).map(({ id }) => id));
		await fetch(this.url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const started = await waitUntil(
			async () =>
				(await this.#executions()).find(({ id, status }) => !earlier.has(id) && !['new', 'running'].includes(status)),
			'an execution that waits or has ended',
		);
		if (!statuses.includes(started.status))
			assert.fail(`${started.status}: ${JSON.stringify(await this.demo.api.findError(started.id))}`);
		return started.id;
	}

	/** Starts an execution. Returns its id, the text of its message, and the message's links as `{ label, url }`. */
	async ask(body) {
		const before = (await sentTexts(this.demo)).length;
		const id = await this.start(body);
		const text = (await sentTexts(this.demo))[before];
		return { id, text, links: linksIn(text) };
	}

	async status(executionId) {
		return (await this.#executions()).find(({ id }) => id === executionId)?.status;
	}

	/**
	 * Waits until an execution has ended without an error. Returns the last output of the asking node, without the time
	 * of the response.
	 */
	async output(executionId, timeout = 30_000) {
		await waitUntil(
			async () => (await this.status(executionId)) === 'success',
			`the end of execution ${executionId}`,
			timeout,
		);
		const items = await this.demo.api.readOutput(executionId, this.name);
		return items.map(({ data, ...json }) => {
			if (data === undefined || data.timedOut) return { ...json, ...(data && { data }) };
			const { respondedAt, ...answer } = data;
			assert.equal(new Date(respondedAt).toISOString(), respondedAt);
			return { ...json, data: answer };
		});
	}

	#executions() {
		return this.demo.api.listAllExecutions(this.workflowId);
	}
}

/** Returns the texts of all messages that the service has sent. */
export async function sentTexts({ sandbox }) {
	return (await sandbox.control('GET', 'ledger'))
		.filter(({ method, path }) => method === 'POST' && path === '/messages')
		.map(({ body }) => body.content.text);
}

/** Returns the links of a message as `{ label, url }`. */
export function linksIn(text) {
	return [...text.matchAll(/^(.+): (http\S+)$/gm)].map(([, label, url]) => ({ label, url }));
}

/** What the second button of an approval posts. */
export const decline = { approved: 'false' };

/** Presses the button of a page: posts its form, by default to approve. */
export async function press(url, fields = { approved: 'true' }) {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	const response = await fetch(url, { method: 'POST', body });
	return { status: response.status, headers: response.headers, html: await response.text() };
}

/** Opens a link like a browser or, with `userAgent`, like a messaging app. */
export async function open(url, { method = 'GET', userAgent = 'Mozilla/5.0' } = {}) {
	const response = await fetch(url, { method, headers: { 'user-agent': userAgent } });
	return { status: response.status, headers: response.headers, html: await response.text() };
}

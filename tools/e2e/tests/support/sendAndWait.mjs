// Workflows with Send and Wait: a webhook starts them, and the tests open the links of the message.
import assert from 'node:assert/strict';
import { locator, ourNode, post, webhookNode } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { anInstance, publish, sentTexts } from './workflows.mjs';

export const chat = '5511987654321@s.whatsapp.net';

/**
 * Publishes a workflow with a webhook and Send and Wait. Returns an `Asking`.
 */
export async function publishAsking(demo, parameters, name = 'Ask') {
	const asked = { resource: 'message', operation: 'sendAndWait', recipient: locator(chat), ...parameters };
	const nodes = [webhookNode(), ourNode(demo, name, { instanceId: await anInstance(demo), ...asked })];
	const published = await publish(demo, { name: 'Send and wait', nodes });
	return Object.assign(new Asking(), { demo, name, id: published.id, url: published.url });
}

class Asking {
	/** Starts an execution with a body for the webhook. Returns its id as soon as it waits. */
	async start(body = {}) {
		const earlier = new Set((await this.#executions()).map(({ id }) => id));
		await post(this.url, body);
		const started = await waitUntil(
			async () =>
				(await this.#executions()).find(({ id, status }) => !earlier.has(id) && !['new', 'running'].includes(status)),
			'an execution that waits or has ended',
		);
		if (started.status !== 'waiting') assert.fail(JSON.stringify(await this.demo.api.findError(started.id)));
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

	/** Waits until an execution has succeeded. Returns the last output of the node, without the time of the response. */
	async output(executionId, timeout = 30_000) {
		await waitUntil(async () => (await this.status(executionId)) === 'success', 'the end of the execution', timeout);
		const items = await this.demo.api.readOutput(executionId, this.name);
		return items.map(({ data: { respondedAt: _time, ...data }, ...json }) => ({ ...json, data }));
	}

	#executions() {
		return this.demo.api.listAllExecutions(this.id);
	}
}

/** Returns the links of a message as `{ label, url }`. */
export function linksIn(text) {
	return [...text.matchAll(/^(.+): (http\S+)$/gm)].map(([, label, url]) => ({ label, url }));
}

/** Presses the button of a page: posts its form, by default to approve. */
export async function press(url, fields = { approved: 'true' }) {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	const response = await fetch(url, { method: 'POST', body });
	return { status: response.status, html: await response.text() };
}

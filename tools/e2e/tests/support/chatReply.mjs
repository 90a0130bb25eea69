// The templates examples/ask-in-chat.json and ask-in-chat-part.json: questions in chats, and replies that the sandbox
// plays.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listWebhooks, waitForRegistration } from '../../demo/webhooks.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { findInstance, findNode, publishWorkflow, readTemplate } from './templates.mjs';

/**
 * Publishes the two templates, and returns them as `Questions`. The questions are open for `hours`, and one for a busy
 * chat looks again within seconds.
 */
export async function publishQuestions(demo, { hours = 24 } = {}) {
	const instanceId = await findInstance(demo);
	const template = readTemplate('ask-in-chat-part.json');
	findNode(template, 'Wait for a turn').parameters.amount = '={{ 1 + 3 * Math.random() }}';
	const part = await publishWorkflow(demo, template);
	await waitForRegistration(demo.sandbox, `${demo.n8n.url}${part.triggerPath}`);
	await fetch(part.url, { method: 'POST' });
	const { id, triggerPath } = part;

	const caller = readTemplate('ask-in-chat.json');
	// The question comes from the webhook that starts it, as it would from a form.
	const start = "$('Start').first().json.body";
	for (const field of findNode(caller, 'Question').parameters.assignments.assignments)
		field.value = field.name === 'hoursToWait' ? hours : `={{ ${start}.${field.name} }}`;
	findNode(caller, 'Ask in the chat').parameters.workflowId.value = id;
	const asking = await publishWorkflow(demo, caller);
	const questions = new Questions({ demo, id, triggerPath, instanceId, asking });
	await waitUntil(async () => (await questions.rows()) !== undefined, 'the data table');
	return questions;
}

/** The published templates: `id` is that of the part that waits. */
class Questions {
	#read = new Map();

	constructor(parts) {
		Object.assign(this, parts);
	}

	/** Asks `{ chat, question }`, all at once. */
	async ask(questions) {
		const responses = await Promise.all(
			questions.map((question) =>
				fetch(this.asking.url, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(question),
				}),
			),
		);
		assert.ok(responses.every(({ status }) => status === 200));
	}

	/** Asks, and waits until all questions are sent and all their executions wait. */
	async askAndWait(questions) {
		const before = await this.countWaiting();
		await this.ask(questions);
		await waitUntil(
			async () => (await this.countWaiting()) >= before + questions.length,
			`${questions.length} executions that wait`,
			120_000,
		);
	}

	async countWaiting() {
		return await this.demo.api.countExecutions(this.id, 'waiting');
	}

	/** Plays a text from a chat. */
	async play(remoteJid, text, more = {}) {
		const { instanceId } = this;
		await this.demo.sandbox.control('POST', 'incoming', { instanceId, remoteJid, text, ...more });
	}

	/** Delivers several texts from one chat at the same instant, one to each of the processes. */
	async deliverTogether(receivers, remoteJid, texts) {
		const { sandbox, n8n } = this.demo;
		const [{ headers }] = await listWebhooks(sandbox, `${n8n.url}${this.triggerPath}`);
		const { instanceId } = this;
		const responses = await Promise.all(
			texts.map((text, index) =>
				fetch(`${receivers[index % receivers.length].url}${this.triggerPath}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json', ...headers },
					body: JSON.stringify({
						...{ id: randomUUID(), event: 'message', instanceId, remoteJid, fromMe: false },
						...{ type: 'text', content: { text } },
					}),
				}),
			),
		);
		assert.deepEqual(
			responses.map(({ status }) => status),
			texts.map(() => 200),
		);
	}

	/** Returns the texts that the service got for a chat, in order. */
	async sent() {
		const ledger = await this.demo.sandbox.control('GET', 'ledger');
		return ledger
			.filter(({ path }) => path === '/messages')
			.map(({ body }) => ({ chat: body.remoteJid, text: body.content.text }));
	}

	/** Returns the rows of the data table; undefined if there is none. */
	async rows() {
		const { api } = this.demo;
		const tables = `/projects/${(await api.request('GET', '/projects/personal')).id}/data-tables`;
		const { data } = await api.request('GET', tables);
		const table = data.find(({ name }) => name === 'Open questions');
		return table && (await api.request('GET', `${tables}/${table.id}/rows?take=250`)).data;
	}

	/**
	 * Waits until no execution runs. Returns what they did so far: `results`, the items of those that continued with a
	 * reply or without; `others`, the messages that were no reply; and `failed`, the errors of the part that waits.
	 */
	async outcome() {
		const workflows = [this.id, this.asking.id];
		const { api } = this.demo;
		const count = async (status) => {
			const counts = workflows.map(async (id) => await api.countExecutions(id, status));
			return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
		};
		await waitUntil(
			async () => (await count('running')) + (await count('new')) === 0,
			'the end of the executions',
			120_000,
		);
		for (const workflow of workflows) await this.#readEnded(workflow);
		const all = [...this.#read.values()];
		const [results, others, failed] = ['results', 'others', 'failed'].map((name) => all.flatMap((each) => each[name]));
		return { results, others, failed };
	}

	async #readEnded(workflow) {
		const { api } = this.demo;
		const ended = (await api.listAllExecutions(workflow)).filter(
			({ status }) => !['new', 'running', 'waiting'].includes(status),
		);
		for (const { id } of ended.filter(({ id }) => !this.#read.has(id))) {
			const output = async (name) => (await api.readOutput(id, name)) ?? [];
			// The question that fails in the part also fails in the workflow that asks.
			const error = workflow === this.id ? await api.findError(id) : undefined;
			this.#read.set(id, {
				results: [...(await output('Continue with the reply')), ...(await output('Continue without a reply'))],
				others: (await output('Any other message')).map(({ text }) => text),
				failed: error ? [error.message] : [],
			});
		}
	}

	/** Waits until this many questions have ended, with a reply or without. Returns the outcome, see `outcome`. */
	async waitForResults(expected, timeout = 60_000) {
		let outcome;
		await waitUntil(
			async () => (outcome = await this.outcome()).results.length >= expected,
			`the end of ${expected} questions`,
			timeout,
		);
		return outcome;
	}
}

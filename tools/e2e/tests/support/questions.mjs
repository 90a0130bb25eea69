// The templates examples/ask-in-chat.json and ask-in-chat-part.json: questions in chats, and replies that the sandbox
// plays.
import assert from 'node:assert/strict';
import { DataTable } from '../../n8n/dataTable.mjs';
import { post } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { findNode, publishTemplate, readTemplate } from './templates.mjs';
import { person, waitForQuiet } from './workflows.mjs';

/**
 * Publishes the two templates, and returns them as `Questions`. The questions are open for `hours`, and one for a busy
 * chat looks again within seconds.
 */
export async function publishQuestions(demo, { hours = 24 } = {}) {
	const template = readTemplate('ask-in-chat-part.json');
	findNode(template, 'Wait for a turn').parameters.amount = '={{ 1 + 3 * Math.random() }}';
	const part = await publishTemplate(demo, template);
	await post(part.starts.Start);

	const caller = readTemplate('ask-in-chat.json');
	// The question comes from the webhook that starts it, as it would from a form.
	for (const field of findNode(caller, 'Question').parameters.assignments.assignments)
		field.value = field.name === 'hoursToWait' ? hours : `={{ $('Start').first().json.body.${field.name} }}`;
	findNode(caller, 'Ask in the chat').parameters.workflowId.value = part.id;
	const asking = await publishTemplate(demo, caller);
	const table = await waitUntil(async () => await DataTable.find(demo.api, 'Open questions'), 'the data table');
	return Object.assign(new Questions(), part, { demo, asking, table, read: new Map() });
}

/** The published templates: `id` is that of the part that waits. */
class Questions {
	/** Asks `{ chat, question }`, all at once. */
	async ask(questions) {
		await Promise.all(questions.map(async (each) => await post(this.asking.starts.Start, each)));
	}

	/** Asks, and waits until all questions are sent and all their executions wait. */
	async askAndWait(questions) {
		const before = await this.countWaiting();
		await this.ask(questions);
		const isWaiting = async () => (await this.countWaiting()) >= before + questions.length;
		await waitUntil(isWaiting, `${questions.length} executions that wait`, 120_000);
	}

	async countWaiting() {
		return await this.demo.api.countExecutions(this.id, 'waiting');
	}

	/** Plays a text from a chat. */
	async play(remoteJid, text, more = {}) {
		const { instanceId } = this;
		await this.demo.sandbox.control('POST', 'incoming', { instanceId, remoteJid, text, ...more });
	}

	/**
	 * Waits until no execution runs. Returns what they did so far: `results`, the items of those that continued with a
	 * reply or without; `others`, the messages that were no reply; and `failed`, the errors of the part that waits.
	 */
	async outcome() {
		const workflows = [this.id, this.asking.id];
		await waitForQuiet(this.demo, ...workflows);
		for (const workflow of workflows) await this.#readEnded(workflow);
		const all = [...this.read.values()];
		const [results, others, failed] = ['results', 'others', 'failed'].map((name) => all.flatMap((each) => each[name]));
		return { results, others, failed };
	}

	async #readEnded(workflow) {
		const { api } = this.demo;
		const ended = (await api.listAllExecutions(workflow)).filter(
			({ id, status }) => !['new', 'running', 'waiting'].includes(status) && !this.read.has(id),
		);
		for (const { id } of ended) {
			const output = async (name) => (await api.readOutput(id, name)) ?? [];
			// The question that fails in the part also fails in the workflow that asks.
			const error = workflow === this.id ? await api.findError(id) : undefined;
			this.read.set(id, {
				results: [...(await output('Continue with the reply')), ...(await output('Continue without a reply'))],
				others: (await output('Any other message')).map(({ text }) => text),
				failed: error ? [error.message] : [],
			});
		}
	}

	/** Waits until this many questions have ended, with a reply or without. Returns the outcome, see `outcome`. */
	async waitForResults(expected, timeout = 60_000) {
		let outcome;
		const hasEnded = async () => (outcome = await this.outcome()).results.length >= expected;
		await waitUntil(hasEnded, `the end of ${expected} questions`, timeout);
		return outcome;
	}

	/**
	 * Asks ten people at once, and answers in another order, the second half after `restart()`. Checks that each
	 * execution continues once with its own reply, and that a second answer is an ordinary message.
	 */
	async checkReplies(restart) {
		const people = Array.from({ length: 10 }, (_, n) => n);
		await this.askAndWait(people.map((n) => ({ chat: person(n).phone, question: `Question ${n}?` })));
		const inAnotherOrder = people.toSorted((a, b) => ((a * 7) % 10) - ((b * 7) % 10));
		const answer = async (n) => await this.play(person(n).address, `Reply ${n}`);
		await Promise.all(inAnotherOrder.slice(0, 5).map(answer));
		await this.waitForResults(5);
		await restart();
		await Promise.all(inAnotherOrder.slice(5).map(answer));
		await this.waitForResults(10);
		for (const n of people) await this.play(person(n).address, `Again ${n}`);

		await waitUntil(async () => (await this.outcome()).others.length >= 10, 'ten further messages');
		const { results, others, failed } = await this.outcome();
		assert.deepEqual(
			results.map(({ chat, question, reply }) => [chat, question, reply]).toSorted(),
			people.map((n) => [person(n).phone, `Question ${n}?`, `Reply ${n}`]).toSorted(),
		);
		assert.deepEqual(others.toSorted(), people.map((n) => `Again ${n}`).toSorted());
		assert.deepEqual(failed, []);
		assert.deepEqual(await this.table.rows(), []);
	}
}

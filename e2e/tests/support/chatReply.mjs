// The template examples/ask-in-chat.json: questions in chats, and replies that the sandbox plays.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listWebhooks, waitForRegistration } from '../../demo/webhooks.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { findInstance, findNode, publishWorkflow, readTemplate } from './templates.mjs';

/**
 * Publishes the template, and returns it as `Questions`. The questions are open for `hours`, and one for
 * a busy chat looks again within seconds.
 */
export async function publishQuestions(demo, { hours = 24 } = {}) {
	const instanceId = await findInstance(demo);
	const template = readTemplate('ask-in-chat.json', { hoursToWait: hours });
	// The questions come from the webhook that starts it, as they would from a sheet.
	Object.assign(findNode(template, 'Question'), {
		...{ type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: { jsCode: "return $('Start').first().json.body.questions;" },
	});
	findNode(template, 'Wait for a turn').parameters.amount = '={{ 1 + 3 * Math.random() }}';
	const { id, url, triggerPath } = await publishWorkflow(demo, template);
	await waitForRegistration(demo.sandbox, `${demo.n8n.url}${triggerPath}`);
	return new Questions({ demo, id, url, triggerPath, instanceId });
}

/** The published template. */
class Questions {
	#read = new Map();

	constructor(parts) {
		Object.assign(this, parts);
	}

	/** Asks `{ chat, question }`, all at once. */
	async ask(questions) {
		const { status } = await fetch(this.url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ questions }),
		});
		assert.equal(status, 200);
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

	/** Returns the rows of the data table. */
	async rows() {
		const { api } = this.demo;
		const tables = `/projects/${(await api.request('GET', '/projects/personal')).id}/data-tables`;
		const { data } = await api.request('GET', tables);
		const { id } = data.find(({ name }) => name === 'Open questions');
		return (await api.request('GET', `${tables}/${id}/rows?take=250`)).data;
	}

	/**
	 * Waits until no execution runs. Returns what they did so far: `results`, the items of those that continued with a
	 * reply or without; `others`, the messages that were no reply; and `failed`, the errors.
	 */
	async outcome() {
		const { api } = this.demo;
		const count = async (status) => await api.countExecutions(this.id, status);
		await waitUntil(
			async () => (await count('running')) + (await count('new')) === 0,
			'the end of the executions',
			120_000,
		);
		const ended = (await api.listAllExecutions(this.id)).filter(
			({ status }) => !['new', 'running', 'waiting'].includes(status),
		);
		for (const { id } of ended.filter(({ id }) => !this.#read.has(id))) {
			const output = async (name) => (await api.readOutput(id, name)) ?? [];
			this.#read.set(id, {
				results: [
					...(await output('Continue with the reply')),
					...(await output('Continue without a reply')),
				],
				others: (await output('Any other message')).map(({ text }) => text),
				failed: [await api.findError(id)].filter(Boolean).map(({ message }) => message),
			});
		}
		const all = [...this.#read.values()];
		const [results, others, failed] = ['results', 'others', 'failed'].map((name) =>
			all.flatMap((each) => each[name]),
		);
		return { results, others, failed };
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

/** The phone number of the nth person, as people write it, and the address from which their messages come. */
export function person(n) {
	const digits = `55119${80000000 + n}`;
	return {
		chat: `+55 (11) 9${digits.slice(5, 9)}-${digits.slice(9)}`,
		digits,
		address: `${digits}@s.whatsapp.net`,
	};
}

/**
 * Asks 20 people at once, and answers in another order, the second half after `restart()`. Checks that each execution
 * continues once with its own reply, and that a second answer is an ordinary message.
 */
export async function askAndAnswer(questions, restart) {
	const people = Array.from({ length: 20 }, (_, n) => n);
	await questions.askAndWait(
		people.map((n) => ({ chat: person(n).chat, question: `Question ${n}?` })),
	);
	const inAnotherOrder = people.toSorted((a, b) => ((a * 7) % 20) - ((b * 7) % 20));
	const answer = async (n) => await questions.play(person(n).address, `Reply ${n}`);
	await Promise.all(inAnotherOrder.slice(0, 10).map(answer));
	await questions.waitForResults(10);
	await restart();
	await Promise.all(inAnotherOrder.slice(10).map(answer));
	await questions.waitForResults(20);
	// Second answers are ordinary messages.
	for (const n of people) await questions.play(person(n).address, `Again ${n}`);

	await waitUntil(
		async () => (await questions.outcome()).others.length >= 20,
		'20 further messages',
	);
	const { results, others, failed } = await questions.outcome();
	const byQuestion = (a, b) => a.question.localeCompare(b.question);
	assert.deepEqual(
		results.map(({ chat, question, reply }) => ({ chat, question, reply })).toSorted(byQuestion),
		people
			.map((n) => ({ chat: person(n).chat, question: `Question ${n}?`, reply: `Reply ${n}` }))
			.toSorted(byQuestion),
	);
	assert.deepEqual(others.toSorted(), people.map((n) => `Again ${n}`).toSorted());
	assert.deepEqual(failed, []);
	assert.deepEqual(await questions.rows(), []);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startN8n } from '../../n8n/server.mjs';
import { post } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { publishQuestions } from '../support/questions.mjs';
import { findNode, publishTemplate, readTemplate } from '../support/templates.mjs';
import { person, runToEnd } from '../support/workflows.mjs';

/** The templates examples/ask-in-chat.json and ask-in-chat-part.json in one n8n with SQLite. */

let demo;
let questions;

setUpQuietDemo('chatReply', async (started) => {
	demo = started;
	questions = await publishQuestions(demo);
});

async function restart() {
	const { url } = demo.n8n;
	await demo.n8n.stop();
	demo.n8n = await startN8n({ userFolder: demo.userFolder, port: Number(new URL(url).port) });
	await demo.api.signIn();
}

test('20 questions in 20 chats continue once with their own reply, whatever the order, also after a restart', async () => {
	await questions.checkTwenty(restart);
});

test('of two texts that arrive together, one is the reply and the other an ordinary message', async () => {
	const people = Array.from({ length: 10 }, (_, n) => 100 + n);
	const before = await questions.outcome();
	await questions.askAndWait(people.map((n) => ({ chat: person(n).phone, question: `${n}?` })));
	const texts = (n) => [`${n} yes`, `${n} no`];
	for (const n of people) await questions.deliverTogether([demo.n8n], person(n).address, texts(n));
	const { results, others, failed } = await questions.waitForResults(before.results.length + 10);
	const replies = results.slice(-10).map(({ reply }) => reply);
	const rest = others.filter((text) => !before.others.includes(text));
	assert.deepEqual([...replies, ...rest].toSorted(), people.flatMap(texts).toSorted());
	assert.equal(rest.length, 10);
	assert.deepEqual(failed, []);
});

test('a reply that arrives before the execution waits is not lost', async () => {
	const people = Array.from({ length: 10 }, (_, n) => 200 + n);
	const before = await questions.outcome();
	await questions.ask(people.map((n) => ({ chat: person(n).phone, question: `${n}?` })));
	const waiting = new Set(people);
	await waitUntil(async () => {
		for (const { chat } of await questions.sent()) {
			const n = people.find((each) => person(each).digits === chat);
			if (waiting.delete(n)) await questions.play(person(n).address, `At once ${n}`);
		}
		return waiting.size === 0;
	}, '10 questions');
	const { results, failed } = await questions.waitForResults(before.results.length + 10);
	assert.deepEqual(
		results
			.slice(before.results.length)
			.map(({ question, reply }) => [question, reply])
			.toSorted(),
		people.map((n) => [`${n}?`, `At once ${n}`]),
	);
	assert.deepEqual(failed, []);
});

test('a second question in a chat is sent after the reply to the first one', async () => {
	const { phone: chat, address, digits } = person(300);
	const before = await questions.outcome();
	const sent = async () => (await questions.sent()).filter((each) => each.chat.startsWith(digits));
	await questions.ask([
		{ chat, question: 'First?' },
		{ chat: address, question: 'Second?' },
	]);
	await waitUntil(async () => (await sent()).length > 0, 'the first question');
	await waitUntil(async () => (await questions.countWaiting()) > 0, 'the waiting execution');
	await sleep(5000);
	assert.equal((await sent()).length, 1);
	await questions.play(address, 'Reply A');
	await waitUntil(async () => (await sent()).length === 2, 'the second question');
	await waitUntil(async () => (await questions.countWaiting()) > 0, 'the waiting execution');
	await questions.play(address, 'Reply B');
	const { results } = await questions.waitForResults(before.results.length + 2);
	assert.deepEqual(
		results
			.slice(before.results.length)
			.map(({ question, reply }) => `${question} ${reply}`)
			.toSorted(),
		(await sent()).map(({ text }, index) => `${text} Reply ${'AB'[index]}`).toSorted(),
	);
	assert.deepEqual(await questions.table.rows(), []);
});

test('messages in groups, own messages and those from another chat or instance are no replies', async () => {
	const { phone: chat, address, digits } = person(400);
	const before = await questions.outcome();
	await questions.askAndWait([{ chat, question: 'Who answers?' }]);
	await questions.play('120363025246125486@g.us', 'From a group', { participant: address });
	await questions.play(address, 'From us', { fromMe: true });
	await questions.play(`${digits}@lid`, 'From a hidden number');
	await questions.play(person(401).address, 'From somebody else');
	const { data } = await demo.sandbox.request('GET', '/instances?status=connected');
	await questions.play(address, 'To another number', { instanceId: data[1].id });
	await waitUntil(
		async () => (await questions.outcome()).others.length >= before.others.length + 3,
		'three ordinary messages',
	);
	assert.equal((await questions.outcome()).results.length, before.results.length);
	await questions.play(address, 'Me');
	const { results, others } = await questions.waitForResults(before.results.length + 1);
	const { replyId, ...result } = results.at(-1);
	assert.deepEqual(result, { chat, question: 'Who answers?', answered: true, reply: 'Me' });
	assert.ok(replyId);
	assert.deepEqual(others.slice(before.others.length).toSorted(), [
		'From a hidden number',
		'From somebody else',
		'To another number',
	]);
});

test('a question that is not sent fails with the reason, and leaves the chat free', async () => {
	const refused = [
		['+12', '"+12" is neither a phone number nor'],
		['11 98765-4321', 'chat is "11 98765-4321". Write the phone number with + and'],
		['011 98765-4321', 'chat is "011 98765-4321". Write the phone number with + and'],
		[undefined, 'chat is "". Write the phone number with + and'],
	];
	for (const [index, [chat, reason]] of refused.entries()) {
		await questions.ask([{ chat, question: 'Who?' }]);
		await waitUntil(async () => (await questions.outcome()).failed.length > index, 'the failure');
		const { failed } = await questions.outcome();
		assert.ok(failed.at(-1).startsWith(`The question was not sent: ${reason}`), failed.at(-1));
	}
	assert.equal((await questions.sent()).filter(({ text }) => text === 'Who?').length, 0);
	assert.deepEqual(await questions.table.rows(), []);
});

test('a reply from an address without the ninth digit of a Brazilian number is recognized', async () => {
	const before = await questions.outcome();
	await questions.askAndWait([{ chat: '+55 31 98765-4321', question: 'Nine?' }]);
	await questions.play('553187654321@s.whatsapp.net', 'Eight');
	const { results } = await questions.waitForResults(before.results.length + 1);
	assert.equal(results.at(-1).reply, 'Eight');
});

test('several questions in one call fail with the reason, and none is sent', async () => {
	const caller = readTemplate('ask-in-chat.json');
	const jsCode = "return $('Start').first().json.body.map((json) => ({ json }));";
	Object.assign(findNode(caller, 'Question'), { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } });
	findNode(caller, 'Ask in the chat').parameters.workflowId.value = questions.id;
	const { id, starts } = await publishTemplate(demo, caller);
	const asked = [500, 501].map((n) => ({ chat: person(n).phone, question: 'Two?' }));
	const ended = await runToEnd(demo, id, async () => await post(starts.Start, asked));
	const { message } = await demo.api.findError(ended.id);
	assert.match(message, /^Ask one question per call: 2 arrived together\. Nothing was sent\./);
	assert.equal((await questions.sent()).filter(({ text }) => text === 'Two?').length, 0);
	assert.deepEqual(await questions.table.rows(), []);
	await demo.api.unpublish(id);
});

test('without a reply in time a question continues without one, and a late reply is an ordinary message', async () => {
	await demo.api.unpublish(questions.id);
	await demo.api.unpublish(questions.asking.id);
	const brief = await publishQuestions(demo, { hours: 0.005 });
	const { phone: chat, address } = person(600);
	await brief.askAndWait([{ chat, question: 'In time?' }]);
	await waitUntil(
		async () => (await brief.table.rows()).every(({ closesAt }) => new Date(closesAt) < new Date()),
		'the end of the time',
	);
	await brief.play(address, 'Too late');
	await waitUntil(async () => (await brief.outcome()).others.length === 1, 'the late reply');
	const { results, others, failed } = await brief.waitForResults(1, 120_000);
	assert.deepEqual(results, [{ chat, question: 'In time?', answered: false }]);
	assert.deepEqual(others, ['Too late']);
	assert.deepEqual(failed, []);
	assert.deepEqual(await brief.table.rows(), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startN8n } from '../../n8n/server.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { publishQuestions } from '../support/questions.mjs';
import { person } from '../support/workflows.mjs';

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

test('questions in several chats continue once with their own reply, whatever the order, also after a restart', async () => {
	await questions.checkReplies(restart);
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
	await questions.ask([{ chat: '11 98765-4321', question: 'Who?' }]);
	await waitUntil(async () => (await questions.outcome()).failed.length === 1, 'the failure');
	const { failed } = await questions.outcome();
	assert.match(failed[0], /^The question was not sent: chat is "11 98765-4321"\. Write the phone number with \+ and/);
	assert.deepEqual(await questions.table.rows(), []);
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

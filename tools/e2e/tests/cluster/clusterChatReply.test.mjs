import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../processes/polling.mjs';
import { publishQuestions } from '../support/questions.mjs';
import { person } from '../support/workflows.mjs';
import { setUpCluster } from './cluster.mjs';

/**
 * The templates examples/ask-in-chat.json and ask-in-chat-part.json in queue mode: main, two workers, two webhook
 * processes, PostgreSQL.
 */

let cluster;
let questions;

setUpCluster('clusterChatReply', async (started) => {
	cluster = started;
	await cluster.demo.sandbox.control('POST', 'rate', { tier: 'none' });
	questions = await publishQuestions(cluster.demo);
});

test('in queue mode, 20 questions in 20 chats continue once with their own reply, also after a restart of all processes', async () => {
	await questions.checkTwenty(async () => await cluster.restartAll());
});

test('of four texts that arrive at three processes together, one is the reply', async () => {
	const people = Array.from({ length: 20 }, (_, n) => 100 + n);
	const before = await questions.outcome();
	await questions.askAndWait(people.map((n) => ({ chat: person(n).phone, question: `${n}?` })));
	const texts = (n) => ['a', 'b', 'c', 'd'].map((each) => `${n}${each}`);
	for (const n of people) await questions.deliverTogether(cluster.receivers, person(n).address, texts(n));
	await waitUntil(
		async () => (await questions.outcome()).others.length >= before.others.length + 60,
		'60 ordinary messages',
	);
	const { results, others, failed } = await questions.waitForResults(before.results.length + 20);
	const replies = results.slice(before.results.length);
	assert.deepEqual(replies.map(({ question }) => question).toSorted(), people.map((n) => `${n}?`).toSorted());
	assert.ok(replies.every(({ question, reply }) => reply.startsWith(question.slice(0, -1))));
	assert.deepEqual(
		[...replies.map(({ reply }) => reply), ...others.slice(before.others.length)].toSorted(),
		people.flatMap(texts).toSorted(),
	);
	assert.deepEqual(failed, []);
	assert.deepEqual(await questions.table.rows(), []);
});

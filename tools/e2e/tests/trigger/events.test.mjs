import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { EventRounds } from '../support/eventRounds.mjs';
import { markdownTable } from '../support/table.mjs';

/**
 * The first workflow of the README against every shape of events: one reply to one message, and none to itself. A
 * second workflow counts the runs with the filter Chat IDs and with all events.
 */

let rounds;
const results = [];

before(
	async () => {
		const demo = await startTestDemo('events');
		await demo.sandbox.control('POST', 'rate', { tier: 'none' });
		rounds = await EventRounds.start(demo);
	},
	{ timeout: startTimeout },
);

after(async () => {
	await stopAll();
	console.log(`Runs of the replying workflow / of the one with Chat IDs:\n`);
	console.log(
		markdownTable(
			['events', ...Object.keys(expectedRuns), 'replies', 'failed', 'Simplified'],
			results.map(({ shape, runs, replies, failed, simplified }) => [
				shape,
				...Object.keys(expectedRuns).map((what) => (runs[what] ?? [0, 0]).join(' / ')),
				replies.length,
				failed,
				JSON.stringify(simplified),
			]),
		),
	);
});

/** Runs of both workflows per event. Only the second one receives the events of instances, which have no message. */
const expectedRuns = {
	'wanted chat': [1, 1],
	'other chat': [1, 0],
	group: [0, 0],
	'own message': [0, 0],
	'own status': [0, 0],
	'quotes an own message': [1, 1],
	'own message that quotes': [0, 0],
	'no message': [0, 1],
};

const shapes = [
	...['top', 'array', 'data', 'dataList', 'message', 'dataMessage', 'payload', 'body', 'object'],
	...['resource', 'event', 'dataObject', 'messages', 'dataMessages', 'entry', 'raw', 'rawMessages'],
	...['snake', 'kebab', 'pascal', 'twice', 'lists', 'flat', 'fromTo', 'foreign'],
].map((events) => ({ events }));

test('the test knows all shapes of events', async () => {
	const { eventShapes } = await rounds.demo.sandbox.control('GET', 'state');
	assert.deepEqual(
		shapes.map(({ events }) => events),
		eventShapes,
	);
});

// With other names of a message's body, too, the reply goes to the right chat.
for (const dialect of [...shapes, { name: 'flatBody', events: 'raw' }, { name: 'nestedBody', events: 'foreign' }]) {
	const shape = Object.values(dialect).join(', ');
	test(`with events of the shape ${shape}, one message gets one reply, and own messages start no run`, async () => {
		const found = await rounds.play(dialect, randomUUID().slice(0, 8));
		results.push({ shape, ...found });
		assert.deepEqual(found.runs, rounds.expected(expectedRuns));
		assert.deepEqual(found.replies, ['other chat', 'quotes an own message', 'wanted chat']);
		assert.deepEqual(found.failed, []);
		for (const { actual, sent } of found.outputs) {
			const { messageId, chatId, text, instanceId, chatInput, fromMe, isGroup } = actual;
			assert.deepEqual(
				{ messageId, chatId, text, instanceId, chatInput, fromMe, isGroup },
				{
					...{ messageId: sent.id, chatId: sent.remoteJid, text: sent.content.text },
					...{ instanceId: sent.instanceId, chatInput: sent.content.text },
					...{ fromMe: false, isGroup: false },
				},
			);
		}
	});
}

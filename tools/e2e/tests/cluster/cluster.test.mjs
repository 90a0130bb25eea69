import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRetries } from '../messages/retries.mjs';
import { publishEcho } from '../support/echo.mjs';
import { press, publishAsking } from '../support/sendAndWait.mjs';
import { checkVoiceMessage, publishMedia } from '../support/trigger.mjs';
import { setUpCluster } from './cluster.mjs';

/** Queue mode: one main process, two workers, two webhook processes, Redis and PostgreSQL. */

let cluster;
let echo;

setUpCluster('cluster', async (started) => {
	cluster = started;
	await cluster.demo.sandbox.control('POST', 'rate', { tier: 'none' });
	echo = await publishEcho(cluster.demo);
});

/** Delivers each of `numbers` to each of `receivers`, at most 20 at a time. */
async function deliverAll(receivers, numbers) {
	const waiting = numbers.flatMap((n) => receivers.map((receiver) => ({ receiver, n })));
	const work = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift())
			assert.equal(await echo.deliver(next.receiver, next.n), 200);
	};
	await Promise.all(Array.from({ length: 20 }, work));
}

test('a webhook process takes the answer to a node with an awkward name after a restart of all processes', async () => {
	const asking = await publishAsking(cluster.demo, { message: 'Well?' }, { name: `Ask {{ "it's" }} \u2028` });
	const { id, links } = await asking.ask();
	await cluster.restartAll();
	const { pathname, search } = new URL(links[0].url);
	assert.equal((await press(`${cluster.webhooks[0].url}${pathname}${search}`)).status, 200);
	assert.deepEqual(await asking.output(id), [{ data: { approved: true } }]);
});

test('a worker downloads the voice message', async () => {
	const workflow = await publishMedia(cluster.demo);
	await checkVoiceMessage(cluster.demo, workflow);
	await cluster.demo.api.unpublish(workflow.id);
});

test('1,000 different deliveries run once, although each arrives twice', async () => {
	const numbers = Array.from({ length: 1000 }, (_, n) => 1000 + n);
	await deliverAll([cluster.webhooks[0]], numbers);
	await echo.runs();
	await deliverAll([cluster.webhooks[1]], numbers);
	const runs = await echo.runs();
	assert.deepEqual(
		numbers.filter((n) => runs.get(String(n)) !== 1),
		[],
	);
});

for (const role of ['main', 'worker', 'webhook'])
	for (const end of ['stop', 'kill'])
		test(`after a ${end} of a ${role}, one webhook is registered, and deliveries run once`, async () => {
			const numbers = ['before', 'after'].map((when) => `${when} ${role} ${end}`);
			await deliverAll([cluster.webhooks[1]], [numbers[0]]);
			await echo.runs();
			await cluster.restart(role, 0, end);
			await deliverAll(cluster.receivers, numbers);
			const runs = await echo.runs();
			assert.equal((await echo.registrations()).length, 1);
			assert.deepEqual(
				numbers.map((n) => runs.get(n)),
				[1, 1],
			);
		});

// Last: they reset the sandbox, and with it the webhook of the echo.
testRetries(() => cluster.demo);

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

test('a webhook process takes the answer to a node with an awkward name after a restart of all processes', async () => {
	const asking = await publishAsking(cluster.demo, { message: 'Well?' }, `Ask {{ "it's" }} \u2028`);
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

test('one delivery to three processes at the same instant runs once, also after a kill of each of them', async () => {
	const numbers = Array.from({ length: 30 }, (_, n) => `${n}`);
	assert.deepEqual(await echo.deliverTwins(cluster.receivers, numbers), []);
	for (const role of ['main', 'worker', 'webhook']) await cluster.restart(role, 0, 'kill');
	assert.equal((await echo.registrations()).length, 1);
	assert.deepEqual(await echo.deliverTwins(cluster.receivers, [...numbers, 'after']), []);
});

// Last: they reset the sandbox, and with it the webhook of the echo.
testRetries(() => cluster.demo);

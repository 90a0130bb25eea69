import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startN8n } from '../../n8n/server.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { decline, linksIn, press, publishAsking, sentTexts } from '../support/sendAndWait.mjs';

/** Send and Wait for Response: the limit of the wait, restarts, many executions at once, and errors. */

let demo;

before(async () => void (demo = await startTestDemo('sendAndWaitLimits')), {
	timeout: startTimeout,
});

after(stopAll);

const limits = [
	['a time interval', () => ({ limitType: 'afterTimeInterval', resumeAmount: 0.1, resumeUnit: 'minutes' })],
	[
		'a date',
		() => ({
			limitType: 'atSpecifiedTime',
			maxDateAndTime: new Date(Date.now() + 6000).toISOString(),
		}),
	],
];

for (const [what, values] of limits) {
	test(`after ${what} without a response, the execution goes on with its input, and data says so`, async () => {
		const asking = await publishAsking(demo, {
			message: 'Well?',
			options: { limitWaitTime: { values: values() } },
		});
		const { id, links } = await asking.ask({ order: 17 });
		const [item] = await asking.output(id, 90_000);
		assert.deepEqual(item.body, { order: 17 });
		assert.deepEqual(item.data, { approved: false, timedOut: true });
		assert.doesNotMatch((await press(links[0].url)).html, /was recorded/);
		assert.deepEqual(await asking.output(id), [item]);
	});
}

test('fifty executions wait at once, and each gets its own response', async () => {
	await demo.sandbox.control('POST', 'reset', {});
	const asking = await publishAsking(demo, {
		message: '=Question {{ $json.body.n }}.',
		responseType: 'freeText',
		options: {},
	});
	const numbers = Array.from({ length: 50 }, (_, n) => n);
	await Promise.all(
		numbers.map((n) =>
			fetch(asking.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ n }),
			}),
		),
	);
	await waitUntil(async () => (await sentTexts(demo)).length >= 50, '50 messages', 60_000);
	const texts = await sentTexts(demo);
	assert.equal(texts.length, 50);
	const idOf = ({ url }) => new URL(url).pathname.split('/')[2];
	const questions = texts.map((text) => ({
		n: Number(/^Question (\d+)\./.exec(text)[1]),
		...linksIn(text)[0],
	}));
	await waitUntil(
		async () => (await demo.api.countExecutions(asking.workflowId, 'waiting')) === 50,
		'50 waiting executions',
	);
	const pages = await Promise.all(questions.map(({ n, url }) => press(url, { 'field-0': `to ${n}` })));
	assert.ok(pages.every(({ html }) => /was recorded/.test(html)));
	await waitUntil(
		async () => (await demo.api.countExecutions(asking.workflowId, 'success')) === 50,
		'50 ended executions',
	);
	for (const question of questions) {
		assert.deepEqual(await asking.output(idOf(question)), [{ data: { text: `to ${question.n}` } }]);
	}
});

test('the link of an earlier question does not answer a later one of the same execution', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' }, {}, { inLoop: true });
	const { id, links } = await asking.ask();
	const before = (await sentTexts(demo)).length;
	assert.match((await press(links[0].url)).html, /was recorded/);
	await waitUntil(async () => (await sentTexts(demo)).length > before, 'the second question');
	await waitUntil(async () => (await asking.status(id)) === 'waiting', 'the second wait');
	for (const { url } of links) assert.equal((await press(url)).status, 410);
	await sleep(500);
	assert.equal((await sentTexts(demo)).length, before + 1);
	const second = linksIn((await sentTexts(demo)).at(-1));
	assert.match((await press(second[0].url, decline)).html, /was recorded/);
	await waitUntil(async () => (await sentTexts(demo)).length > before + 1, 'the third question');
});

test('a message that the service rejects fails the node, and nothing waits', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' });
	await failNext({ kind: 'status', status: 400 });
	const id = await asking.start({}, ['error']);
	assert.equal((await demo.api.findError(id)).httpCode, '400');
});

test('with On Error set to Continue, a rejected message is an item with the error', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' }, { onError: 'continueRegularOutput' });
	await failNext({ kind: 'status', status: 400 });
	const [item] = await asking.output(await asking.start({}, ['success']));
	assert.match(JSON.stringify(item.error), /[a-z] [a-z]/);
});

test('Retry On Fail does not send a message again whose response was lost', async () => {
	const asking = await publishAsking(
		demo,
		{ message: 'Well?' },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
	);
	const before = (await sentTexts(demo)).length;
	await failNext({ kind: 'resetAfterWork' });
	await asking.start({}, ['error']);
	assert.equal((await sentTexts(demo)).length, before + 1);
});

test('Retry On Fail sends a message again that the service did not accept, and waits', async () => {
	const asking = await publishAsking(
		demo,
		{ message: 'Well?' },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
	);
	await failNext({ kind: 'status', status: 400 });
	const { id, links } = await asking.ask();
	await press(links[0].url);
	assert.deepEqual(await asking.output(id), [{ data: { approved: true } }]);
});

test('the timeout in Request Options applies to the message', async () => {
	const asking = await publishAsking(demo, {
		message: 'Well?',
		requestOptions: { timeout: 300 },
	});
	await failNext({ kind: 'stall' });
	const id = await asking.start({}, ['error']);
	assert.match((await demo.api.findError(id)).message, /may already have been sent/);
});

test('the links still work after n8n was restarted', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' }, { name: 'Ask {{ now }}' });
	const { id, links } = await asking.ask();
	const { url } = demo.n8n;
	await demo.n8n.stop();
	demo.n8n = await startN8n({
		userFolder: demo.userFolder,
		port: Number(new URL(url).port),
	});
	assert.equal(demo.n8n.url, url);
	await demo.api.signIn();
	await sleep(500);
	assert.equal(await asking.status(id), 'waiting');
	assert.match((await press(links[0].url, decline)).html, /was recorded/);
	assert.deepEqual(await asking.output(id), [{ data: { approved: false } }]);
});

async function failNext(fault) {
	await demo.sandbox.control('POST', 'faults', { method: 'POST', path: '/messages', ...fault });
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { decline, linksIn, open, press, publishAsking, sentTexts } from '../support/sendAndWait.mjs';

/** Which responses to the links of Send and Wait count. */

let demo;

before(async () => void (demo = await startTestDemo('sendAndWaitLinks')), {
	timeout: startTimeout,
});

after(stopAll);

test('only the first response counts', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' });
	const { id, links } = await asking.ask();
	await press(links[0].url);
	assert.deepEqual(await asking.output(id), [{ data: { approved: true } }]);
	for (const fields of [undefined, decline]) {
		const late = await press(links[0].url, fields);
		assert.doesNotMatch(late.html, /was recorded/);
	}
	await sleep(500);
	assert.deepEqual(await asking.output(id), [{ data: { approved: true } }]);
});

test('of ten simultaneous responses, one counts, and those that reach the node are told that the question is answered', async () => {
	const told = new Map();
	for (let round = 0; round < 10; round += 1) {
		const asking = await publishAsking(demo, { message: 'Well?' });
		const { id, links } = await asking.ask();
		const pages = await Promise.all(Array.from({ length: 10 }, () => press(links[0].url)));
		assert.deepEqual(await asking.output(id), [{ data: { approved: true } }]);
		for (const { status, html } of pages) {
			const title = /<h1>(.*?)<\/h1>|<title>(.*?)<\/title>|"message":"(.{0,60})/.exec(html) ?? [];
			const what = `${status} ${title.slice(1).find(Boolean)}`.replace(/\d{2,} is/, 'n is');
			told.set(what, (told.get(what) ?? 0) + 1);
		}
		await demo.api.unpublish(asking.workflowId);
	}
	// n8n itself responds to those that arrive while it resumes the execution.
	console.log(Object.fromEntries(told));
	assert.equal(told.get('200 Thank you'), 10);
	assert.ok(told.get('410 No response needed') > 0);
});

for (const name of ['Ask {{ now }}', '}} {{', `'"\`\\`, 'a\u2028b', '={{ 1 + 1 }}', '${1} 🙂 [0]']) {
	test(`the recipient answers a node with the name ${JSON.stringify(name)}, and an earlier link is outdated`, async () => {
		const asking = await publishAsking(demo, { message: 'Well?' }, { name }, { inLoop: true });
		const first = await asking.ask();
		await press(first.links[0].url);
		const texts = await waitUntil(async () => {
			const sent = await sentTexts(demo);
			return sent.at(-1) !== first.text && sent;
		}, 'the second question');
		const [second] = linksIn(texts.at(-1));
		const isWaiting = async () => (await asking.status(first.id)) === 'waiting';
		await waitUntil(isWaiting, 'the wait for the second response');
		assert.equal((await open(second.url)).status, 200);
		assert.equal((await press(first.links[0].url)).status, 410);
		assert.equal(await asking.status(first.id), 'waiting');
		await demo.api.request('POST', `/executions/${first.id}/stop`);
		await demo.api.unpublish(asking.workflowId);
	});
}

test('one of two simultaneous responses counts, and only it is told so', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' });
	const { id, links } = await asking.ask();
	const answers = [{ approved: 'true' }, decline];
	const pages = await Promise.all(answers.map((fields) => press(links[0].url, fields)));
	const [{ data }] = await asking.output(id);
	assert.deepEqual(
		pages.map(({ html }) => /was recorded/.test(html)),
		[data.approved, !data.approved],
	);
});

test('the link works if the message cannot be evaluated anymore', async () => {
	const asking = await publishAsking(demo, {
		message: `={{ Date.now() < $json.body.until ? 'Well?' : $('Nobody').first().json.text }}`,
	});
	const until = Date.now() + 5000;
	const { id, links } = await asking.ask({ until });
	assert.match((await open(links[0].url)).html, /<p>Well\?<\/p>/);
	await sleep(until - Date.now());
	const { status, html } = await open(links[0].url);
	assert.equal(status, 200);
	assert.doesNotMatch(html, /Well\?/);
	assert.equal(await asking.status(id), 'waiting');
	await press(links[0].url);
	assert.deepEqual(await asking.output(id), [{ data: { approved: true } }]);
});

test('a link does not end the wait if a setting cannot be evaluated anymore', async () => {
	const asking = await publishAsking(demo, {
		message: 'Well?',
		responseType: `={{ Date.now() < $json.body.until ? 'approval' : $('Nobody').first().json.text }}`,
	});
	const until = Date.now() + 5000;
	const { id, links } = await asking.ask({ until });
	await sleep(until - Date.now());
	for (const page of [await open(links[0].url), await press(links[0].url)]) {
		assert.equal(page.status, 500);
		assert.match(page.html, /was not recorded/);
	}
	assert.equal(await asking.status(id), 'waiting');
});

test('a link that was changed resumes nothing', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' });
	const [one, other] = [await asking.ask(), await asking.ask()];
	const [{ url }] = one.links;
	const signature = new URL(url).searchParams.get('signature');
	const forged = [
		url.replace('question=1', 'question=2'),
		url.replace(
			signature,
			signature.replace(/^./, (c) => (c === '0' ? '1' : '0')),
		),
		url.replace(signature, ''),
		url.replace(`/${one.id}/`, `/${other.id}/`),
		url.replace(/\?.*/, ''),
		`${url}&approved=true`,
	];
	for (const each of forged) {
		for (const page of [await open(each), await press(each)]) assert.equal(page.status, 401, each);
	}
	await sleep(500);
	for (const { id } of [one, other]) assert.equal(await asking.status(id), 'waiting');
});

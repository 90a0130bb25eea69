import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { decline, open, press, publishAsking } from '../support/sendAndWait.mjs';

/** Send and Wait for Response: the message, and the pages behind its links. */

let demo;

before(async () => void (demo = await startTestDemo('sendAndWait')), { timeout: startTimeout });

after(stopAll);

const message = '={{ $json.body.message }}';
/** What HTML, Markdown and JSON could change. */
const awkward = `Publish "it's here" & <b>now</b>?\n\n  \\n *Second* line {{ 1 + 1 }}`;
const escaped = (text) => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
const awkwardHtml = escaped(awkward);

for (const [answer, approved] of [
	['approves', true],
	['declines', false],
]) {
	test(`the output says that the recipient ${answer}`, async () => {
		const asking = await publishAsking(demo, { message });
		const { id, text, links } = await asking.ask({ message: awkward });
		assert.ok(text.startsWith(`${awkward}\n\n`), 'the message arrives as it was typed');
		assert.deepEqual(
			links.map(({ label }) => label),
			['Respond'],
		);
		const page = await open(links[0].url);
		assert.equal(page.status, 200);
		assert.ok(page.html.includes(awkwardHtml), page.html);
		for (const [value, label] of [
			[true, '✓ Approve'],
			[false, '✗ Decline'],
		])
			assert.ok(page.html.includes(`name="approved" value="${value}">${label}</button>`));
		assert.equal(await asking.status(id), 'waiting');
		const recorded = await press(links[0].url, { approved });
		assert.equal(recorded.status, 200);
		assert.match(recorded.html, /was recorded/);
		assert.deepEqual(await asking.output(id), [{ data: { approved } }]);
	});
}

test('with the type Approve Only the page has one button, and labels are as they are set', async () => {
	const asking = await publishAsking(demo, {
		message: 'Well?',
		approvalOptions: { values: { approvalType: 'single', approveLabel: 'Yes & <go>' } },
		options: { messageButtonLabel: 'Answer <now>' },
	});
	const { id, links } = await asking.ask();
	assert.deepEqual(
		links.map(({ label }) => label),
		['Answer <now>'],
	);
	const { html } = await open(links[0].url);
	assert.deepEqual(html.match(/>[^>]*<\/button>/g), [`>${escaped('Yes & <go>')}</button>`]);
	assert.equal((await press(links[0].url, decline)).status, 422);
	assert.equal(await asking.status(id), 'waiting');
	await press(links[0].url);
	assert.deepEqual(await asking.output(id), [{ data: { approved: true } }]);
});

test('a text response becomes the output, and an empty one is refused', async () => {
	const asking = await publishAsking(demo, { message, responseType: 'freeText' });
	const { id, links } = await asking.ask({ message: awkward });
	assert.deepEqual(
		links.map(({ label }) => label),
		['Respond'],
	);
	assert.ok((await open(links[0].url)).html.includes(awkwardHtml));
	const tooLong = ['x'.repeat(10_001), 'x'.repeat(1_000_000)];
	for (const text of [' \n', undefined, ...tooLong]) {
		const fields = text === undefined ? {} : { 'field-0': text };
		const refused = await press(links[0].url, fields);
		assert.equal(refused.status, 422);
		assert.match(refused.html, /role="alert"/);
		assert.match(refused.html, /<textarea/);
		assert.ok(refused.html.includes(awkwardHtml));
	}
	assert.equal(await asking.status(id), 'waiting');
	await press(links[0].url, { 'field-0': ' Não, "later" & <b>\r\nsecond ' });
	assert.deepEqual(await asking.output(id), [{ data: { text: 'Não, "later" & <b>\r\nsecond' } }]);
});

test('messaging apps that fetch the links for previews answer nothing', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' });
	const { id, links } = await asking.ask();
	for (const { url } of links) {
		for (const userAgent of ['WhatsApp/2.24', 'TelegramBot (like TwitterBot)', '']) {
			for (const method of ['GET', 'GET', 'HEAD']) await open(url, { method, userAgent });
		}
	}
	await sleep(500);
	assert.equal(await asking.status(id), 'waiting');
	await press(links[0].url, decline);
	assert.deepEqual(await asking.output(id), [{ data: { approved: false } }]);
});

test('the pages load nothing, and can only be sent back to n8n', async () => {
	const formFields = { values: [{ fieldLabel: 'Name' }] };
	for (const responseType of ['approval', 'freeText', 'customForm']) {
		const asking = await publishAsking(demo, { message: 'Well?', responseType, formFields });
		const { links } = await asking.ask();
		const pages = [await open(links[0].url), await press(links[0].url, { approved: 'true', 'field-0': 'Yes' })];
		assert.match(pages[0].headers.get('content-security-policy'), /^default-src 'none'; .*frame-ancestors/);
		assert.match(pages[1].headers.get('content-security-policy'), /^(default-src 'none';|sandbox )/);
		for (const { headers, html } of pages) {
			assert.match(html, /<meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
			assert.match(headers.get('content-type'), /^text\/html/);
			assert.equal(headers.get('referrer-policy'), 'no-referrer');
			assert.equal(headers.get('cache-control'), 'no-store');
			assert.doesNotMatch(html, /https?:|src=|href=|url\(|<script/);
		}
	}
});

for (const expression of [
	`={{ $('Start').item.json.body.message }}`,
	`={{ $('Start').first().json.body.message }}`,
	`={{ $input.first().json.body.message }}`,
	`={{ $input.item.json.body.message }}`,
	`={{ $node.Start.json.body.message }}`,
]) {
	test(`the page shows the message of the expression ${expression}`, async () => {
		const asking = await publishAsking(demo, { message: expression });
		const { text, links } = await asking.ask({ message: awkward });
		assert.ok(text.startsWith(awkward));
		assert.ok((await open(links[0].url)).html.includes(awkwardHtml));
	});
}

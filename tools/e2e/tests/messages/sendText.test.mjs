import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from '../../editor/browser.mjs';
import { Editor } from '../../editor/editor.mjs';
import { createBroadcast, manualTrigger } from '../../editor/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { sentBodies } from '../support/workflows.mjs';

/** A new user sends texts in n8n's editor. Screenshots are in reports/e2e. */

let demo;
let browser;
let editor;

before(
	async () => {
		browser = await startBrowser();
		demo = await startTestDemo('sendText');
		editor = await Editor.open(browser, demo.n8n);
	},
	{ timeout: startTimeout },
);

after(async () => {
	await browser?.close();
	await stopAll();
});

test('searching for what people call it lists the node among the first', async () => {
	for (const [search, place] of [
		['whatsapp', 2],
		['sms', 5],
		['send message', 1],
		['incoming message', 1],
	]) {
		const empty = { name: `Search ${search}`, nodes: [manualTrigger], connections: {} };
		await editor.openWorkflow((await demo.api.createWorkflow(empty)).id);
		const names = await editor.searchNodes(search);
		const ours = names.findIndex((name) => name.startsWith('Messaging Integration')) + 1;
		assert.ok(ours >= 1 && ours <= place, `${search}: ${names.slice(0, 8).join(', ')}`);
	}
});

test('"Hello" reaches a phone number with five clicks in the form and one run', async () => {
	const { id } = await demo.api.createWorkflow({
		name: 'Hello',
		nodes: [manualTrigger],
		connections: {},
	});
	await editor.openWorkflow(id);
	await editor.addNode('text message', 'Send text message');

	let clicks = 0;
	const click = async (target) => {
		clicks += 1;
		await target.click();
	};
	const { page } = editor;
	await click(page.getByPlaceholder('Select an instance…'));
	await click(page.locator('[data-test-id="rlc-item"]', { hasText: 'Shop front' }).first());
	await click(page.getByPlaceholder('e.g. +55 11 98765-4321'));
	await page.keyboard.type('+55 11 98765-4321');
	await click(page.getByPlaceholder('e.g. Hello!'));
	await page.keyboard.type('Hello');
	// n8n takes over typed text after a moment.
	await editor.settle();
	await click(page.locator('[data-test-id="node-execute-button"]'));
	await editor.waitForOutput();
	await editor.screenshot('reports/e2e/sendText-hello.png');

	assert.equal(clicks, 5);
	const [body] = await sentBodies(demo);
	assert.deepEqual([body.remoteJid, body.type, body.content], ['5511987654321', 'text', { text: 'Hello' }]);
});

test('100 texts with quotation marks and line breaks arrive as typed, and the browser console says that the node waits for the rate limit', async () => {
	await demo.sandbox.control('POST', 'rate', { tier: 'free' });
	const before = (await sentBodies(demo)).length;
	const { id } = await createBroadcast(demo, { count: 100 });
	await editor.openWorkflow(id);
	await editor.openNode('Send');
	await editor.execute({ ofPrevious: true });
	const messages = [];
	editor.page.on('console', (message) => messages.push(message.text()));
	await editor.page.locator('[data-test-id="node-execute-button"]').click();

	await waitUntil(
		async () => messages.some((text) => /\[Node: "Send"\] \d+ of 100 items are done\. Waiting \d+ s/.test(text)),
		'the wait in the browser console',
	);
	await editor.screenshot('reports/e2e/sendText-waiting.png');
	await editor.waitForOutput(150_000);
	await editor.screenshot('reports/e2e/sendText-100.png');

	const bodies = (await sentBodies(demo)).slice(before);
	assert.deepEqual(
		bodies.map(({ content }) => content),
		Array.from({ length: 100 }, (_, i) => ({
			text: `He said "hi" \\ ${i}\nand: {"type":"x"} 😀`,
		})),
	);
	assert.deepEqual([...new Set(bodies.flatMap(Object.keys))].sort(), ['content', 'instanceId', 'remoteJid', 'type']);
});

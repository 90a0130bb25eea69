import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from '../../editor/browser.mjs';
import { Editor } from '../../editor/editor.mjs';
import { createChain, createConnectWorkflow } from '../../editor/workflows.mjs';
import { nodeType } from '../../n8n/package.mjs';
import { locator, ourNode } from '../../n8n/workflows.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';

/** What users see of the package in n8n's editor. */

let demo;
let browser;

before(
	async () => {
		browser = await startBrowser();
		demo = await startTestDemo('editor');
	},
	{ timeout: startTimeout },
);

after(async () => {
	await browser?.close();
	await stopAll();
});

for (const theme of ['light', 'dark']) {
	test(`the canvas shows the node with its ${theme} icon`, async () => {
		const editor = await Editor.open(browser, demo.n8n, { theme });
		await editor.openWorkflow(demo.workflow.id);
		const icon = editor.page.locator('[data-node-name="Send a reply"] img');
		const { source, width } = await icon.evaluate((image) => ({
			source: image.src,
			width: image.naturalWidth,
		}));
		assert.match(source, theme === 'dark' ? /messagingIntegration\.dark\.svg/ : /messagingIntegration\.svg/);
		assert.ok(width > 0, 'the icon is drawn');
		await editor.close();
	});
}

test('the form shows the fields of an operation under their labels, and no others', async () => {
	const editor = await Editor.open(browser, demo.n8n);
	const instanceId = locator('3fa85f64-5717-4562-b3fc-2c963f66afa6');
	const archive = { resource: 'chat', operation: 'archive', instanceId, options: { maxWait: 60 } };
	const { id } = await createChain(demo.api, 'Forms', [ourNode(demo, 'Send', {}), ourNode(demo, 'Archive', archive)]);
	await editor.openWorkflow(id);
	const common = ['Credential', 'Resource', 'Operation', 'Instance'];
	for (const [name, labels] of [
		['Send', [...common, 'Recipient', 'Text', 'Reply To Message ID', 'Simplify', 'Options']],
		['Archive', [...common, 'Chat', 'Archive', 'Options', 'Max Wait (Seconds)']],
	]) {
		await editor.openNode(name);
		assert.deepEqual(await editor.readLabels(), labels);
		await editor.closeNode();
	}
	await editor.close();
});

test('the output panel shows the QR code as a picture', async () => {
	const editor = await Editor.open(browser, demo.n8n);
	const { id } = await createConnectWorkflow(demo);
	await editor.openWorkflow(id);
	await editor.openNode('Connect');
	await editor.execute();
	await editor.viewBinary();
	const picture = editor.page.locator('[data-test-id="output-panel"] img');
	const size = await picture.evaluate((image) => [image.naturalWidth, image.naturalHeight, image.clientWidth]);
	assert.ok(size[0] >= 100 && size[0] === size[1], `a square picture, large enough to scan (${size})`);
	await editor.close();
});

test('the preview of the output lists the fields of a sent message before the first run', async () => {
	const editor = await Editor.open(browser, demo.n8n);
	const { id } = await createChain(demo.api, 'Preview', [
		{ name: 'Send', type: nodeType, typeVersion: 1, parameters: {} },
		{ name: 'Edit', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: {} },
	]);
	await editor.openWorkflow(id);
	await editor.openNode('Edit');
	const input = await editor.page.locator('[data-test-id="ndv-input-panel"]').innerText();
	assert.match(input, /Preview[^]*messageId\s+chatId\s+phone\s+senderName\s+text\s+type\s+status/);
	await editor.close();
});

test('the form of the credentials explains a wrong key', async () => {
	const editor = await Editor.open(browser, demo.n8n);
	await editor.openCredentials(demo.credential.id);
	await editor.fillCredentialField('apiKey', 'sk_test_mistyped');
	await editor.saveCredentials();
	assert.match(await editor.readCredentialError(), /API key/);
	await editor.close();
});

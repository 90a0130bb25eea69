import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from '../../editor/browser.mjs';
import { Editor } from '../../editor/editor.mjs';
import { createFormsWorkflow, listForms, listLabels } from '../../editor/forms.mjs';
import { createChain, createConnectWorkflow } from '../../editor/workflows.mjs';
import { nodeType } from '../../n8n/package.mjs';
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

test('every form shows each of its fields under its label', async () => {
	const description = await demo.api.findNodeType(nodeType);
	const forms = listForms(description);
	const { id } = await createFormsWorkflow(demo, forms);
	const editor = await Editor.open(browser, demo.n8n, { height: 2400 });
	await editor.openWorkflow(id);
	for (const form of forms) {
		await editor.openNode(form.title);
		assert.deepEqual(await editor.readLabels(), listLabels(description, form), form.title);
		await editor.closeNode();
	}
	assert.equal(forms.length, 33);
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

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { projectRoot } from '../../scripts/run.mjs';
import { Editor, startBrowser } from '../browser.mjs';
import { startDemo } from '../demo.mjs';
import { createFormsWorkflow, formsOf, labelsOf } from '../forms.mjs';
import { nodeType } from '../package.mjs';
import { createConnectWorkflow } from '../pictures.mjs';
import { stopAll } from '../processes.mjs';

let demo;
let browser;

before(
	async () => {
		const userFolder = join(projectRoot, '.demo', 'e2e-editor');
		await rm(userFolder, { recursive: true, force: true });
		browser = await startBrowser();
		demo = await startDemo({ userFolder });
	},
	{ timeout: 240_000 },
);

after(async () => {
	await browser?.close();
	await stopAll();
});

for (const theme of ['light', 'dark']) {
	test(`the node stands on the canvas with its ${theme} icon`, async () => {
		const editor = await Editor.open(browser, demo.n8n, { theme });
		await editor.openWorkflow(demo.workflow.id);
		const icon = editor.page.locator('[data-node-name="Send a reply"] img');
		const { source, width } = await icon.evaluate((image) => ({ source: image.src, width: image.naturalWidth }));
		assert.match(source, theme === 'dark' ? /messagingIntegration\.dark\.svg/ : /messagingIntegration\.svg/);
		assert.ok(width > 0, 'the icon is drawn');
		await editor.close();
	});
}

test('every resource and operation can be picked', async () => {
	const editor = await Editor.open(browser, demo.n8n);
	await editor.openWorkflow(demo.workflow.id);
	await editor.openNode('Send a reply');
	await editor.openPicker('resource');
	for (const resource of ['Chat', 'Contact', 'Download', 'Group', 'Instance', 'Message', 'Webhook']) {
		assert.ok(await editor.page.getByRole('option', { name: resource, exact: true }).count(), resource);
	}
	await editor.close();
});

test('every form shows each of its fields under its label', async () => {
	const description = await demo.api.nodeType(nodeType);
	const forms = formsOf(description);
	const { id } = await createFormsWorkflow({ ...demo, nodeType, forms });
	const editor = await Editor.open(browser, demo.n8n, { height: 2400 });
	await editor.openWorkflow(id);
	for (const form of forms) {
		await editor.openNode(form.title);
		assert.deepEqual(await editor.labels(), labelsOf(description, form), form.title);
		await editor.closeNode();
	}
	assert.equal(forms.length, 30);
	await editor.close();
});

test('the QR code is a picture in the output panel', async () => {
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

test('a wrong key is explained in the credential form', async () => {
	const editor = await Editor.open(browser, demo.n8n);
	await editor.openCredential(demo.credential.id);
	await editor.typeIntoCredential('apiKey', 'sk_test_mistyped');
	await editor.saveCredential();
	assert.match(await editor.credentialError(), /API key/);
	await editor.close();
});

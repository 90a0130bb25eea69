// Screenshots for the README and the docs.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Editor } from './editor.mjs';
import { createBroadcast, createConnectWorkflow, createReceivedMessage } from './workflows.mjs';

/** Takes screenshots of a running demo. Throws if something to show does not appear. */
export async function takePictures({ browser, demo, folder, step }) {
	await mkdir(folder, { recursive: true });
	const file = (name) => join(folder, `${name}.png`);

	const received = await createReceivedMessage(demo);
	for (const theme of ['light', 'dark']) {
		step(`The example workflow and the node, ${theme}`);
		const editor = await Editor.open(browser, demo.n8n, { theme });
		await editor.openWorkflow(received.id);
		await editor.screenshot(file(`workflow-${theme}`));
		await editor.openNode('Send a reply');
		await editor.execute();
		await editor.screenshot(file(`node-${theme}`));
		await editor.close();
	}

	const editor = await Editor.open(browser, demo.n8n);

	step('The trigger: its panel, and the names of events');
	await editor.openWorkflow(received.id);
	await editor.openNode('Incoming message');
	await editor.screenshot(file('trigger'));
	await editor.openPicker('events');
	await editor.screenshot(file('trigger-events'));
	await editor.page.keyboard.press('Escape');

	step('The QR code in the output panel');
	const connect = await createConnectWorkflow(demo);
	await editor.openWorkflow(connect.id);
	await editor.openNode('Connect');
	await editor.execute();
	await editor.viewBinary();
	await editor.screenshot(file('qr-code'));

	step('A broadcast that waits for the rate limit');
	await demo.sandbox.control('POST', 'rate', { tier: 'free' });
	const broadcast = await createBroadcast(demo, { count: 100 });
	await editor.openWorkflow(broadcast.id);
	await editor.openNode('Send');
	await editor.execute({ ofPrevious: true });
	await editor.startExecution();
	await editor.screenshot(file('rate-limit'));
	await demo.sandbox.control('POST', 'rate', { tier: 'pro' });

	step('The operation and resource pickers');
	await editor.openWorkflow(connect.id);
	await editor.openNode('Connect');
	await editor.openPicker('operation');
	await editor.screenshot(file('operations'));
	await editor.page.keyboard.press('Escape');
	await editor.openWorkflow(connect.id);
	await editor.openNode('Connect');
	await editor.openPicker('resource');
	await editor.screenshot(file('resources'));

	step('The form of the credentials, and its error for a wrong key');
	await editor.openCredentials(demo.credential.id);
	await editor.screenshot(file('credential'));
	await editor.fillCredentialField('apiKey', 'sk_test_mistyped');
	await editor.saveCredentials();
	await editor.readCredentialError();
	await editor.screenshot(file('credential-error'));
	await editor.close();
	// The form has saved the wrong key.
	await demo.api.saveCredential(demo.credentialData);
}

// Screenshots for the README.
import { join } from 'node:path';
import { Editor } from './editor.mjs';
import { createReceivedMessage } from './workflows.mjs';

/** Takes a screenshot of the trigger in a running demo. Throws if something to show does not appear. */
export async function takeTriggerPicture({ browser, demo, folder, step }) {
	step('The trigger');
	const editor = await Editor.open(browser, demo.n8n);
	await editor.openWorkflow((await createReceivedMessage(demo)).id);
	await editor.openNode('Incoming message');
	await editor.screenshot(join(folder, 'trigger.png'));
	await editor.close();
}

/** Plays messages on the sandbox's page of a running demo, and takes a screenshot. Throws if no reply appears. */
export async function takeConsolePicture({ browser, demo, folder, step }) {
	step("The sandbox's page");
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	page.setDefaultTimeout(20_000);
	await page.goto(demo.sandbox.url);
	const form = page.locator('#incoming');
	const play = async (kind, text) => {
		await form.getByLabel('Kind').selectOption(kind);
		await form.locator('[name="text"]').fill(text);
		await form.getByRole('button').click();
	};
	await play('Picture', 'Do you still have these?');
	await play('Text', 'Are you open on Saturday?');
	await page.getByText('You said: Are you open').last().waitFor();
	// Longer than the highlight of a new message.
	await page.waitForTimeout(2_000);
	await page.screenshot({ path: join(folder, 'sandbox-console.png'), animations: 'disabled' });
	await page.close();
}

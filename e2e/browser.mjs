import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { login } from './demo.mjs';

/** The installed browser, or that of CHROMIUM_PATH. None is downloaded. */
function browserPath() {
	const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
	const found = [
		process.env.CHROMIUM_PATH,
		...process.env.PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	].find((path) => path && existsSync(path));
	if (!found) throw new Error('No Chromium or Chrome found. Install one, or name it in CHROMIUM_PATH.');
	return found;
}

/** Starts a browser that makes no requests by itself. */
export async function startBrowser() {
	return await chromium.launch({
		executablePath: browserPath(),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
		],
	});
}

/** n8n's editor in a new page, signed in. */
export class Editor {
	static async open(browser, n8n, { theme = 'light', width = 1440, height = 900 } = {}) {
		const context = await browser.newContext({
			colorScheme: theme,
			viewport: { width, height },
			locale: 'en-US',
		});
		const page = await context.newPage();
		page.setDefaultTimeout(20_000);
		const editor = new Editor(page, n8n.url);
		await page.goto(`${n8n.url}/signin`);
		await page.fill('input[autocomplete="email"]', login.email);
		await page.fill('input[autocomplete="current-password"]', login.password);
		await page.click('[data-test-id="form-submit-button"]');
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
		return editor;
	}

	constructor(page, url) {
		this.page = page;
		this.url = url;
	}

	async openWorkflow(id) {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await this.settle();
		await this.dismissChecklist();
	}

	/** n8n shows a checklist over the canvas of a newly published workflow. */
	async dismissChecklist() {
		const checklist = this.page.getByText('Production Checklist', { exact: true });
		if (await checklist.isVisible()) {
			await this.page.keyboard.press('Escape');
			await this.settle();
		}
	}

	/** Opens the panel of a node on the canvas. */
	async openNode(name) {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.locator('[data-test-id="node-parameters"]').waitFor();
		await this.settle();
	}

	/** Runs the node whose panel is open. */
	async execute() {
		await this.page.locator('[data-test-id="node-execute-button"]').click();
		await this.page.locator('[data-test-id="output-panel"] [data-test-id="ndv-data-container"]').waitFor();
		await this.settle();
	}

	/** Shows the first binary of the output. */
	async viewBinary() {
		const output = this.page.locator('[data-test-id="output-panel"]');
		await output.locator('[data-test-id="radio-button-binary"]').click();
		await output.locator('[data-test-id="ndv-view-binary-data"]').first().click();
		await this.settle();
	}

	/** Opens a list of choices, such as the operations. */
	async openPicker(parameter) {
		await this.page.locator(`[data-test-id="parameter-input-${parameter}"] input`).first().click();
		await this.settle();
	}

	async openCredential(id) {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		await this.page.locator('[data-test-id="credential-edit-dialog"]').waitFor();
		await this.settle();
	}

	async typeIntoCredential(field, text) {
		await this.page.locator(`[data-test-id="parameter-input-${field}"] input`).fill(text);
	}

	/** Saves the credential, which makes n8n test it. */
	async saveCredential() {
		await this.page.locator('[data-test-id="credential-save-button"]').click();
		await this.settle();
	}

	/** Opens the reason why a credential does not work, and returns its text. */
	async credentialError() {
		await this.page.getByText('More details', { exact: true }).click();
		await this.settle();
		return await this.page.locator('[data-test-id="credential-edit-dialog"]').innerText();
	}

	/** Waits until animations have ended and success messages have disappeared. */
	async settle() {
		await this.page.waitForTimeout(1000);
		await this.page.locator('.el-notification').waitFor({ state: 'hidden' });
	}

	async closeNode() {
		await this.page.keyboard.press('Escape');
		await this.page.locator('[data-test-id="node-parameters"]').waitFor({ state: 'hidden' });
	}

	/** The parameters in the open panel. */
	form() {
		return this.page.locator('[data-test-id="node-parameters"] .parameter-input-list-wrapper').first();
	}

	/** The labels of the form's fields. */
	async labels() {
		const texts = await this.form().locator('label').allInnerTexts();
		return texts.map((text) => text.split('\n')[0].trim());
	}

	/** Combines screenshots side by side, each under its title. */
	async pin(pictures, path) {
		const page = await this.page.context().newPage();
		const cells = pictures.map(
			({ title, png }) =>
				`<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
		);
		await page.setContent(
			`<style>body { display: inline-flex; margin: 0; gap: 8px; padding: 8px; background: #ddd; font: bold 16px sans-serif }
			figure { margin: 0; width: 400px } img { display: block; width: 100% }</style>${cells.join('')}`,
		);
		await page.locator('body').screenshot({ path });
		await page.close();
	}

	async screenshot(path) {
		await this.page.screenshot({ path, animations: 'disabled' });
	}

	async close() {
		await this.page.context().close();
	}
}

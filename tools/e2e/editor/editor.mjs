// n8n's editor in a browser.
import { owner } from '../n8n/api.mjs';

/** A page with n8n's editor. Its methods throw if what they wait for does not appear within 20 seconds. */
export class Editor {
	/** Opens a page, and signs in as the owner. */
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
		await page.fill('input[autocomplete="email"]', owner.email);
		await page.fill('input[autocomplete="current-password"]', owner.password);
		await page.click('[data-test-id="form-submit-button"]');
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
		return editor;
	}

	constructor(page, url) {
		this.page = page;
		this.url = url;
	}

	/** Opens a workflow on the canvas. */
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

	/** Adds a node behind the last one: searches the panel and chooses an action of the first node that it lists. */
	async addNode(search, action) {
		await this.searchNodes(search);
		await this.page.keyboard.press('Enter');
		await this.settle();
		await this.page.getByText(action, { exact: true }).click();
		await this.page.locator('[data-test-id="node-parameters"]').waitFor();
		await this.settle();
	}

	/** Opens the panel of nodes behind the last node, and returns the names that a search lists. */
	async searchNodes(text) {
		await this.page.locator('[data-test-id="canvas-handle-plus"]').last().click();
		await this.settle();
		await this.page.keyboard.type(text);
		await this.settle();
		return await this.page.locator('[data-test-id="node-creator-item-name"]').allInnerTexts();
	}

	/** Runs the node whose panel is open, or with `ofPrevious` only the nodes before it. */
	async execute({ ofPrevious = false } = {}) {
		if (!ofPrevious) {
			await this.page.locator('[data-test-id="node-execute-button"]').click();
			await this.page.waitForTimeout(1000);
			return await this.waitForOutput();
		}
		await this.page
			.getByRole('button', { name: /Execute previous/ })
			.first()
			.click();
		await this.page
			.locator('[data-test-id="ndv-input-panel"]')
			.getByText(/\d+ items?/)
			.first()
			.waitFor();
		await this.settle();
	}

	/** Waits until a run has ended, at most `timeout` ms. */
	async waitForOutput(timeout = 20_000) {
		const output = this.page.locator('[data-test-id="output-panel"]');
		await output.getByText('Executing node').waitFor({ state: 'hidden', timeout });
		await output.locator('[data-test-id="ndv-data-container"]').waitFor();
		await this.settle();
	}

	/** Shows the first binary of the output. */
	async viewBinary() {
		const output = this.page.locator('[data-test-id="output-panel"]');
		await output.locator('[data-test-id="radio-button-binary"]').click();
		await output.locator('[data-test-id="ndv-view-binary-data"]').first().click();
		await this.settle();
	}

	/** Opens the form of credentials. */
	async openCredentials(id) {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		await this.page.locator('[data-test-id="credential-edit-dialog"]').waitFor();
		await this.settle();
	}

	/** Fills a field of the credentials' form. */
	async fillCredentialField(field, text) {
		await this.page.locator(`[data-test-id="parameter-input-${field}"] input`).fill(text);
	}

	/** Saves the credentials, which makes n8n test them. */
	async saveCredentials() {
		await this.page.locator('[data-test-id="credential-save-button"]').click();
		await this.settle();
	}

	/** Shows why the credentials do not work, and returns the text of the form. */
	async readCredentialError() {
		await this.page.getByText('More details', { exact: true }).click();
		await this.settle();
		return await this.page.locator('[data-test-id="credential-edit-dialog"]').innerText();
	}

	/** Waits until animations have ended and success messages have disappeared. */
	async settle() {
		await this.page.waitForTimeout(1000);
		await this.page.locator('.el-notification:has(.el-notification--success)').waitFor({ state: 'hidden' });
	}

	/** Closes the panel of a node. */
	async closeNode() {
		await this.page.keyboard.press('Escape');
		await this.page.locator('[data-test-id="node-parameters"]').waitFor({ state: 'hidden' });
	}

	/** Returns the form in the open panel. */
	locateForm() {
		return this.page.locator('[data-test-id="node-parameters"] .parameter-input-list-wrapper').first();
	}

	/** Returns the labels of the form's fields. */
	async readLabels() {
		const texts = await this.locateForm().locator('label').allInnerTexts();
		return texts.map((text) => text.split('\n')[0].trim());
	}

	/** Takes a screenshot of the page. */
	async screenshot(path) {
		await this.page.screenshot({ path, animations: 'disabled' });
	}

	/** Takes a screenshot of the canvas without the buttons on it. */
	async screenshotCanvas(path) {
		await this.page.addStyleTag({
			content:
				'body * { visibility: hidden } .vue-flow, .vue-flow__viewport, .vue-flow__viewport * { visibility: visible }',
		});
		await this.page.locator('.vue-flow').screenshot({ path, animations: 'disabled' });
	}

	/** Closes the page. */
	async close() {
		await this.page.context().close();
	}
}

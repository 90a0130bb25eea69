import type { Page } from 'playwright-core';
import { startN8n, type N8n } from '../processes/n8n';
import { measureInTurns, type Figures } from '../report/figures';

/** Measures how long n8n's editor takes to show our node and HTTP Request: on the canvas, and in the node's panel. */
export async function measureEditor(): Promise<{ ours: Figures[]; httpRequest: Figures[] }> {
	const [{ startBrowser }, { Editor }, { createChain }, { nodeType }] = await Promise.all([
		import('../../e2e/editor/browser.mjs'),
		import('../../e2e/editor/editor.mjs'),
		import('../../e2e/editor/workflows.mjs'),
		import('../../e2e/n8n/package.mjs'),
	]);
	const n8n = await startN8n('editor');
	const browser = await startBrowser();
	try {
		const editor = await Editor.open(browser, n8n);
		const context = editor.page.context();
		const show = async (type: string, typeVersion: number) => {
			const { id } = await createChain(n8n.api, type, [
				{ name: 'Measured', type, typeVersion, parameters: {} },
			]);
			return async () => {
				const page = await context.newPage();
				try {
					return await openIn(page, n8n, id);
				} finally {
					await page.close();
				}
			};
		};
		return await measureInTurns({
			httpRequest: await show('n8n-nodes-base.httpRequest', 4.5),
			ours: await show(nodeType, 1),
		});
	} finally {
		await browser.close();
		await n8n.end();
	}
}

async function openIn(page: Page, { url }: N8n, workflowId: string): Promise<Figures> {
	const node = page.locator('[data-test-id="canvas-node"][data-node-name="Measured"]');
	const navigated = performance.now();
	await page.goto(`${url}/workflow/${workflowId}`, { waitUntil: 'commit' });
	await node.waitFor();
	const canvasMs = performance.now() - navigated;
	// Until the canvas has stopped moving.
	await page.waitForTimeout(1500);
	const opened = performance.now();
	await node.dblclick();
	await page
		.locator('[data-test-id="node-parameters"] [data-test-id^="parameter-input-"]')
		.first()
		.waitFor();
	return { canvasMs, panelMs: performance.now() - opened };
}

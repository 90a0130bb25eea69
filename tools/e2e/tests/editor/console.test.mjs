import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '../../demo/sandbox.mjs';
import { startBrowser } from '../../editor/browser.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { testFolder } from '../support/demo.mjs';

/** The console page of the sandbox. It may request nothing elsewhere, and no message may inject markup into it. */

let sandbox;
let browser;
let page;
const complaints = [];

before(async () => {
	sandbox = await startSandbox({ folder: testFolder('console') });
	await sandbox.request('POST', '/webhooks', { url: `${sandbox.url}/_sandbox/sink`, events: ['message', 'call'] });
	browser = await startBrowser();
	page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	page.setDefaultTimeout(20_000);
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
	page.on('request', (request) => request.url().startsWith(sandbox.url) || complaints.push(request.url()));
	await page.goto(sandbox.url);
	await page.getByText('Live', { exact: true }).waitFor();
});

after(async () => {
	await browser?.close();
	await stopAll();
});

test('it plays messages of every kind and any event, and shows the chat, the deliveries and the requests', async () => {
	const playButton = page.getByRole('button', { name: 'Play message' });
	await page.getByLabel('From').fill('+55 (11) 93333-4444');
	for (const [kind, shown] of [
		['Picture', 'img'],
		['Voice message', 'audio'],
		['Video', 'video'],
		['Document', 'a'],
		['Location', 'a'],
	]) {
		await page.getByLabel('Kind').selectOption(kind);
		await playButton.click();
		await page.locator('#messages > li').last().locator(shown).waitFor();
	}
	await page.getByLabel('Kind').selectOption('Text');
	await page.locator('[name="text"]').fill('<b>Open?</b> https://a.example/?b=1&c=2. javascript:alert(1)');
	await playButton.click();
	const link = page.locator('#messages > li', { hasText: 'Open?' }).getByRole('link');
	assert.equal(await link.getAttribute('href'), 'https://a.example/?b=1&c=2');
	await page.getByText('Deliver any other event').click();
	await page.getByRole('button', { name: 'Deliver event' }).click();
	await page
		.locator('#deliveries')
		.getByText(/call delivered · 200/)
		.waitFor();
	await assert.rejects(sandbox.request('GET', '/instances?limit=500'));
	await page.locator('#log').getByText('400 · limit must be <= 100').waitFor();
	assert.deepEqual(complaints, []);
});

test('it fits the widths of 1,280, 800 and 390 pixels, and labels every control', async () => {
	const hidden = `[...document.querySelectorAll('h2, .badge, label, button')].filter(
		(each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && !each.closest('td, .row'))`;
	const unlabeled = `[...document.querySelectorAll('button, input, select, textarea')].filter(
		(each) => !each.textContent.trim() && !each.labels?.length && !each.ariaLabel)`;
	for (const width of [1280, 800, 390]) {
		await page.setViewportSize({ width, height: 800 });
		assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${width}`);
		assert.equal(await page.evaluate(`${hidden}.map((each) => each.outerHTML).join()`), '', `${width}`);
	}
	assert.equal(await page.evaluate(`${unlabeled}.length`), 0);
});

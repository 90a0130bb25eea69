import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../tools/sandbox';

const browsers = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = process.env['CHROMIUM_PATH'] ?? browsers.find((path) => existsSync(path));
const canOpen = executablePath !== undefined || process.env['REQUIRE_BROWSER'] !== undefined;
if (!canOpen)
	console.warn('Chromium was not found, so the tests of the console page are skipped. Set CHROMIUM_PATH to run them.');

const flags = 'no-sandbox disable-gpu disable-quic no-first-run disable-sync';
const noTraffic = 'disable-background-networking disable-component-update';

/** Skips its tests if there is no browser, unless there must be one. */
export const describeConsole = (name: string, tests: () => void) => (canOpen ? describe : describe.skip)(name, tests);

/** Opens the console page of a sandbox. In no test may it log an error or request anything elsewhere. */
export function useConsole() {
	const errors: string[] = [];
	let browser: Browser;
	const c = {
		sandbox: undefined as unknown as Sandbox,
		page: undefined as unknown as Page,
		errors,
		list: (id: string) => c.page.locator(`#${id}`),
		text: () => c.page.getByLabel('Text', { exact: true }),
		play: async () => await c.page.getByRole('button', { name: 'Play message' }).click(),
		choose: async (label: string, value: string | { label: string }) =>
			void (await c.page.getByLabel(label).selectOption(value)),
		shows: async (what: string) => await c.page.getByText(what).waitFor(),
	};
	beforeAll(async () => {
		c.sandbox = await startSandbox();
		const args = `headless ${flags} ${noTraffic}`.split(' ').map((flag) => `--${flag}`);
		browser = await chromium.launch({ executablePath, args });
		c.page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		c.page.on('pageerror', (error) => errors.push(error.message));
		c.page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
		c.page.on('request', (request) => {
			const isOwn = request.url().startsWith(c.sandbox.origin);
			if (!isOwn) errors.push(`request to another host: ${request.url()}`);
		});
		await c.page.goto(c.sandbox.origin);
		await c.page.getByText('Live', { exact: true }).waitFor();
	}, 60_000);
	afterAll(async () => {
		await browser?.close();
		await c.sandbox?.close();
	});
	afterEach(() => expect(errors.splice(0)).toEqual([]));
	return c;
}

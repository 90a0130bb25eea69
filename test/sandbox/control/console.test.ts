import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf } from '../support/client';

const browsers = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = process.env['CHROMIUM_PATH'] ?? browsers.find((path) => existsSync(path));
const isRequired = process.env['REQUIRE_BROWSER'] !== undefined;
if (executablePath === undefined && !isRequired)
	console.warn(
		'Chromium was not found, so the tests of the console page are skipped. Set CHROMIUM_PATH to run them.',
	);

(executablePath === undefined && !isRequired ? describe.skip : describe)('the console page', () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let page: Page;
	const errors: string[] = [];

	beforeAll(async () => {
		sandbox = await startSandbox();
		browser = await chromium.launch({
			executablePath,
			args: [
				'--headless',
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		});
		page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		page.on('pageerror', (error) => errors.push(error.message));
		page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
		page.on(
			'request',
			(request) =>
				request.url().startsWith(sandbox.origin) ||
				errors.push(`request to another host: ${request.url()}`),
		);
		await page.goto(sandbox.origin);
		await page.getByText('Live', { exact: true }).waitFor();
	}, 60_000);
	afterAll(async () => {
		await browser?.close();
		await sandbox?.close();
	});
	afterEach(() => expect(errors.splice(0)).toEqual([]));

	const list = (id: string) => page.locator(`#${id}`);

	test('shows the instances, chats and webhooks', async () => {
		for (const { name } of sandbox.data.instances)
			await list('instances').getByText(name, { exact: true }).waitFor();
		await list('chats').getByText('Ana Ribeiro').waitFor();
		expect(await list('webhooks').getByRole('listitem').count()).toBe(2);
		expect(await page.locator('#base-url').textContent()).toBe(sandbox.baseUrl);
	});

	test('plays an incoming message and shows its delivery', async () => {
		await clientOf(sandbox).post('/webhooks', {
			url: `${sandbox.origin}/_sandbox/sink`,
			events: ['message'],
		});
		await page.getByLabel('From sender').fill('5511933334444@s.whatsapp.net');
		await page.getByLabel('Text').fill('<b>Is the shop open?</b>');
		await page.getByRole('button', { name: 'Play message' }).click();
		// As text: a message must not inject markup into the page.
		await list('messages').getByText('<b>Is the shop open?</b>').waitFor();
		await list('deliveries').getByText('delivered · 200').waitFor();
		expect(sandbox.data.messages.at(-1)).toMatchObject({
			remoteJid: '5511933334444@s.whatsapp.net',
			fromMe: false,
		});
		expect(await page.getByLabel('Text').inputValue()).toBe('');
	});

	test('shows a request when it arrives, and why it was rejected', async () => {
		await clientOf(sandbox).get('/instances?limit=500');
		await list('requests').getByText('400 · limit must be <= 100').waitFor();
	});

	test('shows why a message could not be played', async () => {
		sandbox.data.instances.push({
			id: 'gone',
			name: 'Ghost',
			status: 'connected',
			createdAt: new Date().toISOString(),
		});
		sandbox.playIncoming({ text: 'makes the page reload messages' });
		await clientOf(sandbox).post('/instances', { name: 'makes the page reload instances' });
		await list('instances').getByText('Ghost').waitFor();
		sandbox.data.instances.splice(
			sandbox.data.instances.findIndex((each) => each.id === 'gone'),
			1,
		);
		await page.getByLabel('To instance').selectOption({ label: 'Ghost' });
		await page.getByLabel('Text').fill('Anyone?');
		await page.getByRole('button', { name: 'Play message' }).click();
		await page.getByText('Instance not found').waitFor();
		errors.splice(0, 1); // The browser logs the 404.
	});

	test('connects an instance, changes the dialect and resets', async () => {
		const connecting = sandbox.data.instances.find((each) => each.status === 'connecting')!;
		await page.getByRole('button', { name: 'Pretend to scan the code' }).first().click();
		await page.getByText(`${connecting.name} is connected.`).waitFor();
		expect(connecting.status).toBe('connected');
		await page.getByLabel('Dialect').selectOption('wrapped');
		await page.getByText('The dialect is now "wrapped".').waitFor();
		expect((await clientOf(sandbox).get('/webhooks')).data.success).toBe(true);
		await page.getByRole('button', { name: 'Reset data' }).click();
		await page.getByText('The data was reset.').waitFor();
		await list('requests').getByText('No requests yet').waitFor();
	});

	test('labels every control, and fits a narrow screen in dark mode', async () => {
		const unlabeled = await page.evaluate(
			`[...document.querySelectorAll('button, input, select')].filter((each) => !each.textContent.trim() && !each.labels?.length && !each.ariaLabel).map((each) => each.outerHTML)`,
		);
		expect(unlabeled).toEqual([]);
		await page.emulateMedia({ colorScheme: 'dark' });
		await page.setViewportSize({ width: 390, height: 800 });
		const overflow = await page.evaluate(
			'document.documentElement.scrollWidth - document.documentElement.clientWidth',
		);
		expect(overflow).toBeLessThanOrEqual(0);
	});
});

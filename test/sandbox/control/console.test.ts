import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';

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
		await page.getByLabel('Text', { exact: true }).fill('<b>Is the shop open?</b>');
		await page.getByRole('button', { name: 'Play message' }).click();
		// As text: a message must not inject markup into the page.
		await list('messages').getByText('<b>Is the shop open?</b>').waitFor();
		await list('deliveries').getByText('delivered · 200').waitFor();
		expect(sandbox.data.messages.at(-1)).toMatchObject({
			remoteJid: '5511933334444@s.whatsapp.net',
			fromMe: false,
		});
		expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('');
	});

	test('plays a message from a phone number as people write it', async () => {
		await page.getByLabel('From sender').fill('+55 (11) 93333-5555');
		await page.getByLabel('Text', { exact: true }).fill('From a number');
		await page.getByRole('button', { name: 'Play message' }).click();
		await list('messages').getByText('From a number').waitFor();
		expect(sandbox.data.messages.at(-1)?.remoteJid).toBe('5511933335555@s.whatsapp.net');
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
		await page.getByLabel('Text', { exact: true }).fill('Anyone?');
		await page.getByRole('button', { name: 'Play message' }).click();
		await page.getByText('Instance not found').waitFor();
		errors.splice(0, 1); // The browser logs the 404.
	});

	test('a request for a page that the documentation does not have is shown as expected', async () => {
		const client = clientOf(sandbox);
		for (const query of ['page=1', 'limit=1'])
			await client.get(`/webhooks?${query}`, { validateStatus: () => true });
		await list('requests').getByText('400 · expected').waitFor();
		await list('requests').getByText("400 · limit Unknown query parameter 'limit'").waitFor();
	});

	const gaps = () => page.getByText('What the API documentation leaves open');

	test('connects an instance, changes the dialect and resets', async () => {
		const connecting = sandbox.data.instances.find((each) => each.status === 'connecting')!;
		await page.getByRole('button', { name: 'Pretend to scan or enter the code' }).first().click();
		await page.getByText(`${connecting.name} is connected.`).waitFor();
		expect(connecting.status).toBe('connected');
		await gaps().click();
		await page.getByLabel('Dialect').selectOption('wrapped');
		await page.getByText('The dialect is now "wrapped".').waitFor();
		await page.getByText('wrapped: every response is wrapped').waitFor();
		expect((await clientOf(sandbox).get('/webhooks')).data.success).toBe(true);
		await gaps().click();
		await page.getByRole('button', { name: 'Reset data' }).click();
		await page.getByText('The data was reset.').waitFor();
		await list('requests').getByText('No requests yet').waitFor();
	});

	test('shows the body of a delivery, the shape of events, and the Field Names of the dialect', async () => {
		await gaps().click();
		await page.getByLabel('Dialect').selectOption('flatBody');
		await page.getByText('The dialect is now "flatBody".').waitFor();
		await page.getByLabel('Events').selectOption('twice');
		await page.getByText('twice: success+data.event+payload.message').waitFor();
		await page.getByText('"instance": "instance_id"').waitFor();
		expect(JSON.parse((await page.locator('#field-names').textContent()) ?? '')).toEqual(
			sandbox.fieldNames,
		);

		await clientOf(sandbox).post('/webhooks', { url: `${sandbox.origin}/_sandbox/sink` });
		await list('chats').getByText('Ana Ribeiro').click();
		await page.getByLabel('Kind').selectOption('image');
		await page.getByLabel('Caption').fill('In the event');
		await page.getByLabel('File in the event').selectOption('base64');
		await page.getByLabel('Reply to the last message').check();
		await page.getByRole('button', { name: 'Play message' }).click();
		const delivery = list('deliveries').locator('details').first();
		await delivery.getByText('delivered · 200').click();
		const shown = JSON.parse((await delivery.locator('pre').first().textContent()) ?? '');
		expect(shown).toMatchObject({
			success: true,
			data: { event: 'message', payload: { message: { content: { caption: 'In the event' } } } },
		});
		const { base64, quotedMessageId } = shown.data.payload.message.content;
		expect(base64).toMatch(/^iVBOR.{1,60}… \([\d,]+ characters\)$/);
		expect(shown.data.payload.message.quotedMessage).toMatchObject({
			...{ id: quotedMessageId, fromMe: true },
		});
		await page.getByLabel('Reply to the last message').uncheck();
		await page.getByLabel('Kind').selectOption('text');
		await page.getByLabel('Dialect').selectOption('documented');
		await page.getByText('Shape of events: top: event+').waitFor();
		await gaps().click();
	});

	test('shows links, line breaks, quotes, pictures and marks of messages', async () => {
		const { chat } = seeded(sandbox);
		const send = async (type: string, content: object) => {
			const body = { instanceId: chat.instanceId, remoteJid: chat.id, type, content };
			return (await clientOf(sandbox).post('/messages', body)).data.id as string;
		};
		sandbox.setDialect('documented');
		await list('chats').getByText('Ana Ribeiro').click();
		const text = 'Approve:\nhttps://n8n.example/a?b=1&c=2. javascript:alert(1)';
		const quotedMessageId = await send('text', { text });
		await send('text', { text: 'Done', quotedMessageId, color: 'red' });
		const picture = readFileSync(join(__dirname, '../../../sandbox/media/picture.png'), 'base64');
		await send('image', { base64: picture, caption: 'A cup' });
		await send('image', { url: `${sandbox.otherOrigin}/media/image/a.png`, caption: 'By URL' });

		const messages = list('messages').getByRole('listitem');
		const first = messages.filter({ hasText: 'Approve:' }).first();
		const link = first.getByRole('link');
		await link.waitFor();
		expect(await link.count()).toBe(1);
		expect(await link.getAttribute('href')).toBe('https://n8n.example/a?b=1&c=2');
		expect(await link.getAttribute('rel')).toContain('noopener');
		expect(await first.locator('p').first().innerText()).toBe(text);
		const reply = messages.filter({ hasText: 'unknown field content.color' });
		expect(await reply.locator('blockquote').textContent()).toBe(text);
		for (const name of ['A cup', 'By URL']) {
			const shown = list('messages').getByRole('img', { name });
			await shown.waitFor();
			await shown.evaluate(async (image) => {
				await (image as unknown as { decode(): Promise<void> }).decode();
			});
		}
	});

	test.each([
		['Picture', 'image', 'Caption', 'img'],
		['Voice message', 'audio', null, 'audio'],
		['Video', 'video', 'Caption', 'video'],
		['Document', 'document', 'Caption', 'a'],
		['Location', 'location', 'Name of the place', 'a'],
	])('plays and shows an incoming message of the kind %s', async (kind, type, label, shown) => {
		await page.getByLabel('Kind').selectOption({ label: kind });
		if (label !== null) await page.getByLabel(label).fill('Seen from here');
		const response = page.waitForResponse('**/_sandbox/incoming');
		await page.getByRole('button', { name: 'Play message' }).click();
		const { id } = await (await response).json();
		await page.locator(`[data-id="${id}"]`).locator(shown).first().waitFor();
		expect(sandbox.data.messages.at(-1)).toMatchObject({ id, type, fromMe: false });
	});

	test('plays a change of the status of the last sent message', async () => {
		await page.getByLabel('Kind').selectOption({ label: 'Status change' });
		await page.getByLabel('New status').selectOption('read');
		await page.getByRole('button', { name: 'Play message' }).click();
		await list('messages').getByText('· read').waitFor();
		expect(sandbox.data.messages.findLast(({ fromMe }) => fromMe)!.status).toBe('read');
	});

	test('plays a message of a member of a group', async () => {
		await list('chats').getByText('Weekend team').click();
		await page.getByLabel('Kind').selectOption('text');
		await page.getByLabel('Member of the group').fill('5511922223333');
		await page.getByLabel('Text', { exact: true }).fill('Hello all');
		await page.getByRole('button', { name: 'Play message' }).click();
		await list('messages').getByText('+5511922223333').waitFor();
	});

	test('sets the rate limit and turns it off', async () => {
		const field = page.getByLabel('Requests per minute');
		const limit = async () =>
			(await clientOf(sandbox).get('/chats')).headers['x-ratelimit-limit'] as string | undefined;
		await field.fill('7');
		await field.press('Enter');
		await page.getByText('The rate limit is now 7 requests.').waitFor();
		expect(await limit()).toBe('7');
		await field.fill('');
		await field.press('Enter');
		await page.getByText('There is no rate limit.').waitFor();
		expect(await limit()).toBeUndefined();
	});

	test('the last message stays visible when a picture arrives and the window becomes smaller', async () => {
		const last = list('messages').getByRole('listitem').last();
		for (const type of ['image', 'text']) {
			const instanceId = sandbox.data.instances[0]?.id;
			const text = `Last ${type}`;
			await clientOf(sandbox).post(`${sandbox.origin}/_sandbox/incoming`, {
				...{ instanceId, remoteJid: '5511933336666', type, text },
			});
			await list('chats').getByText(text).first().click();
			await last.getByText(text).waitFor();
		}
		await page.setViewportSize({ width: 1440, height: 700 });
		const isVisible = async () =>
			await last.evaluate((item) => {
				const list = item.parentElement?.getBoundingClientRect();
				return item.getBoundingClientRect().bottom <= (list?.bottom ?? 0) + 1;
			});
		await page.waitForFunction(() => {
			const list = document.querySelector('#messages') as HTMLElement;
			return list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
		});
		expect(await isVisible()).toBe(true);
		await page.setViewportSize({ width: 1440, height: 900 });
	});

	test('chats with the same person name their instances, and only one is selected', async () => {
		const ids = sandbox.data.instances.slice(0, 2).map(({ id }) => id);
		for (const instanceId of ids)
			await clientOf(sandbox).post(`${sandbox.origin}/_sandbox/incoming`, {
				...{ instanceId, remoteJid: '5511933337777', type: 'text', text: `To ${instanceId}` },
			});
		const chats = page.locator('[data-id="5511933337777@s.whatsapp.net"]');
		await chats.nth(1).waitFor();
		const names = sandbox.data.instances.slice(0, 2).map(({ name }) => name);
		for (const name of names) await chats.filter({ hasText: name }).waitFor();
		for (const [index, name] of names.entries()) {
			await chats.filter({ hasText: name }).click();
			expect(await chats.and(page.locator('[aria-pressed="true"]')).count()).toBe(1);
			expect(await list('messages').getByRole('listitem').count()).toBe(1);
			await list('messages').getByText(`To ${ids[index]}`).waitFor();
		}
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

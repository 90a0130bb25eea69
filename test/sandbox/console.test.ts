import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientOf, seeded } from './support/client';
import { describeConsole, useConsole } from './support/consolePage';

describeConsole('the console page', () => {
	const c = useConsole();
	const { list, text, play, choose, shows } = c;

	test('shows the instances, chats and webhooks', async () => {
		for (const { name } of c.sandbox.data.instances) await list('instances').getByText(name, { exact: true }).waitFor();
		await list('chats').getByText('Ana Ribeiro').waitFor();
		expect(await list('webhooks').getByRole('listitem').count()).toBe(2);
		expect(await c.page.locator('#base-url').textContent()).toBe(c.sandbox.baseUrl);
	});

	test('plays an incoming message and shows its delivery', async () => {
		await clientOf(c.sandbox).post('/webhooks', { url: `${c.sandbox.origin}/_sandbox/sink`, events: ['message'] });
		await c.page.getByLabel('From sender').fill('+55 (11) 93333-4444');
		await text().fill('<b>Is the shop open?</b>');
		await play();
		// As text: a message must not inject markup into the c.page.
		await list('messages').getByText('<b>Is the shop open?</b>').waitFor();
		await list('deliveries').getByText('delivered · 200').waitFor();
		expect(c.sandbox.data.messages.at(-1)).toMatchObject({ remoteJid: '5511933334444@s.whatsapp.net', fromMe: false });
		expect(await text().inputValue()).toBe('');
	});

	test('shows a request when it arrives, and why it was rejected', async () => {
		await clientOf(c.sandbox).get('/instances?limit=500');
		await list('requests').getByText('400 · limit must be <= 100').waitFor();
	});

	const gaps = () => c.page.getByText('What the API documentation leaves open');

	test('connects an instance, changes the dialect and resets', async () => {
		const connecting = c.sandbox.data.instances.find((each) => each.status === 'connecting')!;
		await c.page.getByRole('button', { name: 'Pretend to scan or enter the code' }).first().click();
		await shows(`${connecting.name} is connected.`);
		expect(connecting.status).toBe('connected');
		await gaps().click();
		await choose('Dialect', 'wrapped');
		await shows('The dialect is now "wrapped".');
		expect((await clientOf(c.sandbox).get('/webhooks')).data.success).toBe(true);
		await gaps().click();
		await c.page.getByRole('button', { name: 'Reset data' }).click();
		await shows('The data was reset.');
		await list('requests').getByText('No requests yet').waitFor();
	});

	test('shows links, line breaks, quotes, pictures and marks of messages', async () => {
		c.sandbox.setDialect('documented');
		const { chat } = seeded(c.sandbox);
		const send = async (type: string, content: object) => {
			const body = { instanceId: chat.instanceId, remoteJid: chat.id, type, content };
			return (await clientOf(c.sandbox).post('/messages', body)).data.id as string;
		};
		await list('chats').getByText('Ana Ribeiro').click();
		const text = 'Approve:\nhttps://n8n.example/a?b=1&c=2. javascript:alert(1)';
		const quotedMessageId = await send('text', { text });
		await send('text', { text: 'Done', quotedMessageId, color: 'red' });
		const picture = readFileSync(join(__dirname, '../../tools/sandbox/media/picture.png'), 'base64');
		await send('image', { base64: picture, caption: 'A cup' });
		await send('image', { url: `${c.sandbox.otherOrigin}/media/image/a.png`, caption: 'By URL' });

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
			await shown.evaluate(async (image) => await (image as unknown as HTMLImageElement).decode());
		}
	});

	test.each([
		['Picture', 'image', 'Caption', 'img'],
		['Voice message', 'audio', null, 'audio'],
		['Video', 'video', 'Caption', 'video'],
		['Document', 'document', 'Caption', 'a'],
		['Location', 'location', 'Name of the place', 'a'],
	])('plays and shows an incoming message of the kind %s', async (kind, type, label, shown) => {
		await choose('Kind', { label: kind });
		if (label !== null) await c.page.getByLabel(label).fill('Seen from here');
		const response = c.page.waitForResponse('**/_sandbox/incoming');
		await play();
		const { id } = await (await response).json();
		await c.page.locator(`[data-id="${id}"]`).locator(shown).first().waitFor();
		expect(c.sandbox.data.messages.at(-1)).toMatchObject({ id, type, fromMe: false });
	});

	test('labels every control, and fits a narrow screen in dark mode', async () => {
		const unlabeled = await c.page.evaluate(
			`[...document.querySelectorAll('button, input, select')].filter((each) => !each.textContent.trim() && !each.labels?.length && !each.ariaLabel).map((each) => each.outerHTML)`,
		);
		expect(unlabeled).toEqual([]);
		await c.page.emulateMedia({ colorScheme: 'dark' });
		await c.page.setViewportSize({ width: 390, height: 800 });
		const overflow = await c.page.evaluate(
			'document.documentElement.scrollWidth - document.documentElement.clientWidth',
		);
		expect(overflow).toBeLessThanOrEqual(0);
	});
});

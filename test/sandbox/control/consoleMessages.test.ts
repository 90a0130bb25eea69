import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientOf, seeded } from '../support/client';
import { describeConsole, useConsole } from '../support/consolePage';

describeConsole('the messages of the console page', () => {
	const c = useConsole();
	const { list, text, play, choose, playElsewhere } = c;

	test('shows links, line breaks, quotes, pictures and marks of messages', async () => {
		const { chat } = seeded(c.sandbox);
		const send = async (type: string, content: object) => {
			const body = { instanceId: chat.instanceId, remoteJid: chat.id, type, content };
			return (await clientOf(c.sandbox).post('/messages', body)).data.id as string;
		};
		c.sandbox.setDialect('documented');
		await list('chats').getByText('Ana Ribeiro').click();
		const text = 'Approve:\nhttps://n8n.example/a?b=1&c=2. javascript:alert(1)';
		const quotedMessageId = await send('text', { text });
		await send('text', { text: 'Done', quotedMessageId, color: 'red' });
		const picture = readFileSync(join(__dirname, '../../../sandbox/media/picture.png'), 'base64');
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

	test('plays a change of the status of the last sent message', async () => {
		await choose('Kind', { label: 'Status change' });
		await choose('New status', 'read');
		await play();
		await list('messages').getByText('· read').waitFor();
		expect(c.sandbox.data.messages.findLast(({ fromMe }) => fromMe)!.status).toBe('read');
	});

	test('plays a message of a member of a group', async () => {
		await list('chats').getByText('Weekend team').click();
		await choose('Kind', 'text');
		await c.page.getByLabel('Member of the group').fill('5511922223333');
		await text().fill('Hello all');
		await play();
		await list('messages').getByText('+5511922223333').waitFor();
	});

	test('the last message stays visible when a picture arrives and the window becomes smaller', async () => {
		const last = list('messages').getByRole('listitem').last();
		for (const type of ['image', 'text']) {
			const instanceId = c.sandbox.data.instances[0]?.id;
			const text = `Last ${type}`;
			await playElsewhere({ instanceId, remoteJid: '5511933336666', type, text });
			await list('chats').getByText(text).first().click();
			await last.getByText(text).waitFor();
		}
		await c.page.setViewportSize({ width: 1440, height: 700 });
		const isVisible = async () =>
			await last.evaluate((item) => {
				const list = item.parentElement?.getBoundingClientRect();
				return item.getBoundingClientRect().bottom <= (list?.bottom ?? 0) + 1;
			});
		await c.page.waitForFunction(() => {
			const list = document.querySelector('#messages') as HTMLElement;
			return list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
		});
		expect(await isVisible()).toBe(true);
		await c.page.setViewportSize({ width: 1440, height: 900 });
	});
});

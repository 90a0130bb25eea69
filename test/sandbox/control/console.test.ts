import { clientOf } from '../support/client';
import { describeConsole, useConsole } from '../support/consolePage';

describeConsole('the console page', () => {
	const c = useConsole();
	const { list, text, play, choose, shows, playElsewhere } = c;

	test('shows the instances, chats and webhooks', async () => {
		for (const { name } of c.sandbox.data.instances)
			await list('instances').getByText(name, { exact: true }).waitFor();
		await list('chats').getByText('Ana Ribeiro').waitFor();
		expect(await list('webhooks').getByRole('listitem').count()).toBe(2);
		expect(await c.page.locator('#base-url').textContent()).toBe(c.sandbox.baseUrl);
	});

	test('plays an incoming message and shows its delivery', async () => {
		await clientOf(c.sandbox).post('/webhooks', {
			url: `${c.sandbox.origin}/_sandbox/sink`,
			events: ['message'],
		});
		await c.page.getByLabel('From sender').fill('+55 (11) 93333-4444');
		await text().fill('<b>Is the shop open?</b>');
		await play();
		// As text: a message must not inject markup into the c.page.
		await list('messages').getByText('<b>Is the shop open?</b>').waitFor();
		await list('deliveries').getByText('delivered · 200').waitFor();
		expect(c.sandbox.data.messages.at(-1)).toMatchObject({
			remoteJid: '5511933334444@s.whatsapp.net',
			fromMe: false,
		});
		expect(await text().inputValue()).toBe('');
	});

	test('shows a request when it arrives, and why it was rejected', async () => {
		await clientOf(c.sandbox).get('/instances?limit=500');
		await list('requests').getByText('400 · limit must be <= 100').waitFor();
	});

	test('shows why a message could not be played', async () => {
		const createdAt = new Date().toISOString();
		c.sandbox.data.instances.push({ id: 'gone', name: 'Ghost', status: 'connected', createdAt });
		c.sandbox.playIncoming({ text: 'makes the page reload messages' });
		await clientOf(c.sandbox).post('/instances', { name: 'makes the page reload instances' });
		await list('instances').getByText('Ghost').waitFor();
		const at = c.sandbox.data.instances.findIndex(({ id }) => id === 'gone');
		c.sandbox.data.instances.splice(at, 1);
		await choose('To instance', { label: 'Ghost' });
		await text().fill('Anyone?');
		await play();
		await shows('Instance not found');
		c.errors.splice(0, 1); // The browser logs the 404.
	});

	test('a request for a page that the documentation does not have is shown as expected', async () => {
		const client = clientOf(c.sandbox);
		for (const query of ['page=1', 'limit=1'])
			await client.get(`/webhooks?${query}`, { validateStatus: () => true });
		await list('requests').getByText('400 · expected').waitFor();
		await list('requests').getByText("400 · limit Unknown query parameter 'limit'").waitFor();
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
		await shows('wrapped: every response is wrapped');
		expect((await clientOf(c.sandbox).get('/webhooks')).data.success).toBe(true);
		await gaps().click();
		await c.page.getByRole('button', { name: 'Reset data' }).click();
		await shows('The data was reset.');
		await list('requests').getByText('No requests yet').waitFor();
	});

	test('shows the body of a delivery, the shape of events, and the Field Names of the dialect', async () => {
		await gaps().click();
		await choose('Dialect', 'flatBody');
		await shows('The dialect is now "flatBody".');
		await choose('Events', 'twice');
		await shows('twice: success+data.event+payload.message');
		await shows('"instance": "instance_id"');
		expect(JSON.parse((await c.page.locator('#field-names').textContent()) ?? '')).toEqual(
			c.sandbox.fieldNames,
		);

		await clientOf(c.sandbox).post('/webhooks', { url: `${c.sandbox.origin}/_sandbox/sink` });
		await list('chats').getByText('Ana Ribeiro').click();
		await choose('Kind', 'image');
		await c.page.getByLabel('Caption').fill('In the event');
		await choose('File in the event', 'base64');
		await c.page.getByLabel('Reply to the last message').check();
		await play();
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
		await c.page.getByLabel('Reply to the last message').uncheck();
		await choose('Kind', 'text');
		await choose('Dialect', 'documented');
		await shows('Shape of events: top: event+');
		await gaps().click();
	});

	test('sets the rate limit and turns it off', async () => {
		const field = c.page.getByLabel('Requests per minute');
		const limit = async () =>
			(await clientOf(c.sandbox).get('/chats')).headers['x-ratelimit-limit'] as string | undefined;
		await field.fill('7');
		await field.press('Enter');
		await shows('The rate limit is now 7 requests.');
		expect(await limit()).toBe('7');
		await field.fill('');
		await field.press('Enter');
		await shows('There is no rate limit.');
		expect(await limit()).toBeUndefined();
	});

	test('chats with the same person name their instances, and only one is selected', async () => {
		const ids = c.sandbox.data.instances.slice(0, 2).map(({ id }) => id);
		for (const instanceId of ids)
			await playElsewhere({ instanceId, remoteJid: '5511933337777', text: `To ${instanceId}` });
		const chats = c.page.locator('[data-id="5511933337777@s.whatsapp.net"]');
		await chats.nth(1).waitFor();
		const names = c.sandbox.data.instances.slice(0, 2).map(({ name }) => name);
		for (const name of names) await chats.filter({ hasText: name }).waitFor();
		for (const [index, name] of names.entries()) {
			await chats.filter({ hasText: name }).click();
			expect(await chats.and(c.page.locator('[aria-pressed="true"]')).count()).toBe(1);
			expect(await list('messages').getByRole('listitem').count()).toBe(1);
			await list('messages').getByText(`To ${ids[index]}`).waitFor();
		}
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

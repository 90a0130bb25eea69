import { useSandbox } from '../support/client';

const t = useSandbox();

test('webhooks can be created, tested, changed and deleted', async () => {
	const created = await t.data('post', '/webhooks', {
		url: `${t.sandbox.origin}/_sandbox/sink`,
		events: ['message'],
		headers: { 'X-A': '1' },
		secret: 's',
		retryOnFailure: true,
		isActive: true,
	});
	const path = `/webhooks/${created.id}`;
	expect((await t.data('get', '/webhooks')).at(-1)).toEqual(created);
	const tested = { success: true, message: expect.any(String) };
	expect(await t.data('post', `${path}/test`)).toEqual(tested);
	expect((await t.data('patch', path, { isActive: false })).isActive).toBe(false);
	expect(await t.status('delete', path)).toBe(200);
	expect(await t.status('delete', path)).toBe(404);
	expect(await t.status('post', `${path}/test`)).toBe(404);
	expect(await t.status('post', '/webhooks', { url: 'nowhere' })).toBe(400);
});

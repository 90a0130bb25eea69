import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('webhooks can be created, tested, changed and deleted', async () => {
	const http = clientOf(sandbox);
	const created = (
		await http.post('/webhooks', {
			url: `${sandbox.origin}/_sandbox/sink`,
			events: ['message'],
			headers: { 'X-A': '1' },
			secret: 's',
			retryOnFailure: true,
			isActive: true,
		})
	).data;
	expect((await http.get('/webhooks')).data.at(-1)).toEqual(created);
	expect((await http.post(`/webhooks/${created.id}/test`)).data).toEqual({
		success: true,
		message: expect.any(String),
	});
	expect((await http.patch(`/webhooks/${created.id}`, { isActive: false })).data.isActive).toBe(
		false,
	);
	expect((await http.delete(`/webhooks/${created.id}`)).status).toBe(200);
	expect((await http.delete(`/webhooks/${created.id}`)).status).toBe(404);
	expect((await http.post(`/webhooks/${created.id}/test`)).status).toBe(404);
	expect((await http.post('/webhooks', { url: 'nowhere' })).status).toBe(400);
});

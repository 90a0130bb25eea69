import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('every operation changes the group', async () => {
	const { connected, group } = seeded(sandbox);
	const http = clientOf(sandbox);
	const path = `/groups/${encodeURIComponent(group.id)}`;
	const before = group.participants.length;
	for (const response of [
		await http.patch(`${path}/settings`, { subject: 'New', description: '', announcement: true }),
		await http.post(`${path}/participants`, {
			instanceId: connected.id,
			participants: ['5511900001111', '5511900001111'],
		}),
		await http.put(`${path}/photo`, {
			instanceId: connected.id,
			photoUrl: 'https://pictures.example/a.jpg',
		}),
		await http.patch(`${path}/announce`, { instanceId: connected.id, announcement: false }),
		await http.patch(`${path}/ephemeral`, { instanceId: connected.id, expiration: 86_400 }),
	]) {
		expect([response.status, response.data]).toEqual([200, { message: expect.any(String) }]);
	}
	expect(group).toMatchObject({
		subject: 'New',
		description: '',
		announcement: false,
		photoUrl: 'https://pictures.example/a.jpg',
		ephemeral: 86_400,
	});
	expect(group.participants).toHaveLength(before + 1);
	expect(sandbox.ledger.map((each) => `${each.method} ${each.path}`)).toEqual([
		`PATCH ${path}/settings`,
		`POST ${path}/participants`,
		`PUT ${path}/photo`,
		`PATCH ${path}/announce`,
		`PATCH ${path}/ephemeral`,
	]);
});

test('a created group is a chat as well', async () => {
	const { connected } = seeded(sandbox);
	const { data, status } = await clientOf(sandbox).post('/groups', {
		instanceId: connected.id,
		subject: 'Fresh',
		participants: ['5511900001111'],
	});
	expect(status).toBe(201);
	expect(sandbox.data.chats.at(-1)!.id).toBe(data.id);
});

test('a group rejects invalid bodies', async () => {
	const { connected, group } = seeded(sandbox);
	const http = clientOf(sandbox);
	const path = `/groups/${encodeURIComponent(group.id)}`;
	expect(
		(
			await http.patch(`${path}/settings`, {
				instanceId: connected.id,
				subject: 'No instance belongs here',
			})
		).status,
	).toBe(400);
	expect((await http.patch(`${path}/settings`, {})).status).toBe(400);
	expect(
		(await http.post(`${path}/participants`, { instanceId: connected.id, participants: [] }))
			.status,
	).toBe(400);
	expect(
		(
			await http.post(`${path}/participants`, {
				instanceId: connected.id,
				participants: ['+55 11'],
			})
		).status,
	).toBe(400);
	expect(
		(await http.put(`${path}/photo`, { instanceId: connected.id, photoUrl: 'not a URL' })).status,
	).toBe(400);
	expect(
		(await http.patch(`${path}/announce`, { instanceId: connected.id, announcement: 'yes' }))
			.status,
	).toBe(400);
	expect((await http.patch('/groups/nobody/settings', { subject: 'a' })).status).toBe(404);
	expect(sandbox.ledger).toEqual([]);
});

import { seeded, useSandbox } from '../support/client';

const t = useSandbox();

test('every operation changes the group', async () => {
	const { connected, group } = seeded(t.sandbox);
	const path = `/groups/${encodeURIComponent(group.id)}`;
	const instanceId = connected.id;
	const photoUrl = 'https://pictures.example/a.jpg';
	const participants = ['5511900001111', '5511900001111'];
	const before = group.participants.length;
	for (const [method, end, body] of [
		['patch', 'settings', { subject: 'New', description: '', announcement: true }],
		['post', 'participants', { instanceId, participants }],
		['put', 'photo', { instanceId, photoUrl }],
		['patch', 'announce', { instanceId, announcement: false }],
		['patch', 'ephemeral', { instanceId, expiration: 86_400 }],
	] as const) {
		const { status, data } = await t.send(method, `${path}/${end}`, body);
		expect([status, data]).toEqual([200, { message: expect.any(String) }]);
		expect(t.sandbox.ledger.at(-1)).toMatchObject({
			method: method.toUpperCase(),
			path: `${path}/${end}`,
		});
	}
	const changed = { subject: 'New', description: '', announcement: false, ephemeral: 86_400 };
	expect(group).toMatchObject({ ...changed, photoUrl });
	expect(group.participants).toHaveLength(before + 1);
});

test('a created group is a chat as well', async () => {
	const { connected } = seeded(t.sandbox);
	const body = { instanceId: connected.id, subject: 'Fresh', participants: ['5511900001111'] };
	const { data, status } = await t.send('post', '/groups', body);
	expect(status).toBe(201);
	expect(t.sandbox.data.chats.at(-1)!.id).toBe(data.id);
});

test('a group rejects invalid bodies', async () => {
	const { connected, group } = seeded(t.sandbox);
	const path = `/groups/${encodeURIComponent(group.id)}`;
	const instanceId = connected.id;
	for (const [method, end, body] of [
		['patch', 'settings', { instanceId, subject: 'No instance belongs here' }],
		['patch', 'settings', {}],
		['post', 'participants', { instanceId, participants: [] }],
		['post', 'participants', { instanceId, participants: ['+55 11'] }],
		['put', 'photo', { instanceId, photoUrl: 'not a URL' }],
		['patch', 'announce', { instanceId, announcement: 'yes' }],
	] as const)
		expect([end, await t.status(method, `${path}/${end}`, body)]).toEqual([end, 400]);
	expect(await t.status('patch', '/groups/nobody/settings', { subject: 'a' })).toBe(404);
	expect(t.sandbox.ledger).toEqual([]);
});

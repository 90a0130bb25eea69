import { seeded, useSandbox } from './support/client';

const t = useSandbox();

test.each(['documented', 'wrapped', 'sparse', 'strict'] as const)(
	'every response of the dialect %s matches openapi.yaml',
	async (name) => {
		t.sandbox.setDialect(name);
		const { connected, disconnected, chat, group, video } = seeded(t.sandbox);
		const pairing = { phone: '5511900000000', pairingCode: '12345678' };
		const archive = { instanceId: chat.instanceId, chatId: chat.id, archive: true };
		const content = { text: 'a' };
		const participants = ['5511900000000'];
		const photoUrl = 'https://a.example/b.png';
		const byConnected = { instanceId: connected.id };
		const responses = [
			await t.send('get', '/instances'),
			await t.send('post', '/instances', { name: 'a' }),
			await t.send('get', `/instances/${connected.id}/status`),
			await t.send('get', `/instances/${connected.id}/user-info`),
			await t.send('get', `/instances/${connected.id}/history`),
			await t.send('post', `/instances/${disconnected.id}/connect`, { pairingCode: true }),
			await t.send('post', `/instances/${disconnected.id}/pair-phone`, pairing),
			await t.send('post', '/messages', { ...byConnected, remoteJid: chat.id, content }),
			await t.send('get', '/chats'),
			await t.send('get', `/chats/messages?chatId=${chat.id}`),
			await t.send('post', '/chats/archive', archive),
			await t.send('get', '/contacts'),
			await t.send('post', '/groups', { ...byConnected, subject: 'a' }),
			await t.send('patch', `/groups/${group.id}/settings`, { subject: 'a' }),
			await t.send('post', `/groups/${group.id}/participants`, { ...byConnected, participants }),
			await t.send('put', `/groups/${group.id}/photo`, { ...byConnected, photoUrl }),
			await t.send('patch', `/groups/${group.id}/announce`, { ...byConnected, announcement: true }),
			await t.send('patch', `/groups/${group.id}/ephemeral`, { ...byConnected }),
			await t.send('get', '/webhooks'),
			await t.send('post', '/webhooks', { url: `${t.sandbox.origin}/_sandbox/sink` }),
			await t.send('post', `/webhooks/${t.sandbox.data.webhooks[0]!.id}/test`),
			await t.send('get', `/downloads/video?messageId=${video.id}`),
			await t.send('post', `/instances/${connected.id}/disconnect`),
		];
		const refused = responses.filter(({ status }) => status >= 300);
		expect(refused.map(({ config, data }) => [config.url, data])).toEqual([]);
		await t.sandbox.settle();
	},
);

test('a response that violates openapi.yaml becomes a 500 with SANDBOX_BUG', async () => {
	Object.assign(t.sandbox.data.instances[0]!, { status: 'sleeping' });
	const response = await t.send('get', '/instances');
	expect([response.status, response.data.error.code]).toEqual([500, 'SANDBOX_BUG']);
});

import { seeded, useSandbox } from '../support/client';

const t = useSandbox({ tier: 'none', maxBodyMb: 0.1 });

const send = async (length: number) => {
	const { connected, chat } = seeded(t.sandbox);
	const text = 'a'.repeat(length);
	const body = { instanceId: connected.id, remoteJid: chat.id, content: { text } };
	return await t.send('post', '/messages', body);
};

test('a body above the limit gets 413, and nothing is sent', async () => {
	const { status, data } = await send(110_000);
	expect([status, data.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
	expect(data.error.message).toContain('larger than 100000 bytes');
	expect(t.sandbox.ledger).toEqual([]);
});

test('the log shortens long strings, and the message keeps them', async () => {
	await send(90_000);
	const { content } = t.sandbox.data.messages.at(-1)!;
	expect((content as { text: string }).text).toHaveLength(90_000);
	const shortened = `${'a'.repeat(100)}… (90000 characters)`;
	const { body, rawBody } = t.sandbox.log.at(-1)!;
	expect(body).toMatchObject({ content: { text: shortened } });
	expect(JSON.parse(rawBody)).toEqual(body);
	expect(t.sandbox.ledger.at(-1)!.body).toEqual(body);
});

import { parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import type { DialectName, EventShapeName } from '../../../sandbox';
import { putAt } from '../../../sandbox/messages/fieldPath';
import { dialectOf, dialects } from '../../../sandbox/settings/dialects';
import { eventShapes } from '../../../sandbox/settings/eventShapes';
import { fieldNamesOf } from '../../../sandbox/settings/fieldNames';
import { seeded, useSandbox } from '../support/client';

const t = useSandbox();

const phone = '5511987654321';
const base64 = Buffer.from('any file').toString('base64');

test.each(Object.keys(dialects) as DialectName[])(
	'with the Field Names of the dialect %s, the node knows what the service accepts',
	async (name) => {
		t.sandbox.setDialect({ name, unknownContent: 'refused' });
		const { message, query, group } = parseFieldNames(t.sandbox.fieldNames);
		const { chat, connected, video, group: aGroup } = seeded(t.sandbox);
		const bodyOf = (type: keyof typeof message.types, values: Record<string, unknown>) => {
			const body = {};
			putAt(body, message.instance, connected.id);
			putAt(body, message.recipient, phone + message.recipientSuffix);
			putAt(body, message.type, message.types[type]);
			for (const [path, value] of Object.entries(values)) putAt(body, path, value);
			return body;
		};
		const data = message.mediaDataFormat === 'base64' ? base64 : `data:a/b;base64,${base64}`;
		for (const body of [
			bodyOf('text', { [message.text]: 'Hi', [message.quotedMessageId]: 'ABC' }),
			bodyOf('image', { [message.mediaUrl]: 'https://a.example/b', [message.caption]: 'c' }),
			bodyOf('document', { [message.mediaData]: data, [message.fileName]: 'a.pdf' }),
			bodyOf('video', { [message.mediaData]: data, [message.mimeType]: 'video/mp4' }),
			bodyOf('audio', { [message.mediaUrl]: 'https://a.example/b' }),
		]) {
			const response = await t.send('post', '/messages', body);
			expect([response.data.error?.message, response.status < 300]).toEqual([undefined, true]);
			const sent = t.sandbox.data.messages.at(-1)!;
			expect(sent.remoteJid).toBe(`${phone}@s.whatsapp.net`);
			expect(t.sandbox.detailsOf(sent.id).marks).toEqual([]);
		}
		const [text, image] = t.sandbox.data.messages.slice(-5);
		expect([text!.type, text!.content]).toEqual(['text', { text: 'Hi', quotedMessageId: 'ABC' }]);
		expect(image!.type).toBe('image');

		const place = bodyOf('text', { [message.type]: 'location' });
		putAt(place, message.content, { latitude: 1, longitude: 2 });
		expect(await t.status('post', '/messages', place)).toBeLessThan(300);

		const params = {
			[query.chat]: chat.id,
			[query.instance]: chat.instanceId,
			[query.pageSize]: 1,
		};
		const { data: page } = await t.send('get', '/chats/messages', { params });
		expect((page.messages ?? page.data ?? page).length).toBe(1);
		const download = { params: { [query.messageId]: video.id } };
		expect(await t.status('get', '/downloads/video', download)).toBe(200);
		const lifetime = { instanceId: connected.id };
		putAt(lifetime, group.lifetime, 3600);
		expect(await t.status('patch', `/groups/${aGroup.id}/ephemeral`, lifetime)).toBeLessThan(300);
		expect(aGroup.ephemeral).toBe(3600);
	},
);

test.each(Object.keys(eventShapes) as EventShapeName[])(
	'the Field Names of the shape %s of events are those that the node needs',
	(events) => {
		const names = fieldNamesOf(dialectOf({ events }));
		expect(() => parseFieldNames(names)).not.toThrow();
		if (events !== 'foreign') return expect(names).toEqual({});
		expect(names).toEqual({
			event: {
				message: 'news.posts',
				name: 'what',
				chat: 'peer.handle',
				fromMe: 'outbound',
				text: 'words.plain',
				id: 'ref',
				type: 'form',
				status: 'progress',
				instance: 'line',
				timestamp: 'at',
			},
		});
	},
);

test('Field Names contain no defaults', () => {
	expect(fieldNamesOf(dialectOf('documented'))).toEqual({});
	expect(fieldNamesOf(dialectOf({ recipientField: 'to', ephemeralField: 'ttl' }))).toEqual({
		message: { recipient: 'to' },
		group: { lifetime: 'ttl' },
	});
});

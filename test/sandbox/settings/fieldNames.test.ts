import type { DialectName } from '../../../sandbox';
import { dialectOf, dialects } from '../../../sandbox/settings/dialects';
import { fieldNamesOf } from '../../../sandbox/settings/fieldNames';
import { idsOf } from '../../engine/support/ids';
import { runCase } from '../../engine/support/runCase';
import { credentialsFor } from '../../engine/support/setUpSandbox';
import { useSandbox } from '../support/client';

const t = useSandbox();

const data = Buffer.from('any file').toString('base64');
const files = [{ data: { data, mimeType: 'video/mp4', fileName: 'a.mp4' } }];
const inItem = { mediaType: 'video', mediaSource: 'binary', binaryPropertyName: 'data' };

test.each(Object.keys(dialects) as DialectName[])(
	'with the Field Names of the dialect %s, the node sends what the service accepts',
	async (name) => {
		t.sandbox.setDialect({ name, unknownContent: 'refused' });
		const fieldNames = JSON.stringify(t.sandbox.fieldNames);
		const ids = idsOf(t.sandbox);
		for (const [operation, changes] of [
			['message.sendText', { replyTo: 'ABC' }],
			['message.sendMedia', {}],
			['message.sendMedia', inItem],
			['chat.getMessages', {}],
			['download.getVideo', {}],
			['group.setEphemeral', { lifetime: 3600 }],
		] as const) {
			const credentials = { ...credentialsFor(t.sandbox), fieldNames };
			const { error } = await runCase(t.sandbox, operation, changes, { credentials, files });
			expect([operation, error?.message]).toEqual([operation, undefined]);
		}
		const [text, document, video] = t.sandbox.data.messages.slice(-3);
		const toAna = { type: 'text', remoteJid: '5511987654321@s.whatsapp.net' };
		expect(text).toMatchObject({ ...toAna, content: { quotedMessageId: 'ABC' } });
		expect([document?.type, video?.type]).toEqual(['document', 'video']);
		for (const sent of [text, document, video]) expect(t.sandbox.detailsOf(sent!.id).marks).toEqual([]);
		expect(t.sandbox.data.groups.find(({ id }) => id === ids.group)?.ephemeral).toBe(3600);
	},
);

test('Field Names contain no defaults', () => {
	expect(fieldNamesOf(dialectOf('documented'))).toEqual({});
	expect(fieldNamesOf(dialectOf({ recipientField: 'to', ephemeralField: 'ttl' }))).toEqual({
		message: { recipient: 'to' },
		group: { lifetime: 'ttl' },
	});
});

import { read } from './read';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Events of the gateways from which `remoteJid` and `fromMe` come, with invented values. */

type Item = Record<string, unknown>;
/** Compares the parts of an item that are expected; null stands for none. */
function expectParts(item: Item = {}, expected: Item): void {
	const partsOf = (parts: Item) => Object.fromEntries(Object.keys(expected).map((name) => [name, parts[name] ?? null]));
	expect(partsOf(item)).toEqual(partsOf(expected));
}

const JID = '5511987654321@s.whatsapp.net';
const LID = '77000110011@lid';
const GROUP = '120363025246125486@g.us';

/** Reads rows of a file. What the item must not have is null. */
const rowsOf = (file: string) =>
	readFileSync(join(__dirname, file), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as { what: string; item: Item });

/** How the gateways send a raw record. */
const RAW: Record<string, (record: Item, type: string) => unknown> = {
	Baileys: (record) => ({ type: 'notify', messages: [record] }),
	'a bare record': (record) => record,
	'Evolution API': (record, messageType) => ({
		event: 'messages.upsert',
		instance: 'sales',
		data: { ...record, messageType, owner: 'sales', source: 'ios', status: 'DELIVERY_ACK' },
		destination: 'https://n8n.example.com/webhook/1/webhook',
		date_time: '2026-01-01T00:00:00.000Z',
		sender: '5511900001111@s.whatsapp.net',
		server_url: 'https://evolution.example.com',
		apikey: 'k',
	}),
	'Evolution API, in capitals': (record, messageType) => ({
		event: 'MESSAGES_UPSERT',
		data: { ...record, messageType },
	}),
};

describe.each(Object.entries(RAW))('%s', (_gateway, deliver) => {
	const key = { id: 'M1', remoteJid: JID, fromMe: false };
	const from = (more: object, message: Item = { conversation: 'Oi' }) =>
		read(
			deliver(
				{ key: { ...key, ...more }, pushName: 'Ana', message, messageTimestamp: 1_767_225_600 },
				Object.keys(message)[0]!,
			),
		);

	test.each(rowsOf('contents.jsonl') as Array<{ what: string; content: Item; item: Item }>)(
		'$what is read',
		({ content, item }) => {
			const expected = {
				kind: 'message',
				chatId: JID,
				phone: '+5511987654321',
				messageId: 'M1',
				senderName: 'Ana',
				...item,
			};
			expectParts(from({}, content).items[0], expected);
		},
	);

	test.each<[string, object, Item]>([
		['of the account', { fromMe: true }, { kind: 'ownMessage', chatId: JID, fromMe: true }],
		['of a LID', { remoteJid: LID }, { kind: 'message', chatId: LID, phone: undefined }],
		[
			'of a LID with its number',
			{ remoteJid: LID, senderPn: JID },
			{ kind: 'message', chatId: LID, phone: '+5511987654321' },
		],
		[
			'of a LID with its other address',
			{ remoteJid: LID, remoteJidAlt: JID },
			{ chatId: LID, phone: '+5511987654321' },
		],
		[
			'of a group',
			{ remoteJid: GROUP, participant: JID },
			{ kind: 'message', chatId: GROUP, isGroup: true, phone: '+5511987654321' },
		],
		[
			'of a LID in a group',
			{ remoteJid: GROUP, participant: LID, participantAlt: JID },
			{ chatId: GROUP, phone: '+5511987654321' },
		],
	])('a message %s is read', (_whose, more, expected) => {
		expectParts(from(more).items[0], expected);
	});

	test.each<[string, Item, Item]>([
		[
			'a reaction',
			{ reactionMessage: { key: { id: 'M0' }, text: '👍' } },
			{ kind: 'reaction', reaction: '👍', text: undefined },
		],
		['a deletion', { protocolMessage: { type: 'REVOKE', key: { id: 'M0' } } }, { kind: 'status', type: 'deleted' }],
		[
			'a deletion by its number',
			{ protocolMessage: { type: 0, key: { id: 'M0' } } },
			{ kind: 'status', type: 'deleted' },
		],
		[
			'an edit',
			{ protocolMessage: { type: 14, editedMessage: { conversation: 'New' } } },
			{ kind: 'status', type: 'edited' },
		],
		[
			'an edit',
			{ editedMessage: { message: { conversation: 'New' } } },
			{ kind: 'status', type: 'edited', text: 'New' },
		],
	])('%s is one', (_what, content, expected) => {
		expectParts(from({}, content).items[0], expected);
	});
});

/** Events of each gateway. */
test.each(rowsOf('gateways.jsonl') as Array<{ what: string; event: unknown; item: Item }>)(
	'$what is read',
	({ event, item }) => {
		expectParts(read(event).items[0], item);
	},
);

/** Further events, with all parts of the item that matter here. */
const EVENTS = rowsOf('events.jsonl') as Array<{ what: string; event: unknown; item: Item }>;
const PARTS =
	'kind chatId phone text type messageId senderName isGroup reaction status fromMe instanceId quotedMessageId sentBy date';

test.each(EVENTS)('the event "$what" is read', ({ event, item }) => {
	const [found = {}] = read(event).items;
	const parts = PARTS.split(' ').filter((name) => name in found);
	expect(Object.fromEntries(parts.map((name) => [name, found[name]]))).toEqual(item);
});

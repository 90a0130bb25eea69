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

const key = { id: 'M1', remoteJid: JID, fromMe: false };
const recordWith = (more: object, message: Item = { conversation: 'Oi' }) => ({
	key: { ...key, ...more },
	pushName: 'Ana',
	message,
	messageTimestamp: 1_767_225_600,
});
const MESSAGE = { kind: 'message', chatId: JID, phone: '+5511987654321', messageId: 'M1', senderName: 'Ana' };

test.each(rowsOf('contents.jsonl') as Array<{ what: string; content: Item; item: Item }>)(
	'in a raw record, $what is read',
	({ content, item }) => {
		expectParts(read(recordWith({}, content)).items[0], { ...MESSAGE, ...item });
	},
);

/** How the gateways send a raw record. */
test.each<[string, object]>([
	['Baileys', { type: 'notify', messages: [recordWith({})] }],
	[
		'Evolution API',
		{
			event: 'messages.upsert',
			instance: 'sales',
			data: {
				...recordWith({}),
				messageType: 'conversation',
				owner: 'sales',
				source: 'ios',
				status: 'DELIVERY_ACK',
			},
			destination: 'https://n8n.example.com/webhook/1/webhook',
			date_time: '2026-01-01T00:00:00.000Z',
			sender: '5511900001111@s.whatsapp.net',
			server_url: 'https://evolution.example.com',
			apikey: 'k',
		},
	],
	['Evolution API, in capitals', { event: 'MESSAGES_UPSERT', data: recordWith({}) }],
])('a raw record from %s is read', (_gateway, event) => {
	expectParts(read(event).items[0], MESSAGE);
});

test.each<[string, object, Item]>([
	['of a LID without its number', { remoteJid: LID }, { kind: 'message', chatId: LID, phone: undefined }],
	['of a LID with its other address', { remoteJid: LID, remoteJidAlt: JID }, { chatId: LID, phone: '+5511987654321' }],
	[
		'of a LID in a group',
		{ remoteJid: GROUP, participant: LID, participantAlt: JID },
		{ chatId: GROUP, phone: '+5511987654321' },
	],
])('a raw record %s is read', (_whose, more, expected) => {
	expectParts(read(recordWith(more)).items[0], expected);
});

test.each<[string, Item, Item]>([
	[
		'a reaction',
		{ reactionMessage: { key: { id: 'M0' }, text: '👍' } },
		{ kind: 'reaction', reaction: '👍', text: undefined },
	],
	['a deletion', { protocolMessage: { type: 'REVOKE', key: { id: 'M0' } } }, { kind: 'status', type: 'deleted' }],
	['a deletion', { protocolMessage: { type: 0, key: { id: 'M0' } } }, { kind: 'status', type: 'deleted' }],
	[
		'an edit',
		{ protocolMessage: { type: 14, editedMessage: { conversation: 'New' } } },
		{ kind: 'status', type: 'edited' },
	],
	['an edit', { editedMessage: { message: { conversation: 'New' } } }, { kind: 'status', type: 'edited', text: 'New' }],
])('%s in a raw record is one: %j', (_what, content, expected) => {
	expectParts(read(recordWith({}, content)).items[0], expected);
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

import { read } from './read';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Events of the gateways from which `remoteJid` and `fromMe` come, with invented values. */

type Item = Record<string, unknown>;
const shown = (item: Item = {}, like: Item) => Object.fromEntries(Object.keys(like).map((name) => [name, item[name]]));

const JID = '5511987654321@s.whatsapp.net';
const LID = '77000110011@lid';
const GROUP = '120363025246125486@g.us';
const quoted = {
	stanzaId: 'Q1',
	participant: '5511900001111@s.whatsapp.net',
	quotedMessage: { listMessage: { title: 'MENU' }, conversation: 'MENU' },
};

/** What a raw record may have as its `message`, and how it is read. */
const CONTENTS: Record<string, [content: Item, parts: Item]> = {
	'a text': [{ conversation: 'Oi' }, { type: 'text', text: 'Oi' }],
	'a text that quotes a menu': [
		{ extendedTextMessage: { text: 'Oi', contextInfo: quoted, inviteLinkGroupTypeV2: 'DEFAULT' } },
		{ type: 'text', text: 'Oi', quotedMessageId: 'Q1' },
	],
	'a forwarded text': [
		{
			extendedTextMessage: {
				text: 'Oi',
				contextInfo: { isForwarded: true, forwardedNewsletterMessageInfo: { newsletterJid: '1@newsletter' } },
			},
		},
		{ type: 'text', text: 'Oi' },
	],
	'a disappearing message': [
		{ ephemeralMessage: { message: { extendedTextMessage: { text: 'Oi' } } } },
		{ type: 'text', text: 'Oi' },
	],
	'a view-once picture': [
		{ viewOnceMessageV2: { message: { imageMessage: { caption: 'Look', mimetype: 'image/jpeg' } } } },
		{ type: 'image', text: 'Look' },
	],
	'a picture beside its bytes': [
		{ imageMessage: { caption: 'Look', mimetype: 'image/jpeg', mediaKey: 'k' }, base64: 'iVBORw0KGgo=' },
		{ type: 'image', text: 'Look' },
	],
	'a voice note': [
		{ audioMessage: { ptt: true, mimetype: 'audio/ogg; codecs=opus' } },
		{ type: 'audio', text: undefined },
	],
	'a video note': [{ ptvMessage: { seconds: 3 } }, { type: 'video', text: undefined }],
	'a document with a caption': [
		{ documentWithCaptionMessage: { message: { documentMessage: { caption: 'The contract', fileName: 'c.pdf' } } } },
		{ type: 'document', text: 'The contract' },
	],
	'a sticker': [{ stickerMessage: { mimetype: 'image/webp' } }, { type: 'sticker', text: undefined }],
	'a location': [
		{ locationMessage: { degreesLatitude: 1, degreesLongitude: 2 } },
		{ type: 'location', text: undefined },
	],
	'a card': [{ contactMessage: { displayName: 'Bia', vcard: 'BEGIN:VCARD' } }, { type: 'contact', text: undefined }],
	'a tapped button': [
		{ buttonsResponseMessage: { selectedButtonId: 'b1', selectedDisplayText: 'Yes', contextInfo: quoted } },
		{ type: 'button_reply', text: 'Yes' },
	],
	'a tapped button without a title': [
		{ templateButtonReplyMessage: { selectedId: 'b1', selectedButtonId: 'b1' } },
		{ type: 'button_reply', text: 'b1' },
	],
	'a tapped row': [
		{ listResponseMessage: { title: 'Row', singleSelectReply: { selectedRowId: 'r1' }, contextInfo: quoted } },
		{ type: 'list_reply', text: 'Row' },
	],
	'a vote': [{ pollUpdateMessage: { vote: { selectedOptions: ['A', 'B'] } } }, { type: 'poll_vote', text: 'A, B' }],
	'a message beside keys': [
		{ senderKeyDistributionMessage: {}, messageContextInfo: { messageSecret: 's' }, conversation: 'Oi' },
		{ type: 'text', text: 'Oi' },
	],
};

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

	test.each(Object.entries(CONTENTS))('%s is read', (_what, [content, parts]) => {
		const expected = {
			kind: 'message',
			chatId: JID,
			phone: '+5511987654321',
			messageId: 'M1',
			senderName: 'Ana',
			...parts,
		};
		expect(shown(from({}, content).items[0], expected)).toEqual(expected);
	});

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
		expect(shown(from(more).items[0], expected)).toEqual(expected);
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
		expect(shown(from({}, content).items[0], expected)).toEqual(expected);
	});
});

const key = { id: 'M1', remoteJid: JID, fromMe: false };
const uazapi = (message: object) => ({
	BaseUrl: 'https://x.example.com',
	EventType: 'messages',
	chat: { id: 'r1', wa_chatid: JID, wa_isGroup: false, wa_lastMessageType: 'Conversation', phone: '+55 11 98765-4321' },
	chatSource: 'updated',
	instanceName: 'sales',
	message: {
		chatid: JID,
		fromMe: false,
		id: '5511900001111:M1',
		messageid: 'M1',
		messageType: 'Conversation',
		type: 'text',
		isGroup: false,
		groupName: 'Unknown',
		edited: '',
		reaction: '',
		vote: '',
		status: '',
		sender: LID,
		sender_pn: JID,
		owner: '5511900001111',
		senderName: 'Ana',
		text: 'Oi',
		content: 'Oi',
		source: 'android',
		wasSentByApi: false,
		...message,
	},
	owner: '5511900001111',
});
const whapi = (message: object) => ({
	messages: [
		{
			id: 'M1',
			from_me: false,
			type: 'text',
			chat_id: JID,
			from: '5511987654321',
			from_name: 'Ana',
			source: 'mobile',
			...message,
		},
	],
	event: { type: 'messages', event: 'post' },
	channel_id: 'C1',
});
const green = (typeWebhook: string, messageData: object) => ({
	typeWebhook,
	instanceData: { idInstance: 1, wid: '5511900001111@c.us', typeInstance: 'whatsapp' },
	idMessage: 'M1',
	senderData: { chatId: '5511987654321@c.us', sender: '5511987654321@c.us', senderName: 'Ana' },
	messageData,
});
const go = (Info: object, Message: object) => ({
	event: 'Message',
	data: {
		Info: {
			Chat: JID,
			Sender: '5511987654321:38@s.whatsapp.net',
			IsFromMe: false,
			IsGroup: false,
			ID: 'M1',
			Type: 'text',
			...Info,
		},
		Message,
		IsEphemeral: false,
		IsEdit: false,
	},
	instanceId: 'i1',
});
const message = { kind: 'message', messageId: 'M1', phone: '+5511987654321' };

test.each<[string, unknown, Item]>([
	['uazapi: a text', uazapi({}), { ...message, chatId: JID, text: 'Oi', senderName: 'Ana', type: 'text' }],
	[
		'uazapi: a picture',
		uazapi({ mediaType: 'image', type: 'media', messageType: 'ImageMessage', text: '' }),
		{ ...message, type: 'image' },
	],
	[
		'uazapi: a vote',
		uazapi({ vote: 'Sol', type: 'poll', messageType: 'PollUpdateMessage', text: '' }),
		{ ...message, text: 'Sol', type: 'poll_vote' },
	],
	[
		'uazapi: an own text',
		uazapi({ fromMe: true, wasSentByApi: true }),
		{ kind: 'ownMessage', sentBy: 'api', chatId: JID },
	],
	['uazapi: an edit', uazapi({ edited: 'M0' }), { kind: 'status', type: 'edited' }],
	[
		'uazapi: a reaction',
		uazapi({ reaction: 'M0', type: 'reaction', text: '👍' }),
		{ kind: 'reaction', reaction: '👍' },
	],
	[
		'uazapi: a connection',
		{ EventType: 'connection', instance: { name: 'sales', status: 'connected' } },
		{ kind: 'connection' },
	],
	['Whapi: a text', whapi({ text: { body: 'Oi' } }), { ...message, chatId: JID, text: 'Oi', senderName: 'Ana' }],
	[
		'Whapi: a document',
		whapi({ type: 'document', document: { caption: 'See', link: 'https://x.example.com/1' } }),
		{ ...message, text: 'See', type: 'document' },
	],
	['Whapi: an own text', whapi({ from_me: true, text: { body: 'Oi' } }), { kind: 'ownMessage' }],
	[
		'Whapi: a text in a group',
		whapi({ chat_id: GROUP, text: { body: 'Oi' } }),
		{ ...message, chatId: GROUP, isGroup: true },
	],
	[
		'GREEN-API: a text',
		green('incomingMessageReceived', { typeMessage: 'textMessage', textMessageData: { textMessage: 'Oi' } }),
		{ ...message, chatId: '5511987654321@c.us', text: 'Oi', instanceId: 1 },
	],
	[
		'GREEN-API: a picture',
		green('incomingMessageReceived', { typeMessage: 'imageMessage', fileMessageData: { caption: 'Look' } }),
		{ ...message, type: 'image', text: 'Look' },
	],
	[
		'GREEN-API: an own text',
		green('outgoingAPIMessageReceived', { typeMessage: 'textMessage', textMessageData: { textMessage: 'Oi' } }),
		{ kind: 'ownMessage' },
	],
	['GREEN-API: a state', { typeWebhook: 'stateInstanceChanged', stateInstance: 'authorized' }, { kind: 'connection' }],
	['Evolution GO: a text', go({}, { conversation: 'Oi' }), { ...message, chatId: JID, text: 'Oi', instanceId: 'i1' }],
	[
		'Evolution GO: a picture',
		go({ Type: 'media' }, { imageMessage: { caption: 'Look' } }),
		{ ...message, type: 'image', text: 'Look' },
	],
	[
		'Evolution GO: a group',
		go({ Chat: GROUP, IsGroup: true }, { conversation: 'Oi' }),
		{ ...message, chatId: GROUP, isGroup: true },
	],
	[
		'Evolution GO: a receipt',
		{ event: 'Receipt', data: { Chat: JID, MessageIDs: ['M1'], Type: 'read' } },
		{ kind: 'status', chatId: JID },
	],
	[
		'Evolution API: an update',
		{ event: 'messages.update', data: { key, update: { status: 'READ' } } },
		{ kind: 'status', status: 'READ', chatId: JID },
	],
	[
		'Evolution API: a sent text',
		{ event: 'send.message', data: { key, message: { conversation: 'Oi' } } },
		{ kind: 'ownMessage', chatId: JID },
	],
	[
		'Baileys: old messages',
		{ type: 'append', messages: [{ key, message: { conversation: 'Oi' } }] },
		{ kind: 'message', chatId: undefined },
	],
	[
		'Evolution API: contacts',
		{ event: 'contacts.upsert', data: [{ remoteJid: JID, pushName: 'Ana' }, { remoteJid: LID }] },
		{ kind: 'other', chatId: undefined },
	],
	[
		'Evolution API: typing',
		{ event: 'presence.update', data: { id: JID, presences: {} } },
		{ kind: 'other', chatId: undefined },
	],
])('%s is read', (_what, event, expected) => {
	expect(shown(read(event).items[0], expected)).toEqual(expected);
});

/** Further events, with all parts of the item that matter here. */
const EVENTS = readFileSync(join(__dirname, 'events.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as { what: string; event: unknown; item: Item });
const PARTS =
	'kind chatId phone text type messageId senderName isGroup reaction status fromMe instanceId quotedMessageId sentBy date';

test.each(EVENTS)('the event "$what" is read', ({ event, item }) => {
	const [found = {}] = read(event).items;
	const parts = PARTS.split(' ').filter((name) => name in found);
	expect(Object.fromEntries(parts.map((name) => [name, found[name]]))).toEqual(item);
});

import { CHAT, GROUP, kindOf, OTHER, record } from './read';

/** Each rule, broken by one change of a message that is answered. */

type Change = (message: object, around: object) => [message: object, around: object];

const inMessage =
	(more: object): Change =>
	(message, around) => [{ ...message, ...more }, around];
const around =
	(more: object): Change =>
	(message, given) => [message, { ...given, ...more }];
const inBoth = (more: object) => [inMessage(more), around(more)];
const each = (words: string) => words.split(/\s+/);

const TIME = '2026-01-02T10:00:00Z';

const NOT_RECEIVED = [true, 1, 'true', 'maybe', null, undefined];
const NO_CHATS = [undefined, null, '', 'Ana', 'c1', 5];
const NO_CONTENTS = [undefined, null, {}, '', { text: '' }, []];

const CHANGES: Record<string, Change[]> = {
	'who wrote': [
		...NOT_RECEIVED.map((fromMe) => inMessage({ fromMe })),
		...each('outbound outgoing OUT sent').map((direction) => inMessage({ direction })),
		...inBoth({ isFromMe: true }),
		inMessage({ key: { id: 'm1', remoteJid: CHAT, fromMe: true } }),
		...inBoth({ fromApi: true }),
		...inBoth({ wasSentByApi: true }),
		...inBoth({ message_type: 'outgoing' }),
	],
	'an address of the chat': [
		...NO_CHATS.map((remoteJid) => inMessage({ remoteJid })),
		inMessage({ chatId: OTHER }),
		inMessage({ remoteJid: undefined, from: '5511987654321' }),
		inMessage({ owner: CHAT }),
	],
	'no sign of a group': [
		...each('isGroup is_group isGroupMsg isGroupChat isCommunity isBroadcast broadcast isStatus isStory isNewsletter')
			.map((name) => inBoth({ [name]: true }))
			.flat(),
		...each('group groupId group_name groupSubject groupJid communityId newsletterId')
			.map((name) => inBoth({ [name]: 'g1' }))
			.flat(),
		...each('chatType conversation_type recipientType threadType')
			.map((name) => inBoth({ [name]: 'group' }))
			.flat(),
		...each('from chatId jid place').map((name) => inMessage({ [name]: GROUP })),
		...each('participant author sender').map((name) => inMessage({ [name]: OTHER })),
		...inBoth({ chat: { type: 'group' } }),
		...inBoth({ chat: { isGroup: true } }),
		...inBoth({ meta: { groupId: 'g1' } }),
		...inBoth({ participants: [CHAT, OTHER] }),
		inMessage({ key: { participant: OTHER } }),
	],
	'no flag': [
		...each(
			`isDraft draft isHistory fromHistory history isImported imported isSync private isPrivate isInternal internal note
			isNote isBot bot fromBot isAutomated automatic autoReply is_auto_reply scheduled isScheduled deleted isDeleted
			edited isEdited wasEdited revoked isSystem isEcho is_echo suggestion isTest test outgoing sentByBot`,
		)
			.map((name) => inBoth({ [name]: true }))
			.flat(),
		...each('deletedAt deleted_at editedAt scheduledFor scheduled_at revokedAt importedAt')
			.map((name) => [inMessage({ [name]: TIME }), inMessage({ [name]: 1_767_225_600 })])
			.flat(),
		...each('draft scheduled internal history bot agent private_note auto-reply deleted')
			.map((word) => each('visibility category source status').map((name) => inMessage({ [name]: word })))
			.flat(),
		...each('bot agent system').map((type) => inMessage({ sender: { type } })),
		...inBoth({ metadata: { isDraft: true } }),
		...inBoth({ previous: { content: { text: 'Ho' } } }),
		...inBoth({ changes: ['content'] }),
		inMessage({ update: { status: 'read' } }),
		inMessage({ content: { text: 'Hi', deleted: true } }),
	],
	'content of a message': [
		...NO_CONTENTS.map((content) => inMessage({ content })),
		...each(
			`system notification call call_log missed_call protocol gp2 ciphertext reaction revoked edited deleted status note
			internal_note draft history scheduled receipt presence system_message`,
		).map((type) => inMessage({ type })),
		inMessage({ reaction: { text: '👍' } }),
		inMessage({ messageStubType: 27 }),
	],
	'one new message': [
		(message, given) => [[...Array(101).keys()].map((id) => ({ ...message, id })), given],
		...each('quoted lastMessage previous context replyTo original draft history').map(
			(name): Change =>
				(message, given) => [{ id: 'm2', [name]: message }, given],
		),
	],
};

const PLACES: Array<(message: object, around: object) => unknown> = [
	(data, more) => ({ event: 'message', ...more, data }),
	(payload, more) => ({ type: 'message', ...more, payload }),
	(message, more) => [{ event: 'messages', ...more, body: { message } }],
	(data, more) => ({ event: 'message.new', ...more, messages: Array.isArray(data) ? data : [data] }),
];

test('without a change, each is answered', () => {
	expect(PLACES.map((place) => kindOf(place(record, {})))).toEqual(PLACES.map(() => 'message'));
});

test.each(Object.entries(CHANGES))('without %s, none is answered', (_rule, changes) => {
	expect(changes.length).toBeGreaterThan(6);
	const deliveries = changes.flatMap((change) => PLACES.map((place) => place(...change(record, {}))));
	expect(deliveries.filter((delivery) => kindOf(delivery) === 'message').map((each) => JSON.stringify(each))).toEqual(
		[],
	);
});

import { seededRandom } from '../support/simulatedClock';
import { CHAT, read, record } from './read';

/** The documented record in the deliveries that this service may make of it: names, places, further fields, types. */

const NAMES = `message messages message.received MESSAGE_RECEIVED messageReceived MessageReceived message:received
	message-received message/received messages.upsert MESSAGES_UPSERT messages.new onMessage onMessageReceived on_message
	new_message newMessage NEW-MESSAGE message.new message.created message_create MessageCreate incoming_message
	IncomingMessage message.incoming message.inbound inbound inbound.message incoming received receive.message message.in
	msg msgs msg.received msg_in newMsg text text.received message.text message.any any.message chat chat.message
	chat.message.received CHAT_MESSAGE_CREATED whatsapp.message whatsapp.message.received webhook.message
	webhook.message.created event.message message.event Message Received chat.message.new incoming_text webhook
	whatsapp:message`.split(/\s+/);

const TYPES = `text TEXT Text conversation chat plain plaintext message template ephemeralMessage viewOnceMessageV2
	extendedTextMessage user lead unknown other rich_text markdown html string normal default question payment invoice
	comment interactive button list reply flow sticker image text/plain undefined catalog ads referral individual hsm
	quiz carousel nfm_reply emoji buttons 1 textMessage text_message MESSAGE_TYPE_TEXT answer reminder url vendor.x
	voice_note viewOnceMessage templateMessage text.html 🙂 deviceSentMessage messageContextInfo`.split(/\s+/);

/** Where the record is, and what is around it. */
const PLACES: Array<(name: object, record: object, more: object) => unknown> = [
	(name, message, more) => ({ ...message, ...name, ...more }),
	(name, message, more) => [{ ...message, ...name, ...more }],
	(name, data, more) => ({ ...name, ...more, data }),
	(name, data, more) => ({ ...name, data: { ...data, ...more } }),
	(name, payload, more) => ({ ...name, ...more, payload }),
	(name, message, more) => ({ ...name, ...more, message }),
	(name, body, more) => ({ ...name, ...more, body }),
	(name, entry, more) => ({ ...name, ...more, record: entry }),
	(name, message, more) => ({ ...name, ...more, data: { message } }),
	(name, data, more) => ({ ...name, payload: { ...more, data } }),
	(name, message, more) => ({ ...name, ...more, messages: [message] }),
	(name, message, more) => ({ ...name, ...more, data: [message] }),
	(name, message, more) => ({ ...name, ...more, data: { messages: [message] } }),
	(name, data, more) => [{ ...name, ...more, data }],
	(name, data, more) => ({ events: [{ ...name, ...more, data }] }),
	(name, data, more) => ({ event: { ...name, ...more, data } }),
];

/** Further fields of a delivery or a message that say nothing of what it is. */
const MORE: object[] = [
	{},
	{ uuid: 'e1', createdAt: '2026-01-01T00:00:00Z', instance: { id: 'i1', name: 'Sales', status: 'connected' } },
	{ pushName: 'Ana', source: 'android', isForwarded: true, forwardingScore: 1 },
	{
		updatedAt: '2026-01-01T00:00:00Z',
		updated_at: 1_767_225_600,
		syncStatus: 'synced',
		agentId: 'agent_1',
		bot: 'sales-bot',
	},
	{
		isStatusReply: false,
		queue: 'default',
		internalId: 7,
		notes: 'A bot wrote',
		read: true,
		starred: false,
		draftId: null,
	},
	{ platform: 'whatsapp', attempt: 1, version: '2.0', environment: 'production' },
	{ webhookId: 'wh_1', deliveryId: 'msg_1', sentAt: 1_767_225_600, success: true, error: null },
	{ contact: { id: 'c1', name: 'Ana', phone: '+5511987654321', isBusiness: true, tags: ['vip'] } },
	{ sender: { id: CHAT, name: 'Ana', role: 'customer' } },
	{ agent: { id: 'a1', name: 'Bia' }, labels: [], metadata: { campaign: 'x', origin: 'site' } },
	{ isGroup: false, participant: null, quoted: null, mentionedIds: [], deletedAt: null, edited: false, isBot: false },
	{ account: { id: 'a', plan: 'pro' }, workspace: 'main', locale: 'pt_BR', timezone: 'America/Sao_Paulo', test: false },
	{ isNew: true, hasMedia: false, ack: 1, device: 'ios', viewOnce: true, ephemeralDuration: 86_400, botEnabled: true },
	{ url: 'https://n8n.example.com/webhook/messages', apikey: 'k', date_time: '2026-01-01T00:00:00Z' },
	{ webhook: { id: 'w1', url: 'https://n8n.example.com', events: ['message', 'connection'], isActive: true } },
	{ chat: { id: CHAT, name: 'Ana', unreadCount: 2, isArchived: false }, conversationId: 'c1', unread: 2 },
];

const random = seededRandom(64);
const one = <Value>(values: Value[]): Value => values[Math.floor(random() * values.length)]!;

/** All names and all types, each in several deliveries; a tenth without a name. */
const deliveries = Array.from({ length: 600 }, (_, at) => {
	const name =
		at % 10 === 0 ? {} : { [one(['event', 'eventType', 'event_type', 'type', 'action'])]: NAMES[at % NAMES.length] };
	const type = TYPES[at % TYPES.length];
	return one(PLACES)(name, { ...record, type }, one(MORE));
});

test('the documented record is answered in every delivery of this service', () => {
	const unread = deliveries.flatMap((delivery) => {
		const { items, hint } = read(delivery);
		const [item, ...others] = items;
		const isRead = item?.kind === 'message' && item.chatId === CHAT && item.text === 'Hi' && item.messageId === 'm1';
		return isRead && others.length === 0 ? [] : [`${JSON.stringify(delivery)}: ${hint}`];
	});
	expect(unread).toEqual([]);
});

test('an own message in any of these deliveries is not answered', () => {
	const own = deliveries.map((delivery) =>
		JSON.parse(JSON.stringify(delivery).replaceAll('"fromMe":false', '"fromMe":true')),
	);
	expect(own.flatMap((delivery) => read(delivery).items).filter(({ kind }) => kind !== 'ownMessage')).toEqual([]);
});

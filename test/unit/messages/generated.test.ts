import fc from 'fast-check';
import { messagesIn } from '../../../nodes/messages/findMessages';
import { DEFAULT_FIELD_NAMES } from '../../../nodes/transport/credentials/fieldNames';

/** `FULL=1` generates more. */
const EVENTS = process.env.FULL ? 100_000 : 10_000;

type Fields = Record<string, unknown>;

interface Facts {
	id: string;
	chat: string;
	fromMe: boolean;
	text: string;
	instance: string;
}

const facts = fc.record<Facts>({
	id: fc.stringMatching(/^[0-9A-F]{8,20}$/),
	chat: fc.oneof(
		fc.stringMatching(/^[1-9]\d{10,12}@(s\.whatsapp\.net|c\.us)$/),
		fc.stringMatching(/^[1-9]\d{17}@g\.us$/),
		fc.stringMatching(/^[1-9]\d{14}@lid$/),
	),
	fromMe: fc.boolean(),
	text: fc.string({ minLength: 1, maxLength: 30 }).map((text) => `t ${text}`),
	instance: fc.uuid(),
});

const opposite = ({ id, chat, fromMe, instance }: Facts): Facts => {
	return { id: `Q${id}`, chat: `9${chat}`, fromMe: !fromMe, text: 'quoted', instance };
};

/** Forms of a record that services of this kind have, each with a place for what it refers to. */
const FORMS: Array<(given: Facts, reference: Fields) => Fields> = [
	({ id, chat, fromMe, text, instance }, reference) => ({
		...{ id, instanceId: instance, remoteJid: chat, fromMe, type: 'text', status: 'received' },
		...{ content: { text, ...reference }, timestamp: 1_700_000_000 },
	}),
	({ id, chat, fromMe, text }, reference) => {
		return { messageId: id, chatId: chat, fromMe, text, ...reference };
	},
	({ id, chat, fromMe, text }, reference) => ({
		key: { remoteJid: chat, fromMe, id },
		messageTimestamp: 1_700_000_000,
		message: Object.keys(reference).length
			? { extendedTextMessage: { text, contextInfo: reference } }
			: { conversation: text },
	}),
	({ id, chat, fromMe, text }, reference) => ({
		...{ id, fromMe, body: text, type: 'chat', ...reference },
		[fromMe ? 'to' : 'from']: chat,
		[fromMe ? 'from' : 'to']: 'me@c.us',
	}),
	({ id, chat, fromMe, text }, reference) => ({
		...{ id, chat: { id: chat, title: 'Family' }, isFromMe: fromMe },
		...{ text: { body: text }, ...reference },
	}),
	({ id, chat, fromMe, text }, reference) => ({
		...{ id, jid: chat, messageType: 'image', caption: text, ...reference },
		direction: fromMe ? 'outgoing' : 'incoming',
	}),
	({ id, chat, fromMe, text }, reference) => {
		return { message: text, number: chat, isOutgoing: fromMe, id, ...reference };
	},
];

/** Writes the names of an object in another case, at all levels. */
function renamed(value: unknown, separator: string, isUpper: boolean): unknown {
	if (Array.isArray(value)) return value.map((each) => renamed(each, separator, isUpper));
	if (typeof value !== 'object' || value === null) return value;
	const rename = (name: string) => {
		const words = name.replace(/[A-Z]/g, ' $&').toLowerCase().split(' ');
		const cased = words.map((word, n) =>
			isUpper || (n > 0 && separator === '') ? word[0]!.toUpperCase() + word.slice(1) : word,
		);
		return cased.join(separator);
	};
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [rename(name), renamed(each, separator, isUpper)]),
	);
}

/** Names around a message: usual ones, and ones that nobody has thought of. */
const wrapperName = fc.oneof(
	fc.constantFrom(...'data payload body object resource event value message messages'.split(' ')),
	fc.constantFrom(...'detail params attributes notification response msg entry change record item'.split(' ')),
	fc.constantFrom(...'msgs entries changes records items result results update updates'.split(' ')),
	fc.constantFrom(...'mensagem dados w args content envelope nachricht upsert kwargs'.split(' ')),
);
const quotedNames = [
	...'quoted quotedMessage replyTo reply inReplyTo repliedMessage forwarded forwardedFrom context x'.split(' '),
	...'referencedMessage origin parent previous beforeEdit oldMessage lastMessage mention pinned'.split(' '),
	...'history linked cited citation citada thread'.split(' '),
];

/** What stands beside a message or a wrapper. None of it says anything about the message. */
const beside = fc.record(
	{
		event: fc.constantFrom('message', 'messages.upsert'),
		success: fc.constant(true),
		eventId: fc.constant('evt_1'),
		id: fc.constant('evt_1'),
		status: fc.constantFrom('ok', 'connected'),
		instance: fc.constant('Shop'),
		type: fc.constant('notification'),
		timestamp: fc.constant(5),
		account: fc.constant({ id: 'acc', phone: '5511900000000', name: 'Shop' }),
		sender: fc.constant({ name: 'Ana', pushName: 'Ana', number: '5511' }),
		contacts: fc.constant([{ waId: '5511', profile: { name: 'Ana' } }]),
		metadata: fc.constant({ attempt: 1, tags: ['a'] }),
	},
	{ requiredKeys: [] },
);

const wrappers = fc.array(fc.record({ name: wrapperName, isList: fc.boolean(), lists: fc.nat(1), beside }), {
	maxLength: 5,
});

const cases = fc.record({
	given: facts,
	form: fc.nat(FORMS.length - 1),
	quotedForm: fc.nat(FORMS.length - 1),
	quotedName: fc.option(fc.constantFrom(...quotedNames)),
	wrappers,
	separator: fc.constantFrom('', '_', '-'),
	isUpper: fc.boolean(),
	count: fc.integer({ min: 1, max: 3 }),
});

test('no generated event is read wrongly, and almost all are read', () => {
	let missed = 0;
	fc.assert(
		fc.property(cases, ({ given, form, quotedForm, quotedName, wrappers: around, separator, isUpper, count }) => {
			const isList = around.at(-1)?.isList ?? false;
			const all = Array.from({ length: isList ? count : 1 }, (_, n) => ({ ...given, id: `${n}${given.id}` }));
			const records = all.map((each) => {
				const reference = quotedName === null ? {} : { [quotedName]: FORMS[quotedForm]!(opposite(each), {}) };
				return FORMS[form]!(each, reference);
			});
			let event: unknown = isList ? records : records[0];
			for (const [index, { name, isList: isInList, lists, beside: others }] of [...around].reverse().entries()) {
				if (index > 0 && isInList) event = [event];
				if (Array.isArray(event) && lists > 0) event = [event];
				event = { ...others, [name]: event };
			}
			const found = messagesIn(renamed(event, separator, isUpper), DEFAULT_FIELD_NAMES.event);
			if (found.every(({ record }) => record === undefined)) return void (missed += 1);
			const read = found.map(({ messageId: id, chatId, fromMe, text }) => {
				return { id, chat: chatId, fromMe, text };
			});
			expect(read).toEqual(all.map(({ id, chat, fromMe, text }) => ({ id, chat, fromMe, text })));
		}),
		{ numRuns: EVENTS, seed: 20_261_123 },
	);
	expect(missed).toBeLessThan(EVENTS / 100);
});

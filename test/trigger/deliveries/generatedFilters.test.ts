import fc from 'fast-check';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let host: Host;
setUpTrigger((ready) => ({ host } = ready));

/** `FULL=1` generates more. */
const DELIVERIES = process.env.FULL ? 3_000 : 300;

/** A chat: who, and what it is. A phone number, a group and an `@lid` address with the same digits are different. */
interface Chat {
	who: number;
	what: 'phone' | 'group' | 'lid' | 'channel' | 'unclear';
}

const PEOPLE = ['5511987654321', '14155550123', '4915112345678'];

/** Ways to write a chat; a user may use each, and so may a service. */
const WRITTEN: Record<Chat['what'], Array<(digits: string) => string>> = {
	phone: [
		(digits) => `${digits}@s.whatsapp.net`,
		(digits) => digits,
		(digits) => `+${digits}`,
		(digits) => `${digits}@C.US`,
		(digits) => `+${digits.slice(0, 2)} (${digits.slice(2, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`,
		(digits) => `00${digits}`,
	],
	group: [(digits) => `${digits}@g.us`, (digits) => `${digits}@G.us`],
	lid: [(digits) => `${digits}@lid`, (digits) => `${digits}@LID `],
	channel: [(digits) => `${digits}@newsletter`, (digits) => `${digits}@broadcast`],
	unclear: [(digits) => `${digits}@example`, (digits) => `chat-${digits}`],
};

const chats = fc.record<Chat>({
	who: fc.nat(PEOPLE.length - 1),
	what: fc.constantFrom('phone', 'group', 'lid', 'channel', 'unclear'),
});
/** A chat, and the number of the way in which it is written. */
const written = fc.record({ chat: chats, way: fc.nat(5) });

const write = ({ chat: { who, what }, way }: { chat: Chat; way: number }) =>
	WRITTEN[what][way % WRITTEN[what].length]?.(PEOPLE[who] ?? '') ?? '';

/** Two ways to write a chat of these kinds name two servers, so they are two chats. */
const hasServers = ({ what }: Chat) => what === 'channel' || what === 'unclear';
const isSame = (a: { chat: Chat; way: number }, b: { chat: Chat; way: number }) =>
	a.chat.who === b.chat.who && a.chat.what === b.chat.what && (!hasServers(a.chat) || a.way % 2 === b.way % 2);

const words = fc.constantFrom('text', 'Audio', 'READ', 'x');
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const few = <T>(values: fc.Arbitrary<T>) => fc.array(values, { maxLength: 2 });

const messages = fc.record({
	chat: maybe(written),
	chatField: fc.constantFrom('remoteJid', 'chatId'),
	type: maybe(words),
	status: maybe(words),
	fromMe: maybe(fc.boolean()),
	instance: maybe(fc.constantFrom('a', 'B')),
	hasQuoted: fc.boolean(),
});
type Message = typeof messages extends fc.Arbitrary<infer T> ? T : never;

const settings = fc.record({
	chats: fc.constantFrom('all', 'direct', 'groups'),
	only: few(written),
	ignored: few(written),
	types: few(words),
	statuses: few(words),
	instances: few(fc.constantFrom('a', 'B', 'c')),
	ignoreOwn: fc.boolean(),
	asList: fc.boolean(),
});
type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never;

/** The rules for one message, as the descriptions of the options state them. */
function isWanted(message: Message, given: Settings): boolean {
	const { chat } = message;
	if (given.ignoreOwn && message.fromMe === true) return false;
	if (chat !== undefined) {
		const { what } = chat.chat;
		if (given.chats === 'direct' && (what === 'group' || what === 'channel')) return false;
		if (given.chats === 'groups' && what !== 'group' && what !== 'unclear') return false;
		if (given.ignored.some((each) => isSame(each, chat))) return false;
		if (given.only.length > 0 && !given.only.some((each) => isSame(each, chat))) return false;
	}
	const isChosen = (list: string[], value: string | undefined) =>
		list.length === 0 || value === undefined || list.map((each) => each.toLowerCase()).includes(value.toLowerCase());
	return (
		isChosen(given.types, message.type) &&
		isChosen(given.statuses, message.status) &&
		isChosen(given.instances, message.instance)
	);
}

function bodyOf(message: Message) {
	const { chat, chatField, type, status, fromMe, instance, hasQuoted } = message;
	const quoted = { remoteJid: 'q@g.us', fromMe: true, type: 'q', status: 'q', instanceId: 'q' };
	return {
		content: { text: 'Hi', ...(hasQuoted && { message: quoted }) },
		...(chat && { [chatField]: write(chat) }),
		...(type !== undefined && { type }),
		...(status !== undefined && { status }),
		...(fromMe !== undefined && { fromMe }),
		...(instance !== undefined && { instanceId: instance }),
		...(hasQuoted && { quoted }),
	};
}

type Body = ReturnType<typeof bodyOf>;
/** An envelope has its own type and status. */
const ENVELOPE = { event: 'message', id: 'e', type: 'notification', status: 'ok' };
/** Shapes of an event with several messages. */
const SHAPES: Array<(list: Body[]) => object> = [
	(list) => ({ ...ENVELOPE, data: list }),
	(list) => ({ ...ENVELOPE, message: list }),
	(list) => ({ ...ENVELOPE, data: { type: 'list', message: list } }),
];
/** Shapes of an event with one message. */
const SINGLE: Array<(message: Body) => object> = [
	(message) => message,
	(message) => ({ ...ENVELOPE, data: message }),
	(message) => ({ ...ENVELOPE, message }),
	(message) => ({ ...ENVELOPE, data: { message } }),
];

const deliveries = fc.record({
	messages: fc.array(messages, { minLength: 1, maxLength: 3 }),
	shape: fc.nat(11),
	settings,
});

test('no generated delivery is wrongly dropped, and none wrongly starts the workflow', async () => {
	const counts = { passed: 0, dropped: 0 };
	await fc.assert(
		fc.asyncProperty(deliveries, async ({ messages: given, shape, settings: chosen }) => {
			const bodies = given.map(bodyOf);
			const [first] = bodies;
			const event =
				first && bodies.length === 1 ? SINGLE[shape % SINGLE.length]?.(first) : SHAPES[shape % SHAPES.length]?.(bodies);
			const list = (values: string[]) => (chosen.asList ? values : values.join(', '));
			host.parameters = {
				verification: 'none',
				options: { deduplicate: false },
				chats: chosen.chats,
				filters: {
					ignoreOwnMessages: chosen.ignoreOwn,
					chatIds: list(chosen.only.map(write)),
					ignoreChatIds: list(chosen.ignored.map(write)),
					messageTypes: list(chosen.types),
					statuses: list(chosen.statuses),
					instanceIds: list(chosen.instances),
				},
			};
			const before = host.runs.length;
			expect(await host.post(event)).toBe(200);
			const isExpected = given.some((each) => isWanted(each, chosen));
			expect(host.runs.slice(before).map(([item]) => item?.json)).toEqual(isExpected ? [event] : []);
			counts[isExpected ? 'passed' : 'dropped'] += 1;
		}),
		{ numRuns: DELIVERIES, seed: 20_260_101 },
	);
	expect(Math.min(counts.passed, counts.dropped)).toBeGreaterThan(DELIVERIES / 10);
}, 240_000);

import fc from 'fast-check';
import { type EventFacts, eventBody } from '../../../sandbox/events/eventBody';
import { dialectOf } from '../../../sandbox/settings/dialects';
import { read } from '../support/shapes';
import { eventShapeOf } from '../../../sandbox/settings/eventShapes';

const facts: EventFacts = { event: 'message', instanceId: 'i', id: 'e', timestamp: 5 };
const record = { remoteJid: 'a@b', content: { someText: 'Hi' } };

/** The same rule for the names of fields as the shapes have, by words. */
const spellings = {
	camelCase: (words: string[]) => words.map((word, at) => (at === 0 ? word : title(word))).join(''),
	snake_case: (words: string[]) => words.join('_'),
	'kebab-case': (words: string[]) => words.join('-'),
	PascalCase: (words: string[]) => words.map(title).join(''),
};
const title = (word: string) => word[0]!.toUpperCase() + word.slice(1);

const word = fc.constantFrom('data', 'item', 'event', 'payload', 'value', 'entry', 'part', 'body');
const words = fc.array(word, { minLength: 1, maxLength: 3 });
const wrapper = fc.record({
	name: words,
	lists: fc.integer({ min: 0, max: 3 }),
	beside: fc.array(fc.constantFrom('success', 'instanceId', 'timestamp', 'note'), { maxLength: 2 }),
});

test('any composition of wrappers, lists and spellings leads to the record', () => {
	fc.assert(
		fc.property(
			fc.array(wrapper, { maxLength: 5 }),
			fc.constantFrom(...(Object.keys(spellings) as Array<keyof typeof spellings>)),
			fc.boolean(),
			(wrappers, names, hasFieldsBeside) => {
				const segments = wrappers.map(({ name, lists, beside }) =>
					[...beside, spellings.camelCase(name) + '[]'.repeat(lists)].join('+'),
				);
				const path = [...segments, ...(hasFieldsBeside ? ['event+'] : [])].join('.');
				const shape = dialectOf({ events: { path, names } }).events;
				const way = wrappers.flatMap(({ name, lists }) => [
					spellings[names](name),
					...Array<string>(lists).fill('0'),
				]);
				const found = read(eventBody(shape, facts, record, true), way.join('.'));
				const spelled = (name: string[]) => spellings[names](name);
				expect(found).toEqual({
					...(hasFieldsBeside ? { [spelled(['event'])]: 'message' } : {}),
					[spelled(['remote', 'jid'])]: 'a@b',
					[spelled(['content'])]: { [spelled(['some', 'text'])]: 'Hi' },
				});
			},
		),
		{ numRuns: 1_000 },
	);
});

test('a list can be the body, also of lists', () => {
	const body = (path: string) => eventBody(eventShapeOf({ path }), facts, { id: 1 }, true);
	expect(body('')).toEqual({ id: 1 });
	expect(body('[]')).toEqual([{ id: 1 }]);
	expect(body('[][].event+')).toEqual([[{ event: 'message', id: 1 }]]);
	expect(body('id+type+data[]')).toEqual({ id: 'e', type: 'message', data: [{ id: 1 }] });
});

test('what is not a message is not called one', () => {
	const { path } = eventShapeOf('entry');
	const body = eventBody(eventShapeOf({ path }), facts, { status: 'error' }, false);
	expect(body).toMatchObject({
		entry: [{ changes: [{ value: { instance: [{ status: 'error' }] } }] }],
	});
});

test.each(['.', 'a..b', 'a+[]', '__proto__', 'a.__proto__.b', '[]a', 'a b', 'constructor.'])(
	'the path %j of events is rejected',
	(path) => expect(() => dialectOf({ events: { path } })).toThrow('events.path: Must be names'),
);

test('an unknown shape of events, and an unknown part, are rejected', () => {
	expect(() => dialectOf({ events: 'klingon' as 'raw' })).toThrow('events');
	expect(() => dialectOf({ events: { color: 'red' } as object })).toThrow('color');
});

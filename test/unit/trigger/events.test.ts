import { readEvents } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';
import { AUTOMATIC, passesFilters } from './support/filters';

test.each([{}, { fromMe: 'x' }, { quoted: { fromMe: true } }, { '': { fromMe: true } }, 'text', null])(
	'the event %j is not known to be an own message, so it passes, alone and in data',
	(event) => {
		for (const given of [event, { data: event }]) expect(passesFilters(given, { ignoreOwnMessages: true })).toBe(true);
	},
);

test('an event without messages passes, unless a field next to the list says otherwise', () => {
	const filters = { ignoreOwnMessages: true, instanceIds: ['2'] };
	for (const list of [[], { data: [] }, { message: [] }]) expect(passesFilters(list, filters)).toBe(true);
	expect(passesFilters({ fromMe: 'true', data: [] }, filters)).toBe(false);
	expect(passesFilters({ instanceId: 'i2', message: [] }, filters)).toBe(false);
});

test('an instance ID is compared as text, if there is one, and without filters everything passes', () => {
	const passes = (instanceId: unknown, instanceIds = ['2']) => passesFilters({ instanceId }, { instanceIds });
	expect([2, '2', 3, '22', null, undefined].map((id) => passes(id))).toEqual([true, true, false, false, true, true]);
	expect(passesFilters(Object.create({ instanceId: '3' }), { instanceIds: ['2'] })).toBe(true);
	expect(passesFilters({ fromMe: true, instanceId: 3 }, {})).toBe(true);
});

const read = (text: string | Buffer) => readEvents(Buffer.from(text as string), AUTOMATIC)?.map(({ event }) => event);

test.each([
	['', [{}]],
	['{"a":1}', [{ a: 1 }]],
	['[1,{"b":2}]', [1, { b: 2 }]],
	['[]', []],
	['"text"', ['text']],
	['null', [null]],
	[' 5 ', [5]],
])('%j is read as events', (text, events) => expect(read(text)).toEqual(events));

test.each(['{"a":', 'text', ' ', '"', '"\\', '["a', '{"a":"\\"'])('%j is not JSON', (text) =>
	expect(read(text)).toBeUndefined(),
);

test('bytes that are not valid UTF-8 are not JSON', () => {
	expect(read(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
});

test('JSON is read as events however deep it is', () => {
	expect(read('['.repeat(50_000) + ']'.repeat(50_000))).toHaveLength(1);
	expect(read(`{"a":${'{"b":'.repeat(50_000)}1${'}'.repeat(50_000)}}`)).toHaveLength(1);
});

import type { IDataObject } from 'n8n-workflow';
import { itemsOf, shownHeaders } from '../../../nodes/MessagingIntegrationTrigger/events/items';
import { messagesIn } from '../../../nodes/messages/findMessages';
import { readEvents } from '../../../nodes/MessagingIntegrationTrigger/events/events';
import { AUTOMATIC, passesFilters } from './support/filters';

const ignoresOwn = { ignoreOwnMessages: true };
const onlyI1 = { instanceIds: ['i1'] };

const own = { fromMe: true };
const others = { fromMe: false };
const fromI1 = { instanceId: 'i1' };
const fromI2 = { instanceId: 'i2' };

describe('The place of a field', () => {
	test.each([
		['a quoted message', { quoted: own }],
		['a quoted message in data', { data: { quoted: own } }],
		['a field without a name', { '': own }],
		['a field without a name in data', { data: { '': own } }],
	])('A delivery that has the field only in %s passes', (_place, event) => {
		expect(passesFilters(event, ignoresOwn)).toBe(true);
	});
});

test('A delivery with an empty list passes, unless a field next to the list says otherwise', () => {
	for (const name of ['data', 'message']) {
		expect(passesFilters({ [name]: [] }, ignoresOwn)).toBe(true);
		expect(passesFilters({ [name]: [] }, onlyI1)).toBe(true);
		expect(passesFilters({ ...own, [name]: [] }, ignoresOwn)).toBe(false);
		expect(passesFilters({ ...fromI2, [name]: [] }, onlyI1)).toBe(false);
	}
	expect(passesFilters([], ignoresOwn)).toBe(true);
	expect(passesFilters([], onlyI1)).toBe(true);
});

test('Both filters have to pass', () => {
	const both = { ignoreOwnMessages: true, instanceIds: ['i1'] };
	const events = [
		{ ...others, ...fromI1 },
		{ ...own, ...fromI1 },
		{ ...others, ...fromI2 },
	];
	expect(events.map((event) => passesFilters(event, both))).toEqual([true, false, false]);
});

test.each([{ fromMe: true }, { fromMe: 'true' }])('The event %j is an own message', (event) => {
	expect(passesFilters(event, ignoresOwn)).toBe(false);
});

test.each([[{ fromMe: 'false' }], [{ fromMe: 'x' }], [{}], [{ a: { b: own } }], ['text'], [null]])(
	'The event %j is not an own message',
	(event) => {
		expect(passesFilters(event, ignoresOwn)).toBe(true);
	},
);

test.each([[{ instanceId: null }], [{}], [Object.create(fromI2)]])(
	'The event %j passes the filter of instances, because it names none',
	(event) => {
		expect(passesFilters(event, onlyI1)).toBe(true);
	},
);

test('An instance ID that is a number is compared as text, and without filters everything passes', () => {
	const filters = { instanceIds: ['2'] };
	expect(passesFilters({ instanceId: 2 }, filters)).toBe(true);
	expect(passesFilters({ ...own, instanceId: 3 }, filters)).toBe(false);
	expect(passesFilters({ ...own, instanceId: 3 }, { ...filters, instanceIds: [] })).toBe(true);
});

const itemJson = (event: unknown, headers?: IDataObject) =>
	itemsOf({ event, messages: messagesIn(event, AUTOMATIC) }, false, headers).map(
		({ json }) => json,
	);

test('an item contains the body as sent, and on request the headers without secrets', () => {
	expect(itemJson({ a: 1 })).toEqual([{ a: 1 }]);
	for (const value of [[1], 'x', null]) expect(itemJson(value)).toEqual([{ value }]);
	const secret = { 'x-messaging-integration-token': 't', 'x-sign': 's', authorization: 'a' };
	const headers = { ...secret, cookie: 'c', 'x-other': 'o', many: ['1', '2'] };
	const shown = { 'x-other': 'o', many: ['1', '2'] };
	expect(shownHeaders(headers, 'X-Sign')).toEqual(shown);
	expect(shownHeaders({ 'x-sign': 's' }, '')).toEqual({ 'x-sign': 's' });
	expect(itemJson({ a: 1 }, shown)).toEqual([{ headers: shown, body: { a: 1 } }]);
	expect(itemJson('x', shown)).toEqual([{ headers: shown, body: { value: 'x' } }]);
});

const read = (text: string | Buffer) =>
	readEvents(Buffer.from(text as string), AUTOMATIC)?.map(({ event }) => event);

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

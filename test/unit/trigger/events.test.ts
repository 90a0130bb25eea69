import {
	itemJson,
	passesFilters,
	readPayload,
} from '../../../nodes/MessagingIntegrationTrigger/delivery/events';

const ignoresOwn = { ignoreOwnMessages: true, instanceIds: [] };
const onlyI1 = { ignoreOwnMessages: false, instanceIds: ['i1'] };

const own = { fromMe: true };
const others = { fromMe: false };
const fromI1 = { instanceId: 'i1' };
const fromI2 = { instanceId: 'i2' };

describe('A delivery with several messages', () => {
	test.each([
		['data', (list: unknown[]) => ({ data: list })],
		['message', (list: unknown[]) => ({ message: list })],
		['data.message', (list: unknown[]) => ({ data: { message: list } })],
	])('starts the workflow if at least one message in %s passes', (_place, event) => {
		expect(passesFilters(event([own, others]), ignoresOwn)).toBe(true);
		expect(passesFilters(event([others, own]), ignoresOwn)).toBe(true);
		expect(passesFilters(event([own, {}]), ignoresOwn)).toBe(true);
		expect(passesFilters(event([own, own]), ignoresOwn)).toBe(false);

		expect(passesFilters(event([fromI1, fromI2]), onlyI1)).toBe(true);
		expect(passesFilters(event([fromI2, fromI1]), onlyI1)).toBe(true);
		expect(passesFilters(event([fromI2, {}]), onlyI1)).toBe(true);
		expect(passesFilters(event([fromI2, fromI2]), onlyI1)).toBe(false);
	});
});

describe('The place of a field', () => {
	test.each([
		['the event', (message: unknown) => message],
		['data', (message: unknown) => ({ data: message })],
		['message', (message: unknown) => ({ message })],
		['data.message', (message: unknown) => ({ data: { message } })],
	])('A message in %s is filtered', (_place, event) => {
		expect(passesFilters(event(own), ignoresOwn)).toBe(false);
		expect(passesFilters(event(others), ignoresOwn)).toBe(true);
		expect(passesFilters(event(fromI2), onlyI1)).toBe(false);
		expect(passesFilters(event(fromI1), onlyI1)).toBe(true);
	});

	test.each([
		['a quoted message', { quoted: own }],
		['a quoted message in data', { data: { quoted: own } }],
		['a field without a name', { '': own }],
		['a field without a name in data', { data: { '': own } }],
		['a message in message', { message: { message: own } }],
	])('A delivery that has the field only in %s passes', (_place, event) => {
		expect(passesFilters(event, ignoresOwn)).toBe(true);
	});

	test('The event goes before data, data before message, and message before data.message', () => {
		expect(passesFilters({ ...others, data: own }, ignoresOwn)).toBe(true);
		expect(passesFilters({ data: others, message: own }, ignoresOwn)).toBe(true);
		expect(passesFilters({ data: { message: own }, message: others }, ignoresOwn)).toBe(true);
		expect(passesFilters({ ...own, data: others }, ignoresOwn)).toBe(false);
		expect(passesFilters({ data: own, message: others }, ignoresOwn)).toBe(false);
		expect(passesFilters({ data: { message: others }, message: own }, ignoresOwn)).toBe(false);
	});

	test('The first place decides even if only some of its messages have the field', () => {
		expect(passesFilters({ message: [own, {}], data: { message: own } }, ignoresOwn)).toBe(true);
		expect(passesFilters({ message: [fromI1, {}], data: { message: fromI2 } }, onlyI1)).toBe(true);
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
	expect(passesFilters({ ...others, ...fromI1 }, both)).toBe(true);
	expect(passesFilters({ ...own, ...fromI1 }, both)).toBe(false);
	expect(passesFilters({ ...others, ...fromI2 }, both)).toBe(false);
});

test('Without a signature, an item shows all headers except those that contain secrets', () => {
	const headers = {
		'x-messaging-integration-token': 'token',
		authorization: 'Bearer key',
		cookie: 'session=1',
		'x-sign': 'not a signature here',
		'content-type': 'application/json',
	};
	expect(itemJson({ id: 1 }, headers)).toEqual({
		headers: { 'x-sign': 'not a signature here', 'content-type': 'application/json' },
		body: { id: 1 },
	});
});

test('A body that ends within a text or an escape stays bytes', () => {
	for (const text of ['"', '"\\', '["a', '{"a":"\\"']) {
		const raw = Buffer.from(text);
		expect(readPayload(raw)).toEqual({ bytes: raw });
	}
});

describe('filters', () => {
	const own = { ignoreOwnMessages: true, instanceIds: [] };
	const some = { ignoreOwnMessages: false, instanceIds: ['i1', '2'] };

	test.each([
		[{ fromMe: true }, false],
		[{ fromMe: false }, true],
		[{ fromMe: 'true' }, true],
		[{}, true],
		[{ data: { fromMe: true } }, false],
		[{ fromMe: false, data: { fromMe: true } }, true],
		[{ a: { b: { fromMe: true } } }, true],
		['text', true],
		[null, true],
		[[{ fromMe: true }], false],
		[{ a: null, b: [1], data: { fromMe: true } }, false],
	])('own messages: %j passes: %s', (event, verdict) => {
		expect(passesFilters(event, own)).toBe(verdict);
		expect(passesFilters(event, { ...own, ignoreOwnMessages: false })).toBe(true);
	});

	test.each([
		[{ instanceId: 'i1' }, true],
		[{ instanceId: 2 }, true],
		[{ instanceId: 'i3' }, false],
		[{}, true],
		[{ data: { instanceId: 'i3' } }, false],
		[{ data: { instanceId: 'i1' } }, true],
		[{ instanceId: null }, true],
		[{ fromMe: true, instanceId: 'i1' }, true],
		[Object.create({ instanceId: 'i3' }), true],
	])('instances: %j passes: %s', (event, verdict) => {
		expect(passesFilters(event, some)).toBe(verdict);
		expect(passesFilters(event, { ...some, instanceIds: [] })).toBe(true);
	});
});

test('an item contains the body as sent, and on request the headers without secrets', () => {
	expect(itemJson({ a: 1 }, undefined, '')).toEqual({ a: 1 });
	expect([[1], 'x', null].map((event) => itemJson(event, undefined, ''))).toEqual([
		{ value: [1] },
		{ value: 'x' },
		{ value: null },
	]);
	const headers = {
		'x-messaging-integration-token': 't',
		'x-sign': 's',
		authorization: 'a',
		cookie: 'c',
		'x-other': 'o',
		many: ['1', '2'],
	};
	expect(itemJson({ a: 1 }, headers, 'X-Sign')).toEqual({
		headers: { 'x-other': 'o', many: ['1', '2'] },
		body: { a: 1 },
	});
	expect(itemJson('x', { 'x-sign': 's' }, '')).toEqual({
		headers: { 'x-sign': 's' },
		body: { value: 'x' },
	});
});

import { readEvents } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';
import { deduplicationKey } from '../../../nodes/MessagingIntegrationTrigger/delivery/identity';

/** Whether two bodies without any ID header count as one delivery. */
function areDuplicates(one: string, other: string, path: string): boolean {
	const [a, b] = [one, other].map((text) => {
		const raw = Buffer.from(text);
		return deduplicationKey({}, raw, readEvents(raw), path);
	});
	return a === b;
}

describe("The user's field", () => {
	test.each(['"evt_1"', '"0"', '" "', '0', '-1', '1.5', 'true', 'false', '{"a":1}', '["a"]'])(
		'The value %s is an ID, so bodies that differ elsewhere are duplicates',
		(value) => {
			expect(areDuplicates(`{"id":${value},"try":1}`, `{"id":${value},"try":2}`, 'id')).toBe(true);
			expect(areDuplicates(`{"id":${value}}`, '{"id":"evt_2"}', 'id')).toBe(false);
		},
	);

	test('The text "1" and the number 1 are different IDs', () => {
		expect(areDuplicates('{"id":"1"}', '{"id":1}', 'id')).toBe(false);
	});

	test.each(['9007199254740991', '-9007199254740991'])(
		'The number %s is an ID, because it has all its digits',
		(value) => {
			expect(areDuplicates(`{"id":${value},"try":1}`, `{"id":${value},"try":2}`, 'id')).toBe(true);
		},
	);

	test.each([
		['9007199254740992', '9007199254740993'],
		['-9007199254740992', '-9007199254740993'],
	])('The numbers %s and %s are no IDs, because parsing makes them equal', (one, other) => {
		expect(areDuplicates(`{"id":${one}}`, `{"id":${other}}`, 'id')).toBe(false);
		expect(areDuplicates(`{"id":${one}}`, `{"id":${one}}`, 'id')).toBe(true);
	});
});

describe('Next to a signature', () => {
	const raw = Buffer.from('{}');
	const key = (headers: Record<string, string>, signedIds: string[]) =>
		deduplicationKey(headers, raw, [{}], '', signedIds);

	test('The signed ID header tells deliveries apart, whatever the other ID headers say', () => {
		const headers = { 'x-mine': '1', 'x-delivery-id': '1', 'webhook-id': '1' };
		const standard = { ...headers, 'webhook-timestamp': '1700000000' };
		for (const given of [headers, standard]) {
			const first = key(given, ['X-Mine']);
			expect(key({ ...given, 'x-mine': '2' }, ['X-Mine'])).not.toBe(first);
			expect(key({ ...given, 'x-delivery-id': '2', 'webhook-id': '2' }, ['X-Mine'])).toBe(first);
		}
	});

	test('No header tells deliveries apart if none is signed', () => {
		const headers = { 'x-delivery-id': '1', 'webhook-id': '1', 'webhook-timestamp': '1' };
		const others = { 'x-event-id': '2', 'webhook-id': '2', 'webhook-timestamp': '2' };
		expect(new Set([headers, others, {}].map((given) => key(given, []))).size).toBe(1);
	});

	test.each(['x-delivery-id', 'X-Delivery-Id', 'X-DELIVERY-ID'])(
		'A retry counts as a duplicate even if the user has meanwhile set up %s as the signed ID',
		(name) => {
			const headers = { 'x-delivery-id': '1' };
			expect(key(headers, [name])).toBe(deduplicationKey(headers, raw, [{}], ''));
		},
	);
});

test('In Standard Webhooks, webhook-id goes before the other ID headers', () => {
	const key = (id: string, other: string) => {
		const headers = { 'webhook-timestamp': '1', 'webhook-id': id, 'x-delivery-id': other };
		return deduplicationKey(headers, Buffer.from('{}'), [{}], '');
	};
	expect(key('1', '1')).toBe(key('1', '2'));
	expect(key('1', '1')).not.toBe(key('2', '1'));
});

describe('identity', () => {
	const raw = Buffer.from('{"a":1}');
	const same = (headers: Record<string, string>, text: string, path = '') =>
		deduplicationKey(headers, Buffer.from(text), readEvents(Buffer.from(text)), path);
	const names = [
		'x-delivery-id',
		'x-webhook-delivery-id',
		'x-event-id',
		'idempotency-key',
		'x-idempotency-key',
	];

	test.each(names)('%s distinguishes equal bytes, and never matches different ones', (name) => {
		expect(same({ [name]: '1' }, '{"e":1}')).toBe(same({ [name]: '1' }, '{"e":1}'));
		expect(same({ [name]: '1' }, 'a')).not.toBe(same({ [name]: '2' }, 'a'));
		expect(same({ [name]: '1' }, 'a')).not.toBe(same({ [name]: '1' }, 'b'));
		expect(same({ [name]: '1' }, '{"e":1}')).not.toBe(same({ [name]: '1' }, '{"e":2}'));
		expect(same({ [name]: '' }, 'a')).toBe(same({}, 'a'));
	});
	test("the user's field takes precedence over any header", () => {
		for (const name of names) {
			expect(same({ [name]: '1' }, '{"e":1}', 'e')).toBe(
				same({ [name]: '2' }, '{"e":1,"x":1}', 'e'),
			);
			expect(same({ [name]: '1' }, '{"e":1}', 'e')).not.toBe(same({ [name]: '1' }, '{"e":2}', 'e'));
		}
	});
	test('x-webhook-id does not count, webhook-id counts with webhook-timestamp, and so does any signed header', () => {
		const differ = (name: string, more = {}, signed?: string[]) => {
			const events = readEvents(raw);
			const [one, two] = ['1', '2'].map((id) =>
				deduplicationKey({ [name]: id, ...more }, raw, events, '', signed),
			);
			return one !== two;
		};
		expect([
			differ('x-webhook-id'),
			differ('webhook-id'),
			differ('webhook-id', { 'webhook-timestamp': '1' }),
		]).toEqual([false, false, true]);
		expect([differ('x-mine'), differ('x-mine', {}, ['X-Mine'])]).toEqual([false, true]);
	});
	test('the same value in two headers is two IDs', () =>
		expect(new Set(names.map((name) => same({ [name]: '1' }, 'a'))).size).toBe(names.length));
	test('a repeated header does not count', () =>
		expect(deduplicationKey({ 'x-delivery-id': ['1', '2'] }, raw, readEvents(raw), '')).toBe(
			same({}, raw.toString()),
		));
	test('other headers do not count', () =>
		expect(same({ 'x-other': '1' }, 'a')).toBe(same({ 'x-other': '2' }, 'a')));

	test.each([
		['e', '{"e":1,"x":1}', '{"e":1,"x":2}', true],
		['e', '{"e":1}', '{"e":2}', false],
		['d.e', '{"d":{"e":1},"x":1}', '{"d":{"e":1},"x":2}', true],
		['d.0.e', '{"d":[{"e":1}],"x":1}', '{"d":[{"e":1}],"x":2}', true],
		['d.1.e', '{"d":[{"e":1}],"x":1}', '{"d":[{"e":1}],"x":2}', false],
		['e', '[{"e":1},{"e":2}]', '[{"e":1,"x":1},{"e":2}]', true],
		['e', '[{"e":1},{"x":1}]', '[{"e":1},{"x":2}]', false],
		['e', '{"e":null,"x":1}', '{"e":null,"x":2}', false],
		['e', '{"e":"","x":1}', '{"e":"","x":2}', false],
		['e', '{"x":1}', '{"x":2}', false],
		['e', '[]', '[ ]', false],
		['constructor', '{"x":1}', '{"x":2}', false],
		['', '{"":1,"x":1}', '{"":1,"x":2}', false],
		['e', 'text e', 'text f', false],
		['d.e', '{"d":"text","x":1}', '{"d":"text","x":2}', false],
	])('with the field "%s", %s and %s are duplicates: %s', (path, one, other, verdict) => {
		expect(same({}, one, path) === same({}, other, path)).toBe(verdict);
		expect(same({}, one, path)).toBe(same({}, one, path));
	});

	test('the same value in different fields, or without a field, gives different identities', () => {
		const all = [
			same({}, '{"e":1,"f":1}', 'e'),
			same({}, '{"e":1,"f":1}', 'f'),
			same({}, '{"e":1,"f":1}'),
		];
		expect(new Set(all).size).toBe(3);
		expect(all[0]).toMatch(/^[\w+/]{43}=$/);
	});
});

import { readEvents } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';
import { AUTOMATIC } from '../../messages/filtering';
import { deduplicationKey } from '../../../nodes/MessagingIntegrationTrigger/delivery/duplicates';

type HeaderSet = Record<string, string | string[]>;

function keyOf(headers: HeaderSet, body = '{}', path = '', isSigned = false): string {
	const raw = Buffer.from(body);
	const events = readEvents(raw, AUTOMATIC).events.map(({ event }) => event);
	return deduplicationKey(headers, raw, events, path, isSigned);
}

describe("The user's field", () => {
	const areDuplicates = (one: string, other: string, path = 'id') => keyOf({}, one, path) === keyOf({}, other, path);

	test.each(['"evt_1"', '0', 'false', '{"a":1}', '["a"]', '9007199254740991', '-9007199254740991'])(
		'The value %s is an ID, so bodies that differ elsewhere are duplicates',
		(value) => {
			expect(areDuplicates(`{"id":${value},"try":1}`, `{"id":${value},"try":2}`)).toBe(true);
			expect(areDuplicates(`{"id":${value}}`, '{"id":"evt_2"}')).toBe(false);
		},
	);

	test.each([
		['the text "1" and the number', '"1"', '1'],
		['numbers that parsing makes equal', '9007199254740992', '9007199254740993'],
		['negative ones', '-9007199254740992', '-9007199254740993'],
	])('Events are different if their IDs are %s', (_what, one, other) => {
		expect(areDuplicates(`{"id":${one}}`, `{"id":${other}}`)).toBe(false);
		expect(areDuplicates(`{"id":${one}}`, `{"id":${one}}`)).toBe(true);
	});

	const messages = (ids: unknown[], x = 1) => JSON.stringify({ data: ids.map((id) => ({ chatId: 'c', id })), x });

	test.each([
		['e', '{"e":1,"x":1}', '{"e":1,"x":2}', true],
		['d.e', '{"d":{"e":1},"x":1}', '{"d":{"e":1},"x":2}', true],
		['d.0.e', '{"d":[{"e":1}],"x":1}', '{"d":[{"e":1}],"x":2}', true],
		['d.e', '{"d":[{"e":1},{"e":2}],"x":1}', '{"d":[{"e":1},{"e":2}],"x":2}', true],
		['d.e', '{"d":[{"e":1},{"e":2}]}', '{"d":[{"e":1},{"e":3}]}', false],
		['data.id', messages([1, 2]), messages([1, 2], 2), true],
		['data.id', messages([1, 2]), messages([1, 3]), false],
		['e', '[{"e":1},{"e":2}]', '[{"e":1,"x":1},{"e":2}]', true],
		['e', '[{"e":1},{"x":1}]', '[{"e":1},{"x":2}]', false],
		['e', '{"e":null,"x":1}', '{"e":null,"x":2}', false],
		['e', '{"x":1}', '{"x":2}', false],
		['e', 'text e', 'text f', false],
		['d.e', '{"d":[{"e":1},{"e":""}]}', '{"d":[{"e":1},{"e":""}],"x":2}', false],
		['', '{"_":1}', '{"_":1,"x":2}', false],
	])('With the field "%s", %s and %s are duplicates: %s', (path, one, other, verdict) => {
		expect(areDuplicates(one, other, path)).toBe(verdict);
		expect(areDuplicates(one, one, path)).toBe(true);
	});

	test('The same value in different fields, or without a field, gives different identities', () => {
		const keys = ['e', 'f', ''].map((path) => keyOf({}, '{"e":1,"f":1}', path));
		expect(new Set(keys).size).toBe(3);
		expect(keys[0]).toMatch(/^id [\w+/]{43}=$/);
	});
});

describe('ID headers', () => {
	const names = ['x-delivery-id', 'x-webhook-delivery-id', 'x-event-id', 'idempotency-key', 'x-idempotency-key'];

	test.each(names)('%s distinguishes equal bytes, and never matches different ones', (name) => {
		const key = (id: string, body: string, path?: string) => keyOf({ [name]: id }, body, path);
		expect(key('1', '{"e":1}')).toBe(key('1', '{"e":1}'));
		expect(key('1', 'a')).not.toBe(key('2', 'a'));
		expect(key('1', '{"e":1}')).not.toBe(key('1', '{"e":2}'));
		expect(key('', 'a')).toBe(keyOf({}, 'a'));
		// The user's field takes precedence.
		expect(key('1', '{"e":1}', 'e')).toBe(key('2', '{"e":1,"x":1}', 'e'));
		expect(key('1', '{"e":1}', 'e')).not.toBe(key('1', '{"e":2}', 'e'));
	});

	test.each(names)('%s counts for nothing if the body is signed, and the header is not', (name) => {
		expect(keyOf({ [name]: '1' }, '{}', '', true)).toBe(keyOf({}));
	});

	test('Another header does not distinguish equal bytes', () => {
		expect(keyOf({ 'x-other': '1' })).toBe(keyOf({}));
	});
});

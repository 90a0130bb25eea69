import { readPayload } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';
import { deduplicationKey } from '../../../nodes/MessagingIntegrationTrigger/delivery/identity';

/** Whether two bodies without any ID header count as one delivery. */
function areDuplicates(one: string, other: string, path: string): boolean {
	const [a, b] = [one, other].map((text) => {
		const raw = Buffer.from(text);
		return deduplicationKey({}, raw, readPayload(raw), path);
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

describe('The signed ID header', () => {
	const raw = Buffer.from('{}');
	const key = (headers: Record<string, string>, signedIdHeader?: string) =>
		deduplicationKey(headers, raw, { events: [{}] }, '', signedIdHeader);

	test('It goes before all other ID headers, because nobody else can change it', () => {
		const headers = { 'x-mine': '1', 'x-delivery-id': '1', 'webhook-id': '1' };
		const standard = { ...headers, 'webhook-timestamp': '1700000000' };
		for (const given of [headers, standard]) {
			const first = key(given, 'x-mine');
			expect(key({ ...given, 'x-mine': '2' }, 'x-mine')).not.toBe(first);
			expect(key({ ...given, 'x-delivery-id': '2', 'webhook-id': '2' }, 'x-mine')).toBe(first);
		}
	});

	test.each(['x-delivery-id', 'X-Delivery-Id', 'X-DELIVERY-ID'])(
		'A retry counts as a duplicate even if the user has meanwhile set up %s as the signed ID',
		(name) => {
			expect(key({ 'x-delivery-id': '1' }, name)).toBe(key({ 'x-delivery-id': '1' }));
		},
	);

	test('An ID header is used even if the signed one is missing', () => {
		expect(key({ 'x-event-id': '1' }, 'x-mine')).toBe(key({ 'x-event-id': '1' }));
		expect(key({ 'x-event-id': '1' }, 'x-mine')).not.toBe(key({ 'x-event-id': '2' }, 'x-mine'));
	});
});

test('In Standard Webhooks, webhook-id goes before the other ID headers', () => {
	const key = (id: string, other: string) => {
		const headers = { 'webhook-timestamp': '1', 'webhook-id': id, 'x-delivery-id': other };
		return deduplicationKey(headers, Buffer.from('{}'), { events: [{}] }, '');
	};
	expect(key('1', '1')).toBe(key('1', '2'));
	expect(key('1', '1')).not.toBe(key('2', '1'));
});

import { readEvents } from '../../nodes/MessagingIntegrationTrigger/delivery/events';
import { AUTOMATIC } from './filtering';

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

import { readPayload } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';

const read = (text: string | Buffer) => readPayload(Buffer.from(text as string));

test.each([
	['', [{}]],
	['{"a":1}', [{ a: 1 }]],
	['[1,{"b":2}]', [1, { b: 2 }]],
	['[]', []],
	['"text"', ['text']],
	['null', [null]],
	[' 5 ', [5]],
])('%j is read as events', (text, events) => expect(read(text)).toEqual({ events }));

test.each(['{"a":', 'text', ' '])('%j remains bytes', (text) =>
	expect(read(text)).toEqual({ bytes: Buffer.from(text) }),
);

test('bytes that are not valid UTF-8 are unchanged', () => {
	const bytes = Buffer.from([0x22, 0xff, 0x22]);
	expect(read(bytes)).toEqual({ bytes });
});

test('JSON is read as events however deep it is', () => {
	expect(read('['.repeat(50_000) + ']'.repeat(50_000))).toHaveProperty('events');
	expect(read(`{"a":${'{"b":'.repeat(50_000)}1${'}'.repeat(50_000)}}`)).toHaveProperty('events');
});

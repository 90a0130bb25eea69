import { readPayload } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';

const read = (text: string | Buffer) => readPayload(Buffer.from(text as string));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

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

test('JSON is parsed up to 500 levels deep; deeper bodies remain bytes', () => {
	expect(read(nested(500))).toHaveProperty('events');
	expect(read(nested(501))).toHaveProperty('bytes');
	expect(read(`{"a":${'{"b":'.repeat(500)}1${'}'.repeat(500)}}`)).toHaveProperty('bytes');
	// Side by side is not deep, and neither are brackets in texts, escaped quotes included.
	expect(read(`[${Array(600).fill('[{}]').join()}]`)).toHaveProperty('events');
	expect(read(JSON.stringify(['['.repeat(600)]))).toHaveProperty('events');
	expect(read(JSON.stringify([`"${'{'.repeat(600)}`]))).toHaveProperty('events');
	expect(read(JSON.stringify(['\\', JSON.parse(nested(499))]))).toHaveProperty('events');
	expect(read(`["\\\\",${nested(500)}]`)).toHaveProperty('bytes');
	expect(read(`["\\"",${nested(500)}]`)).toHaveProperty('bytes');
});

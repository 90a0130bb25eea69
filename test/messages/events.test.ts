import { readEvents } from '../../nodes/MessagingIntegrationTrigger/delivery/events';
import { parseJson } from '../../nodes/shared/texts';
import { AUTOMATIC } from './filtering';

const read = (text: string | Buffer) => {
	const { isJson, events } = readEvents(Buffer.from(text as string), AUTOMATIC);
	return isJson ? events.map(({ event }) => event) : undefined;
};

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

test('JSON in another encoding than UTF-8 is read, too', () => {
	expect(read(Buffer.from('"Olá"', 'latin1'))).toEqual(['Ol\ufffd']);
});

test('JSON is read as events however deep it is', () => {
	expect(read('['.repeat(50_000) + ']'.repeat(50_000))).toHaveLength(1);
	expect(read(`{"a":${'{"b":'.repeat(50_000)}1${'}'.repeat(50_000)}}`)).toHaveLength(1);
});

const LONG = '12345678901234567890';

test.each([
	[`{"a":${LONG},"b":-${LONG}}`, { a: LONG, b: `-${LONG}` }],
	[`[ 1795000000123456789 ,\n9007199254740993\t]`, ['1795000000123456789', '9007199254740993']],
	['[9007199254740991,-9007199254740991]', [9007199254740991, -9007199254740991]],
	[`[${LONG}.5,1.${LONG},${LONG}e2,1e400]`, [Number(`${LONG}.5`), Number(`1.${LONG}`), Number(`${LONG}e2`), Infinity]],
	[`{"${LONG}":"x, ${LONG}, y"}`, { [LONG]: `x, ${LONG}, y` }],
	[`["\\"[${LONG}]","\\\\",${LONG}]`, [`"[${LONG}]`, '\\', LONG]],
	[LONG, LONG],
	[`{"a\\\\":${LONG}}`, { 'a\\': LONG }],
	['[1234567890123456]', [1234567890123456]],
])('in %s, whole numbers above 2^53 become texts with their digits, and nothing else changes', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});

test.each(['x', '\\\\', '\\"', '1', ','])('a text of 4 MB that repeats %j is read', (part) => {
	const long = part.repeat(4_000_000 / part.length);
	expect(parseJson(`{"a":"${long}","n":${LONG}}`)).toEqual({ a: JSON.parse(`"${long}"`) as string, n: LONG });
});

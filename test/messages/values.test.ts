import { isGiven, isNone, scalarOf, timeOf, valueAtPath, valuesAt } from '../../nodes/shared/looseValues';
import { joinSentences, splitList } from '../../nodes/shared/texts';
import { countOf, isUuid, textOf } from '../../nodes/shared/values';

/** Values of unknown types, as services, forms and expressions have them. */

test.each<[unknown, unknown]>([
	[0, 0],
	[false, false],
	['', undefined],
	[null, undefined],
	[[7, 8], 7],
	[[{ id: 1 }], undefined],
	[{ user: 'a', server: 'x' }, 'a@x'],
	[{ User: 7, Server: 'x' }, '7@x'],
	[{ user: 'a', id: 3 }, 3],
	[{ server: 'x' }, undefined],
	[{ low: 5, high: 1 }, 4_294_967_301],
	[{ low: -1, high: 0 }, 4_294_967_295],
	[{ low: 5, high: '1' }, undefined],
	[{ low: '5', high: 1, id: 'b' }, 'b'],
	[{ _serialized: 's', id: 'b' }, 's'],
])('the scalar of %j is %j', (value, scalar) => {
	expect(scalarOf(value)).toBe(scalar);
});

test.each<[string, unknown[]]>([
	['a.b', [1, 2]],
	['a.0.b', [1]],
	['a.1', [{ b: 2 }]],
	['A_.B', [1, 2]],
	['a.b.c', []],
	['c', [{ d: 5, D: 6 }]],
	['c.D', [6]],
	['c._d', [5]],
	[' c . d ', [5]],
])('the path "%s" leads to %j', (path, values) => {
	expect(valuesAt({ a: [{ b: 1 }, { b: 2 }], c: { d: 5, D: 6 } }, path)).toEqual(values);
	expect(valueAtPath(path, {}, { a: [{ b: 1 }, { b: 2 }], c: { d: 5, D: 6 } })).toEqual(values[0]);
	expect(valueAtPath('', { '': 1 })).toBeUndefined();
});

test.each([undefined, null, '', 0, '0', 'no', 'Não', 'NONE', 'false', [], {}])('%j stands for nothing', (value) => {
	expect([isNone(value), isGiven(value), isGiven({ a: value, b: [] })]).toEqual([true, undefined, undefined]);
});

test.each([1, 'nothing', 'xno', true, [0], { a: 'b' }])('%j stands for something', (value) => {
	expect([isNone(value), isGiven(value)]).toEqual([false, true]);
	expect(isGiven({ a: 0, b: value })).toBe(true);
});

test.each<[string | number, string | undefined]>([
	[1_767_225_600, '2026-01-01T00:00:00.000Z'],
	['1767225600.5', '2026-01-01T00:00:00.500Z'],
	[1_767_225_600_123, '2026-01-01T00:00:00.123Z'],
	[1_767_225_600_000_000, '2026-01-01T00:00:00.000Z'],
	[1_767_225_600_000_000_000, '2026-01-01T00:00:00.000Z'],
	[1, undefined],
	['2026-01-01 00:00:00 +0000', '2026-01-01T00:00:00.000Z'],
	['2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
	[-5, undefined],
	['yesterday 5', undefined],
	['05/06/2026 10:00', undefined],
	['2026-01-01 10:00:00', undefined],
	['2026-01-01T10:00:00-0170', undefined],
	['on 2026-01-01T00:00:00Z', undefined],
	['2026-01-01T00:00:00Z or so', undefined],
	['1999-12-31T23:59:59Z', undefined],
])('the time %j is %s', (value, time) => {
	expect(timeOf(value)).toBe(time === undefined ? undefined : Date.parse(time));
});

test.each([
	[['a', ' ', 'b'], 'a. b'],
	[[' a! ', 'b.'], 'a! b.'],
	[['a?"', 'b'], 'a?" b'],
	[['a"', 'b'], 'a". b'],
])('the sentences %j are joined to "%s"', (sentences, text) => {
	expect(joinSentences(...sentences)).toBe(text);
});

test.each<[unknown, string[]]>([
	['a, b;c\nd\r\n', ['a', 'b', 'c', 'd']],
	[
		['a,b', ['c'], 4],
		['a', 'b', 'c', '4'],
	],
	[undefined, []],
])('the list %j has the entries %j', (value, entries) => {
	expect(splitList(value)).toEqual(entries);
});

test.each<[unknown, number | undefined]>([
	[' 7 ', 7],
	['7x', undefined],
	['x7', undefined],
	[0, undefined],
	[2 ** 53, undefined],
])('the count %j is %j', (value, count) => {
	expect(countOf(value)).toBe(count);
});

test.each<[unknown, string | undefined]>([
	[12n, '12'],
	[Number.NaN, undefined],
	[' ', undefined],
])('the text of %p is %p', (value, text) => {
	expect(textOf(value)).toBe(text);
});

test('only a whole text is a UUID', () => {
	const id = '8d1e77b4-20a3-4b7c-9c0f-5b1d2e3f4a55';
	expect([id, id.toUpperCase(), `x${id}`, `${id}0`].map(isUuid)).toEqual([true, true, false, false]);
});

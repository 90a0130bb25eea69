import { FoundRecords } from '../../../nodes/transport/lists/records';
import { incomplete } from '../../../nodes/transport/lists/listErrors';

function found(...pages: unknown[][]) {
	const records = new FoundRecords();
	for (const page of pages) records.add(page);
	return records;
}

const chat = (id: string | number, instanceId: string) => ({ id, instanceId });

/** The pages so far, the next one, and the records of it that are new. */
test.each<[string, unknown[][], unknown[], unknown[]]>([
	['all of the first page', [], [1, 1, null, { id: 1 }], [1, 1, null, { id: 1 }]],
	['only new IDs', [[{ id: 1 }, { id: 'a' }]], [{ id: 'a' }, { id: 2 }], [{ id: 2 }]],
	[
		'nothing of a record whose fields are in another order',
		[[{ id: 1, a: 1, b: { c: 2, d: 3 }, e: 4 }, { id: 2 }]],
		[{ b: { d: 3, c: 2 }, e: 4, id: 1, a: 1 }, { id: 3 }],
		[{ id: 3 }],
	],
	['the same ID of another instance', [[chat(1, 'a')]], [chat(1, 'b'), chat(2, 'b')], [chat(1, 'b'), chat(2, 'b')]],
	['a whole page of other records with the same IDs', [[{ id: 1 }], [{ id: 2 }]], [{ id: 1, n: 1 }], [{ id: 1, n: 1 }]],
	[
		'different records with empty IDs',
		[[{ id: '', n: 1 }]],
		[{ id: '', n: 2 }, { id: 5 }],
		[{ id: '', n: 2 }, { id: 5 }],
	],
	['an object that follows an overlap', [[{ n: 1 }, { n: 2 }]], [{ n: 2 }, { n: 3 }], [{ n: 3 }]],
	['what follows an overlap with and without IDs', [[{ id: 1 }, 1]], [1, { id: 2 }], [{ id: 2 }]],
	['what follows all records so far', [[1, 2]], [1, 2, 3], [3]],
	[
		'a changed record',
		[[{ id: 'a' }, { id: 'b' }]],
		[{ id: 'a', n: 1 }, { id: 'c' }],
		[{ id: 'a', n: 1 }, { id: 'c' }],
	],
	['nothing of the same page without IDs', [[1, 2]], [1, 2], []],
	['nothing of a page that lies over unique and equal records', [[1, 1, 2]], [1, 2], []],
	['what is before all records so far', [[1]], [5, 1], [5]],
	['values whose texts join to the same text', [[1, 12]], [11, 2], [11, 2]],
])('a page adds %s', (_what, pages, page, added) => {
	const records = found(...pages);
	expect(records.add(page)).toBe(added.length);
	expect(records.records).toEqual([...pages.flat(), ...added]);
});

test('a page that has equal records without IDs and a known one is an error', () => {
	expect(() => found([1, 1], [1, 2])).toThrow(incomplete.ambiguous());
	expect(() => found([1, 2], [2, 3, 3])).toThrow(incomplete.ambiguous());
});

test('a page with the same IDs as the one before adds nothing if a part of it is unchanged', () => {
	const records = found([{ id: 1 }, { id: 2 }]);
	expect(records.add([{ id: 2, n: 1 }, { id: 1 }])).toBe(0);
	expect(records.records).toEqual([{ id: 1 }, { id: 2 }]);
});

test('a page with the same unique IDs as the one before adds nothing', () => {
	const records = found([{ id: 1 }]);
	expect(records.add([{ id: 1, n: 1 }], true)).toBe(0);
	expect(() => found([{ id: 1 }]).add([{ id: 1, n: 1 }])).toThrow(incomplete.changed());
});

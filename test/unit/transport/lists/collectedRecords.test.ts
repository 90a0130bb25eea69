import { CollectedRecords } from '../../../../nodes/transport/lists/collectedRecords';
import {
	IncompleteList,
	MAX_RECORDS,
	repeatedRecords,
} from '../../../../nodes/transport/lists/incompleteList';

const withIds = (...ids: unknown[]) => ids.map((id) => ({ id, seen: Math.random() }));

describe('a page contains nothing new', () => {
	test.each([
		['all its IDs are known', withIds(1, 2, 3), withIds(3, 1)],
		['it repeats known IDs within itself', withIds(1, 2), withIds(1, 2, 1)],
		['it equals the first records', ['a', 'b', 'c', 'd'], ['a', 'b']],
		['it equals the last records', ['a', 'b', 'c', 'd'], ['c', 'd']],
		['its records have no IDs, but all are the same', [{ a: 1 }, null, 5], [{ a: 1 }, null]],
		['only some records have IDs, but all are the same', [{ id: 1 }, 'b'], [{ id: 1 }, 'b']],
	])('if %s', (_what, known, page) => {
		expect(new CollectedRecords(known).isRepeatedBy(page)).toBe(true);
	});
});

describe('a page contains something new', () => {
	test.each([
		['one of its IDs is not known', withIds(1, 2), withIds(2, 3)],
		['it equals records from the middle', ['a', 'b', 'c', 'd'], ['b', 'c']],
		['it begins with the known records, but is longer', ['a', 'b'], ['a', 'b', 'c']],
		['its records have no IDs and differ', [{ a: 1 }, { a: 2 }], [{ a: 3 }]],
		['its records have the same IDs, but one has none', [{ id: 1 }, { id: 2 }], [{ id: 1 }, {}]],
	])('if %s', (_what, known, page) => {
		expect(new CollectedRecords(known).isRepeatedBy(page)).toBe(false);
	});
});

test('an empty page is not a repetition', () => {
	expect(new CollectedRecords([1]).isRepeatedBy([])).toBe(false);
});

test('the records of all pages are collected in order, and the length of the last page is known', () => {
	const found = new CollectedRecords([1, 2, 3]);
	expect(found.lastLength).toBe(3);
	found.add([4, 5]);
	expect(found).toMatchObject({ records: [1, 2, 3, 4, 5], lastLength: 2 });
});

test.each([
	[
		120,
		'The service seems to ignore the query parameter "page". It reports a total of 120. Set a Limit of at most 50, or use API Request with the query parameters that the service expects.',
	],
	[
		undefined,
		'The service seems to ignore the query parameter "page". Set a Limit of at most 50, or use API Request with the query parameters that the service expects.',
	],
])(
	'the error for an incomplete list with the total %s explains what to do',
	(total, description) => {
		expect(repeatedRecords(50, 'page', total)).toMatchObject({
			name: 'IncompleteList',
			message:
				'The list is incomplete: the service repeats the first 50 records instead of sending the next ones',
			description,
		});
	},
);

test('no page can be added to the most records that a list can have, except an empty one', () => {
	const found = new CollectedRecords(Array.from({ length: MAX_RECORDS - 1 }, () => 1));
	found.add([2, 3]);
	found.add([]);
	expect(() => found.add([4])).toThrow(IncompleteList);
	expect(found.records).toHaveLength(MAX_RECORDS + 1);
});

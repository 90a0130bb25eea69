import { IncompleteList, MAX_RECORDS } from '../../../../nodes/transport/lists/incompleteList';
import { followPages, type NumberedList } from '../../../../nodes/transport/lists/pageNumbers';
import type { ListPage } from '../../../../nodes/transport/response/response';

/** What `followPages` requests after the first page, and what it returns, if the service has these pages. */
async function follow(
	[first, ...later]: [Partial<ListPage>, ...unknown[][]],
	{
		requested = 2,
		memory = { largestPage: 0 },
		...more
	}: Partial<NumberedList> & { requested?: number } = {},
) {
	const requests: unknown[] = [];
	const outcome = await followPages(
		{
			names: { page: 'page', pageSize: 'limit' },
			maxRecords: Infinity,
			concurrency: 2,
			memory,
			fetchPage: async (query, guess) => {
				requests.push(guess === undefined ? query.page : [query.page, guess]);
				return { records: later[Number(query.page) - 2] ?? [] };
			},
			...more,
		},
		{ records: [], ...first },
		requested,
	).catch((error: unknown) => error);
	return { outcome, requests, memory };
}

describe('a page whose existence nothing announces', () => {
	test('is a guess after a full page', async () => {
		expect(await follow([{ records: [1, 2] }, [3, 4]])).toMatchObject({
			outcome: [1, 2, 3, 4],
			requests: [
				[2, 'afterFull'],
				[3, 'afterFull'],
			],
		});
	});

	test('is a guess after a page that is not full, but only the second page', async () => {
		expect(await follow([{ records: [1, 2] }, [3, 4]], { requested: 5 })).toMatchObject({
			outcome: [1, 2, 3, 4],
			requests: [
				[2, 'afterShort'],
				[3, 'afterFull'],
			],
		});
	});
});

test('an announced page is not a guess', async () => {
	expect(await follow([{ records: [1, 2], total: 3 }, [3]])).toMatchObject({
		outcome: [1, 2, 3],
		requests: [2],
	});
});

test('an announced page is fetched even if the first one is shorter than that of an earlier list', async () => {
	const memory = { largestPage: 5 };
	expect(
		await follow([{ records: [1, 2], total: 3 }, [3]], { requested: 5, memory }),
	).toMatchObject({
		outcome: [1, 2, 3],
		requests: [2],
	});
});

describe('a first page that is the only one that the service reports', () => {
	const only = { records: [1, 2], totalPages: 1 };

	test('is the whole list without a limit', async () => {
		expect(await follow([only, [3]])).toMatchObject({ outcome: [1, 2], requests: [] });
	});

	test('is not the last if it does not fill the limit: the service may have counted larger pages', async () => {
		expect(await follow([only, [3]], { requested: 3, maxRecords: 3 })).toMatchObject({
			outcome: [1, 2, 3],
			requests: [[2, 'afterShort']],
		});
	});
});

describe("the service's page size", () => {
	test.each([
		['is discovered if a second page follows one that is not full', 5, [3, 4], 2],
		['is not discovered if the second page is empty', 5, [], undefined],
		['is not discovered if the first page is full', 2, [3, 4], undefined],
	])('%s', async (_what, requested, second, cap) => {
		const { memory } = await follow([{ records: [1, 2] }, second], { requested });
		expect(memory).toEqual({ largestPage: 2, cap });
	});
});

describe('a total', () => {
	test('that equals the number of records ends the list, even if the service reports more pages', async () => {
		expect(
			await follow([{ records: [1, 2], total: 2, totalPages: 3 }, [3, 4], [5, 6]]),
		).toMatchObject({ outcome: [1, 2], requests: [] });
	});

	test('keeps the list going after a page that is shorter than the first', async () => {
		expect(await follow([{ records: [1, 2], total: 5 }, [3], [4], [5]])).toMatchObject({
			outcome: [1, 2, 3, 4, 5],
			requests: [2, 3, [4, 'afterFull']],
		});
	});
});

test('announced pages are fetched in parallel if the reported page size is the real one', async () => {
	let active = 0;
	let most = 0;
	const fetchPage = async () => {
		most = Math.max(most, (active += 1));
		await new Promise((resolve) => setImmediate(resolve));
		active -= 1;
		return { records: [`record ${Math.random()}`, 'another'] };
	};
	await follow([{ records: [1, 2], totalPages: 3, limit: 2 }], { fetchPage });
	expect(most).toBe(2);
});

describe('if the service repeats records on an announced page', () => {
	const repeated = async (first: Partial<ListPage>, later: unknown[][], maxRecords = Infinity) =>
		(await follow([{ records: [1, 2], ...first }, ...later], { maxRecords })).outcome;

	test('the list is complete if all records of the total were received', async () => {
		expect(
			await repeated({ total: 5 }, [
				[3, 4, 5],
				[4, 5],
			]),
		).toEqual([1, 2, 3, 4, 5]);
	});

	test('the list is complete if as many records as wanted were received', async () => {
		expect(
			await repeated(
				{ total: 100 },
				[
					[3, 4, 5, 6],
					[5, 6],
				],
				6,
			),
		).toEqual([1, 2, 3, 4, 5, 6]);
	});

	test('the list is complete without a total if there was a second page', async () => {
		expect(
			await repeated({ totalPages: 3 }, [
				[3, 4],
				[3, 4],
			]),
		).toEqual([1, 2, 3, 4]);
	});

	test.each([
		[
			'records of the total are missing',
			{ total: 5 },
			[
				[3, 4],
				[3, 4],
			],
		],
		['there was no second page', { totalPages: 2 }, [[1, 2]]],
	])('it is an error if %s', async (_what, first, later) => {
		expect(await repeated(first, later)).toBeInstanceOf(IncompleteList);
	});
});

test('a service that invents records gets no more requests than the most records of a list', async () => {
	let made = 0;
	const fetchPage = async () => ({ records: [{ id: (made += 1) }] });
	const { outcome } = await follow([{ records: [{ id: 0 }] }], { fetchPage, requested: 1 });
	expect(outcome).toBeInstanceOf(IncompleteList);
	// The first page is not among these requests.
	expect(made).toBe(MAX_RECORDS);
});

describe('a list that announces more records than n8n can take', () => {
	const records = [1, 2];

	test('by its total fails at the first page', async () => {
		const { outcome, requests } = await follow([{ records, total: MAX_RECORDS + 1 }]);
		expect(outcome).toMatchObject({
			name: 'IncompleteList',
			message:
				'The service reports 100,001 records, but n8n can take only 100,000 from one input item',
		});
		expect(requests).toEqual([]);
	});

	test('is fetched up to a limit', async () => {
		const { outcome } = await follow([{ records, total: MAX_RECORDS + 1 }, [3, 4]], {
			maxRecords: 3,
		});
		expect(outcome).toEqual([1, 2, 3, 4]);
	});

	test('by its number of pages is complete if it is shorter', async () => {
		const { outcome } = await follow([{ records, totalPages: MAX_RECORDS }, [3, 4], [5]]);
		expect(outcome).toEqual([1, 2, 3, 4, 5]);
	});

	test('by its number of pages gets no more requests than it takes to see that', async () => {
		let made = 0;
		const { outcome } = await follow([{ records, totalPages: MAX_RECORDS }], {
			concurrency: 100,
			fetchPage: async () => ({ records: [{ id: (made += 1) }, { id: -made }] }),
		});
		expect(outcome).toBeInstanceOf(IncompleteList);
		expect(made).toBe(MAX_RECORDS / 2);
	});
});

describe('a list with an empty page among those that it announces', () => {
	test.each([
		['all further pages', [[], []]],
		['a page in the middle', [[], [5, 6]]],
	])('is an error if a full page is missing: %s', async (_what, later) => {
		const { outcome } = await follow([{ records: [1, 2], total: 6 }, ...later]);
		expect(outcome).toMatchObject({
			name: 'IncompleteList',
			message: `The list is incomplete: the service reports 6 records, but returns only ${2 + later.flat().length}`,
		});
	});

	test('is complete if less is missing, because records may be deleted in the meantime', async () => {
		const { outcome } = await follow([{ records: [1, 2], total: 5 }, [3, 4], []]);
		expect(outcome).toEqual([1, 2, 3, 4]);
	});

	test('is complete up to a limit', async () => {
		const { outcome } = await follow([{ records: [1, 2], total: 6 }, [3, 4], []], {
			maxRecords: 4,
		});
		expect(outcome).toEqual([1, 2, 3, 4]);
	});
});

test('a list that announces the most records that n8n can take is fetched', async () => {
	const { outcome } = await follow([{ records: [1, 2], total: MAX_RECORDS }], {
		concurrency: 100,
		fetchPage: async ({ page }) => ({
			records: [2 * Number(page) - 1, 2 * Number(page)].map((id) => ({ id })),
		}),
	});
	expect(outcome).toHaveLength(MAX_RECORDS);
});

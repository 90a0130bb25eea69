import fc from 'fast-check';
import type { ListPage } from '../../../../nodes/transport/response/response';
import {
	fetchList,
	type ListSettings,
	MAX_PAGE_SIZE,
} from '../../../../nodes/transport/lists/pages';

const names = { page: 'page', pageSize: 'limit', cursor: 'cursor' };
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

interface Service {
	/** What the first response announces. */
	announces?: 'total' | 'totalPages' | 'nothing';
	/** The most records per page, and whether the response says so. */
	most?: number;
	saysLimit?: boolean;
	cursor?: boolean;
}

function serve(
	count: number,
	{ announces = 'total', most = 100, saysLimit = true, cursor = false }: Service = {},
) {
	const requests: Array<Record<string, string | number>> = [];
	let active = 0;
	let mostActive = 0;
	const fetchPage = async (query: Record<string, string | number>): Promise<ListPage> => {
		requests.push(query);
		mostActive = Math.max(mostActive, (active += 1));
		await new Promise((resolve) => setImmediate(resolve));
		active -= 1;
		const size = Math.min(most, Number(query.limit ?? most));
		if (cursor) {
			const from = Number(query.cursor ?? 0);
			return {
				records: numbers(count).slice(from, from + size),
				nextCursor: from + size < count ? String(from + size) : undefined,
			};
		}
		const from = (Number(query.page ?? 1) - 1) * size;
		return {
			records: numbers(count).slice(from, from + size),
			limit: saysLimit && announces !== 'nothing' ? size : undefined,
			total: announces === 'total' ? count : undefined,
			totalPages: announces === 'totalPages' ? Math.ceil(count / size) : undefined,
		};
	};
	return { requests, fetchPage, mostActive: () => mostActive };
}

const settings = (change: Partial<ListSettings> = {}): ListSettings => ({
	style: 'page',
	names,
	concurrency: 3,
	...change,
});

test('the page size is at most 100', () => expect(MAX_PAGE_SIZE).toBe(100));

test('after a first page with the total, the other pages are fetched in parallel and returned in order', async () => {
	const service = serve(730);
	expect(await fetchList(service.fetchPage, settings())).toEqual(numbers(730));
	expect(service.requests).toEqual(numbers(8).map((n) => ({ page: n + 1, limit: 100 })));
	expect(service.mostActive()).toBe(3);
});

test.each([
	[{ announces: 'total' }, [1, 2, 3]],
	[{ announces: 'totalPages' }, [1, 2, 3]],
	[{ announces: 'nothing' }, [1, 2, 3]],
] as Array<[Service, number[]]>)('returns all 250 records with %j', async (service, pages) => {
	const { fetchPage, requests } = serve(250, service);
	expect(await fetchList(fetchPage, settings())).toEqual(numbers(250));
	expect(requests.map(({ page }) => page)).toEqual(pages);
});

test('requests one more page after a full last page without a total', async () => {
	const { fetchPage, requests } = serve(200, { announces: 'nothing' });
	expect(await fetchList(fetchPage, settings())).toEqual(numbers(200));
	expect(requests).toHaveLength(3);
});

test.each([
	['the page after one that is not full is empty', 40, undefined, 2],
	['the last requested page is not full', 120, 150, 2],
	['the limit is reached', 730, 200, 2],
	['two pages of equal size reach the limit', 730, 170, 2],
])('a list without a total ends when %s', async (_what, count, wanted, expected) => {
	const { fetchPage, requests } = serve(count, { announces: 'nothing' });
	expect(await fetchList(fetchPage, settings({ maxRecords: wanted }))).toEqual(
		numbers(Math.min(count, wanted ?? count)),
	);
	expect(requests).toHaveLength(expected);
});

test('fetches all pages even if they contain fewer records than their size', async () => {
	const requests: unknown[] = [];
	const fetchPage = async (query: Record<string, string | number>) => {
		requests.push(query.page);
		return {
			records: Number(query.page) > 3 ? [] : numbers(30).map((n) => n + Number(query.page) * 50),
			limit: 50,
			totalPages: 3,
		};
	};
	expect(await fetchList(fetchPage, settings())).toHaveLength(90);
	expect(requests).toEqual([1, 2, 3, 4]);
});

test('stops if the service ignores the page number', async () => {
	let requests = 0;
	const fetchPage = async () => {
		requests += 1;
		return { records: numbers(100) };
	};
	expect(await fetchList(fetchPage, settings())).toEqual(numbers(100));
	expect(requests).toBe(2);
});

test.each([
	[5, 'page', [{ page: 1, limit: 5 }]],
	[100, 'page', [{ page: 1, limit: 100 }]],
	[
		150,
		'page',
		[
			{ page: 1, limit: 75 },
			{ page: 2, limit: 75 },
		],
	],
	[5, 'auto', [{ limit: 5 }]],
	[0, 'page', []],
	[-1, 'page', []],
	[1, 'page', [{ page: 1, limit: 1 }]],
	[5, 'none', [{}]],
] as Array<[number, ListSettings['style'], unknown[]]>)(
	'a limit of %i with the style "%s" sends the right queries',
	async (wanted, style, queries) => {
		const { fetchPage, requests } = serve(730);
		expect(await fetchList(fetchPage, settings({ maxRecords: wanted, style }))).toEqual(
			numbers(Math.max(0, wanted)),
		);
		expect(requests).toEqual(queries);
	},
);

test('an unpaginated list is requested once, without parameters', async () => {
	const { fetchPage, requests } = serve(40);
	expect(await fetchList(fetchPage, settings({ style: 'none' }))).toEqual(numbers(40));
	expect(requests).toStrictEqual([{}]);
});

test('an empty list is requested once', async () => {
	for (const announces of ['total', 'totalPages', 'nothing'] as const) {
		const { fetchPage, requests } = serve(0, { announces });
		expect(await fetchList(fetchPage, settings())).toEqual([]);
		expect(requests).toHaveLength(1);
	}
	// Nor does a total without records cause a further request.
	let requests = 0;
	expect(
		await fetchList(
			async () => ((requests += 1), { records: [], total: 500, limit: 100 }),
			settings(),
		),
	).toEqual([]);
	expect(requests).toBe(1);
});

test.each([
	[{ most: 20, saysLimit: true }],
	[{ most: 20, saysLimit: false, announces: 'totalPages' }],
	[{ most: 20, saysLimit: false, announces: 'total' }],
] as Service[][])(
	'returns all records of a service that caps the page size: %j',
	async (service) => {
		const { fetchPage, requests, mostActive } = serve(90, service);
		expect(await fetchList(fetchPage, settings())).toEqual(numbers(90));
		expect(requests.map(({ page, limit }) => [page, limit])).toEqual(
			[1, 2, 3, 4, 5].map((page) => [page, 100]),
		);
		expect(mostActive()).toBe(3);
	},
);

test('handles a reported page size of 0 or above the requested one', async () => {
	for (const limit of [0, 1_000]) {
		const requests: unknown[] = [];
		const fetchPage = async (query: Record<string, string | number>) => {
			requests.push(query.page);
			const from = (Number(query.page) - 1) * 100;
			return { records: numbers(250).slice(from, from + 100), total: 250, limit };
		};
		expect(await fetchList(fetchPage, settings())).toEqual(numbers(250));
		expect(requests).toEqual([1, 2, 3]);
	}
});

test('a list by page continues by page even if the response contains a cursor', async () => {
	const { fetchPage } = serve(250);
	const withCursor = async (query: Record<string, string | number>) => ({
		...(await fetchPage(query)),
		nextCursor: 'next',
	});
	expect(await fetchList(withCursor, settings())).toEqual(numbers(250));
});

test.each(['page', 'cursor', 'none'] as const)(
	'drops records above the limit: %s',
	async (style) => {
		expect(
			await fetchList(async () => ({ records: numbers(100) }), settings({ style, maxRecords: 5 })),
		).toEqual(numbers(5));
	},
);

describe('a list without a total', () => {
	test('requests no more records than the limit', async () => {
		const { fetchPage, requests } = serve(500, { announces: 'nothing' });
		expect(await fetchList(fetchPage, settings({ maxRecords: 150 }))).toEqual(numbers(150));
		expect(requests).toEqual([
			{ page: 1, limit: 75 },
			{ page: 2, limit: 75 },
		]);
	});

	test('contains no duplicates if the service ignores the page number', async () => {
		const requests: unknown[] = [];
		const fetchPage = async (query: Record<string, string | number>) => {
			requests.push(query);
			return { records: numbers(Number(query.limit)) };
		};
		expect(await fetchList(fetchPage, settings({ maxRecords: 150 }))).toEqual(numbers(75));
		expect(requests).toHaveLength(2);
	});

	test('contains no duplicates if the service repeats its last page for every later number', async () => {
		const fetchPage = async ({ page }: Record<string, string | number>) => {
			const from = (Math.min(Number(page), 3) - 1) * 100;
			return { records: numbers(300).slice(from, from + 100) };
		};
		expect(await fetchList(fetchPage, settings())).toEqual(numbers(300));
	});
});

test('returns each record once if the service filters its pages', async () => {
	for (const announces of [
		{ total: 200, limit: 100 },
		{ total: 200 },
		{ totalPages: 2, limit: 100 },
		{ totalPages: 2 },
		{},
	]) {
		const hidden = (n: number) => n % 15 === 0;
		const fetchPage = async ({ page, limit }: Record<string, string | number>) => {
			const rows = numbers(200).slice(
				(Number(page) - 1) * Number(limit),
				Number(page) * Number(limit),
			);
			return { records: rows.filter((n) => !hidden(n)).map((id) => ({ id })), ...announces };
		};
		const got = await fetchList(fetchPage, settings());
		expect(got).toEqual(
			numbers(200)
				.filter((n) => !hidden(n))
				.map((id) => ({ id })),
		);
	}
});

test.each([0, 10])('a total of %i that contradicts the first page is ignored', async (total) => {
	const { fetchPage } = serve(130, { announces: 'nothing', most: 20 });
	const wrong = async (query: Record<string, string | number>) => ({
		...(await fetchPage(query)),
		total,
	});
	expect(await fetchList(wrong, settings())).toEqual(numbers(130));
});

test('a limit returns the first records even if the service ignores the page size', async () => {
	const { fetchPage } = serve(250, { announces: 'nothing' });
	const fixed = async ({ page }: Record<string, string | number>) =>
		await fetchPage({ page: page as number, limit: 100 });
	const memory = { largestPage: 0 };
	for (const wanted of [150, 70, 150, 99, 249]) {
		expect(await fetchList(fixed, settings({ maxRecords: wanted, memory }))).toEqual(
			numbers(wanted),
		);
	}
});

describe('by cursor', () => {
	test.each(['cursor', 'auto'] as const)(
		'a list of the style "%s" returns all records',
		async (style) => {
			const { fetchPage, requests } = serve(250, { cursor: true });
			expect(await fetchList(fetchPage, settings({ style }))).toEqual(numbers(250));
			expect(requests).toEqual([
				{ limit: 100 },
				{ limit: 100, cursor: '100' },
				{ limit: 100, cursor: '200' },
			]);
		},
	);

	test('requests no more records than the limit', async () => {
		const { fetchPage, requests } = serve(250, { cursor: true });
		expect(await fetchList(fetchPage, settings({ style: 'cursor', maxRecords: 120 }))).toEqual(
			numbers(120),
		);
		expect(requests).toEqual([{ limit: 60 }, { limit: 60, cursor: '60' }]);
		const exact = serve(250, { cursor: true });
		expect(
			await fetchList(exact.fetchPage, settings({ style: 'cursor', maxRecords: 100 })),
		).toEqual(numbers(100));
		expect(exact.requests).toHaveLength(1);
	});

	test('a cursor that stays the same is followed as long as it leads to new records', async () => {
		let requests = 0;
		const fetchPage = async () => {
			const records = numbers(230)
				.slice(requests * 50, (requests += 1) * 50)
				.map((id) => ({ id }));
			return { records, nextCursor: 'scroll-1' };
		};
		expect(await fetchList(fetchPage, settings({ style: 'cursor' }))).toEqual(
			numbers(230).map((id) => ({ id })),
		);
	});

	test('repeated records with a further cursor are an error; without one they are dropped', async () => {
		const again =
			(nextCursor: string | undefined) =>
			async ({ cursor }: Record<string, string | number>) =>
				cursor === undefined
					? { records: [{ id: 1 }, { id: 2 }], nextCursor: 'a' }
					: { records: [{ id: 2 }], nextCursor };
		await expect(fetchList(again('b'), settings({ style: 'cursor' }))).rejects.toThrow(
			/incomplete/,
		);
		expect(await fetchList(again(undefined), settings({ style: 'cursor' }))).toEqual([
			{ id: 1 },
			{ id: 2 },
		]);
	});

	test('ten empty pages in a row end the list, fewer do not', async () => {
		const withEmpty = (empty: number) => {
			let requests = 0;
			return async () => (
				(requests += 1),
				{
					records: requests > 1 && requests <= 1 + empty ? [] : [requests],
					nextCursor: requests === empty + 2 ? undefined : `c${requests}`,
				}
			);
		};
		expect(await fetchList(withEmpty(9), settings({ style: 'cursor' }))).toEqual([1, 11]);
		expect(await fetchList(withEmpty(10), settings({ style: 'cursor' }))).toEqual([1]);
		let requests = 0;
		const never = async () => ((requests += 1), { records: [], nextCursor: `c${requests}` });
		expect(await fetchList(never, settings({ style: 'cursor' }))).toEqual([]);
		expect(requests).toBe(10);
		// A page with records resets the count.
		let turn = 0;
		const now = async () => (
			(turn += 1),
			{ records: turn % 6 === 0 ? [turn] : [], nextCursor: turn === 18 ? undefined : `c${turn}` }
		);
		expect(await fetchList(now, settings({ style: 'cursor' }))).toEqual([6, 12, 18]);
	});

	test('an auto list without a cursor continues by page', async () => {
		const { fetchPage, requests } = serve(150);
		expect(await fetchList(fetchPage, settings({ style: 'auto' }))).toEqual(numbers(150));
		expect(requests[0]).toEqual({ limit: 100 });
		expect(requests[1]).toEqual({ page: 2, limit: 100 });
	});
});

test('a failed page throws its error and stops the list', async () => {
	let requests = 0;
	const fetchPage = async ({ page }: Record<string, string | number>) => {
		requests += 1;
		await new Promise((resolve) => setImmediate(resolve));
		if (page === 3) throw new Error('page 3');
		return { records: numbers(100), total: 5_000 };
	};
	await expect(fetchList(fetchPage, settings({ concurrency: 2 }))).rejects.toThrow('page 3');
	await new Promise((resolve) => setTimeout(resolve, 5));
	expect(requests).toBeLessThanOrEqual(4);
});

test('returns exactly the first records of any list, for any limit and service', async () => {
	const services = fc.record({
		announces: fc.constantFrom('total', 'totalPages', 'nothing'),
		cursor: fc.boolean(),
	}) as fc.Arbitrary<Service>;
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 450 }),
			fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
			services,
			async (count, wanted, service) => {
				const { fetchPage } = serve(count, service);
				const style = service.cursor ? 'cursor' : 'page';
				expect(await fetchList(fetchPage, settings({ style, maxRecords: wanted }))).toEqual(
					numbers(Math.min(count, wanted ?? count)),
				);
			},
		),
		{ numRuns: 60 },
	);
});

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
	/** What the first answer tells. */
	tells?: 'total' | 'totalPages' | 'nothing';
	/** Most records it gives a page, and whether it says so. */
	most?: number;
	saysLimit?: boolean;
	cursor?: boolean;
}

function serve(
	count: number,
	{ tells = 'total', most = 100, saysLimit = true, cursor = false }: Service = {},
) {
	const asked: Array<Record<string, string | number>> = [];
	let active = 0;
	let mostActive = 0;
	const fetchPage = async (query: Record<string, string | number>): Promise<ListPage> => {
		asked.push(query);
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
			limit: saysLimit && tells !== 'nothing' ? size : undefined,
			total: tells === 'total' ? count : undefined,
			totalPages: tells === 'totalPages' ? Math.ceil(count / size) : undefined,
		};
	};
	return { asked, fetchPage, mostActive: () => mostActive };
}

const settings = (change: Partial<ListSettings> = {}): ListSettings => ({
	style: 'page',
	names,
	concurrency: 3,
	...change,
});

test('no list gives more than a hundred a page', () => expect(MAX_PAGE_SIZE).toBe(100));

test('whole list by pages: the first tells the number, the rest come in parallel, in order', async () => {
	const service = serve(730);
	expect(await fetchList(service.fetchPage, settings())).toEqual(numbers(730));
	expect(service.asked).toEqual(numbers(8).map((n) => ({ page: n + 1, limit: 100 })));
	expect(service.mostActive()).toBe(3);
});

test.each([
	[{ tells: 'total' }, [1, 2, 3]],
	[{ tells: 'totalPages' }, [1, 2, 3]],
	[{ tells: 'nothing' }, [1, 2, 3]],
] as Array<[Service, number[]]>)('250 records, %j', async (service, pages) => {
	const { fetchPage, asked } = serve(250, service);
	expect(await fetchList(fetchPage, settings())).toEqual(numbers(250));
	expect(asked.map(({ page }) => page)).toEqual(pages);
});

test('a list that ends with a full page and tells nothing is asked once more', async () => {
	const { fetchPage, asked } = serve(200, { tells: 'nothing' });
	expect(await fetchList(fetchPage, settings())).toEqual(numbers(200));
	expect(asked).toHaveLength(3);
});

test.each([
	['the page after one that was not full holds nothing', 40, undefined, 2],
	['the last page that is wanted is not full', 120, 150, 2],
	['as many as wanted are there', 730, 200, 2],
	['two even pages have made up what was wanted', 730, 170, 2],
])('a list that tells nothing ends where %s', async (_what, count, wanted, requests) => {
	const { fetchPage, asked } = serve(count, { tells: 'nothing' });
	expect(await fetchList(fetchPage, settings({ maxRecords: wanted }))).toEqual(
		numbers(Math.min(count, wanted ?? count)),
	);
	expect(asked).toHaveLength(requests);
});

test('pages that hold fewer records than their size are all fetched', async () => {
	const asked: unknown[] = [];
	const fetchPage = async (query: Record<string, string | number>) => {
		asked.push(query.page);
		return {
			records: Number(query.page) > 3 ? [] : numbers(30).map((n) => n + Number(query.page) * 50),
			limit: 50,
			totalPages: 3,
		};
	};
	expect(await fetchList(fetchPage, settings())).toHaveLength(90);
	expect(asked).toEqual([1, 2, 3, 4]);
});

test('a service that ignores the page number is not asked for ever', async () => {
	let asked = 0;
	const fetchPage = async () => {
		asked += 1;
		return { records: numbers(100) };
	};
	expect(await fetchList(fetchPage, settings())).toEqual(numbers(100));
	expect(asked).toBe(2);
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
	'%i wanted, %s',
	async (wanted, style, queries) => {
		const { fetchPage, asked } = serve(730);
		expect(await fetchList(fetchPage, settings({ maxRecords: wanted, style }))).toEqual(
			numbers(Math.max(0, wanted)),
		);
		expect(asked).toEqual(queries);
	},
);

test('a list that comes whole is asked for once, without parameters', async () => {
	const { fetchPage, asked } = serve(40);
	expect(await fetchList(fetchPage, settings({ style: 'none' }))).toEqual(numbers(40));
	expect(asked).toEqual([{}]);
});

test('an empty list', async () => {
	for (const tells of ['total', 'totalPages', 'nothing'] as const) {
		const { fetchPage, asked } = serve(0, { tells });
		expect(await fetchList(fetchPage, settings())).toEqual([]);
		expect(asked).toHaveLength(1);
	}
	// A total without records is no reason to ask on.
	let asked = 0;
	expect(
		await fetchList(
			async () => ((asked += 1), { records: [], total: 500, limit: 100 }),
			settings(),
		),
	).toEqual([]);
	expect(asked).toBe(1);
});

test.each([
	[{ most: 20, saysLimit: true }],
	[{ most: 20, saysLimit: false, tells: 'totalPages' }],
	[{ most: 20, saysLimit: false, tells: 'total' }],
] as Service[][])('a service with pages of its own size: %j', async (service) => {
	const { fetchPage, asked, mostActive } = serve(90, service);
	expect(await fetchList(fetchPage, settings())).toEqual(numbers(90));
	expect(asked.map(({ page, limit }) => [page, limit])).toEqual(
		[1, 2, 3, 4, 5].map((page) => [page, 100]),
	);
	expect(mostActive()).toBe(3);
});

test('a service that says that its pages hold none, or more than was asked for', async () => {
	for (const limit of [0, 1_000]) {
		const asked: unknown[] = [];
		const fetchPage = async (query: Record<string, string | number>) => {
			asked.push(query.page);
			const from = (Number(query.page) - 1) * 100;
			return { records: numbers(250).slice(from, from + 100), total: 250, limit };
		};
		expect(await fetchList(fetchPage, settings())).toEqual(numbers(250));
		expect(asked).toEqual([1, 2, 3]);
	}
});

test('by page it stays by page, also when the answer shows a cursor', async () => {
	const { fetchPage } = serve(250);
	const withCursor = async (query: Record<string, string | number>) => ({
		...(await fetchPage(query)),
		nextCursor: 'next',
	});
	expect(await fetchList(withCursor, settings())).toEqual(numbers(250));
});

test.each(['page', 'cursor', 'none'] as const)(
	'a service that gives more than was asked for: %s',
	async (style) => {
		expect(
			await fetchList(async () => ({ records: numbers(100) }), settings({ style, maxRecords: 5 })),
		).toEqual(numbers(5));
	},
);

describe('a list that tells nothing', () => {
	test('asks for no more than wanted', async () => {
		const { fetchPage, asked } = serve(500, { tells: 'nothing' });
		expect(await fetchList(fetchPage, settings({ maxRecords: 150 }))).toEqual(numbers(150));
		expect(asked).toEqual([
			{ page: 1, limit: 75 },
			{ page: 2, limit: 75 },
		]);
	});

	test('is not taken twice where the service ignores the page number: a smaller page', async () => {
		const asked: unknown[] = [];
		const fetchPage = async (query: Record<string, string | number>) => {
			asked.push(query);
			return { records: numbers(Number(query.limit)) };
		};
		expect(await fetchList(fetchPage, settings({ maxRecords: 150 }))).toEqual(numbers(75));
		expect(asked).toHaveLength(2);
	});

	test('is not taken twice where the service gives its last page for every later one', async () => {
		const fetchPage = async ({ page }: Record<string, string | number>) => {
			const from = (Math.min(Number(page), 3) - 1) * 100;
			return { records: numbers(300).slice(from, from + 100) };
		};
		expect(await fetchList(fetchPage, settings())).toEqual(numbers(300));
	});
});

test('a service that filters its pages gives each record once', async () => {
	for (const tells of [
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
			return { records: rows.filter((n) => !hidden(n)).map((id) => ({ id })), ...tells };
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
	const { fetchPage } = serve(130, { tells: 'nothing', most: 20 });
	const wrong = async (query: Record<string, string | number>) => ({
		...(await fetchPage(query)),
		total,
	});
	expect(await fetchList(wrong, settings())).toEqual(numbers(130));
});

test('a Limit gives the first records also where the service ignores the page size', async () => {
	const { fetchPage } = serve(250, { tells: 'nothing' });
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
	test.each(['cursor', 'auto'] as const)('%s', async (style) => {
		const { fetchPage, asked } = serve(250, { cursor: true });
		expect(await fetchList(fetchPage, settings({ style }))).toEqual(numbers(250));
		expect(asked).toEqual([
			{ limit: 100 },
			{ limit: 100, cursor: '100' },
			{ limit: 100, cursor: '200' },
		]);
	});

	test('no more than wanted', async () => {
		const { fetchPage, asked } = serve(250, { cursor: true });
		expect(await fetchList(fetchPage, settings({ style: 'cursor', maxRecords: 120 }))).toEqual(
			numbers(120),
		);
		expect(asked).toEqual([{ limit: 60 }, { limit: 60, cursor: '60' }]);
		const exact = serve(250, { cursor: true });
		expect(
			await fetchList(exact.fetchPage, settings({ style: 'cursor', maxRecords: 100 })),
		).toEqual(numbers(100));
		expect(exact.asked).toHaveLength(1);
	});

	test('a cursor that stays the same is followed as long as it leads to new records', async () => {
		let asked = 0;
		const fetchPage = async () => {
			const records = numbers(230)
				.slice(asked * 50, (asked += 1) * 50)
				.map((id) => ({ id }));
			return { records, nextCursor: 'scroll-1' };
		};
		expect(await fetchList(fetchPage, settings({ style: 'cursor' }))).toEqual(
			numbers(230).map((id) => ({ id })),
		);
	});

	test('records that come again with a further cursor are an error, and at the end of the list they are dropped', async () => {
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

	test('pages without records: ten end the list, fewer do not', async () => {
		const withEmpty = (empty: number) => {
			let asked = 0;
			return async () => (
				(asked += 1),
				{
					records: asked > 1 && asked <= 1 + empty ? [] : [asked],
					nextCursor: asked === empty + 2 ? undefined : `c${asked}`,
				}
			);
		};
		expect(await fetchList(withEmpty(9), settings({ style: 'cursor' }))).toEqual([1, 11]);
		expect(await fetchList(withEmpty(10), settings({ style: 'cursor' }))).toEqual([1]);
		let asked = 0;
		const never = async () => ((asked += 1), { records: [], nextCursor: `c${asked}` });
		expect(await fetchList(never, settings({ style: 'cursor' }))).toEqual([]);
		expect(asked).toBe(10);
		// A page with records begins the count anew.
		let turn = 0;
		const now = async () => (
			(turn += 1),
			{ records: turn % 6 === 0 ? [turn] : [], nextCursor: turn === 18 ? undefined : `c${turn}` }
		);
		expect(await fetchList(now, settings({ style: 'cursor' }))).toEqual([6, 12, 18]);
	});

	test('an auto list without a cursor goes on by pages', async () => {
		const { fetchPage, asked } = serve(150);
		expect(await fetchList(fetchPage, settings({ style: 'auto' }))).toEqual(numbers(150));
		expect(asked[0]).toEqual({ limit: 100 });
		expect(asked[1]).toEqual({ page: 2, limit: 100 });
	});
});

test('a page that fails: its error comes out, and no further page is asked for', async () => {
	let asked = 0;
	const fetchPage = async ({ page }: Record<string, string | number>) => {
		asked += 1;
		await new Promise((resolve) => setImmediate(resolve));
		if (page === 3) throw new Error('page 3');
		return { records: numbers(100), total: 5_000 };
	};
	await expect(fetchList(fetchPage, settings({ concurrency: 2 }))).rejects.toThrow('page 3');
	await new Promise((resolve) => setTimeout(resolve, 5));
	expect(asked).toBeLessThanOrEqual(4);
});

test('any list, any wish, any service: exactly the first so many records', async () => {
	const services = fc.record({
		tells: fc.constantFrom('total', 'totalPages', 'nothing'),
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

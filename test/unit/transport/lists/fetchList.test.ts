import { ServiceError } from '../../../../nodes/transport/errors/serviceError';
import { fetchList } from '../../../../nodes/transport/lists/fetchList';
import { incomplete, tooManyRecords } from '../../../../nodes/transport/lists/listErrors';

type Settings = Parameters<typeof fetchList>[1];

const failure = (status?: number) =>
	new ServiceError({ status, attempts: 1, outcomeUnknown: false });

/** Makes records with IDs from `from` to `to`. */
const ids = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => ({ id: from + n }));

/** One record more than a list may have. */
const MANY = Array.from({ length: 100_001 }, (_, n) => n);

const page = (from: number, to: number, paging = {}) => ({ data: ids(from, to), ...paging });

/** Fetches a list whose pages are bodies, or statuses without a body. */
async function fetched(settings: Partial<Settings>, pages: unknown[]) {
	const queries: unknown[] = [];
	const send = async (query: object) => {
		queries.push(query);
		const body = pages[queries.length - 1];
		if (body === undefined) throw new Error(`A page after the last: ${JSON.stringify(query)}`);
		if (body === 204) return { status: 204, headers: {}, body: '' };
		if (typeof body === 'number') throw failure(body || undefined);
		return { status: 200, headers: {}, body };
	};
	const list = fetchList(send, { path: '/chats', style: 'auto', ...settings });
	const result = await list.catch((error: unknown) => error);
	return { result, queries };
}

const cursor = { nextCursor: 'c' };
const changed = [{ id: 1 }, { id: 2, n: 1 }];

/** The last page shows that the list has ended; a request for another one would fail. */
test.each<[string, Partial<Settings>, unknown[], unknown[]]>([
	['an empty page', {}, [page(1, 2), []], ids(1, 2)],
	['an empty first page', {}, [[]], []],
	['a first response with 204', {}, [204], []],
	['a later response with 204', { style: 'page' }, [page(1, 2), 204], ids(1, 2)],
	['a 404 after a full page', {}, [page(1, 100), 404], ids(1, 100)],
	['a 400 after a short page', {}, [page(1, 99), 400], ids(1, 99)],
	['a 422 after the announced total', {}, [page(1, 100, { total: 100 }), 422], ids(1, 100)],
	['a 416 after a page shorter than the first', {}, [page(1, 50), page(51, 70), 416], ids(1, 70)],
	['a page without a cursor', { style: 'cursor' }, [page(1, 2)], ids(1, 2)],
	['an empty page after a cursor', { style: 'cursor' }, [page(1, 2, cursor), []], ids(1, 2)],
	['hasMore = false', {}, [page(1, 100, { hasMore: false })], ids(1, 100)],
	['hasMore = false beside a cursor', {}, [page(1, 2, { hasMore: false, ...cursor })], ids(1, 2)],
	[
		'hasMore = false beside a cursor, by page',
		{ style: 'page' },
		[page(1, 2, { hasMore: false, ...cursor })],
		ids(1, 2),
	],
	['a page shorter than its limit', {}, [page(1, 9, { limit: 10 })], ids(1, 9)],
	['a page as long as its limit', {}, [page(1, 9, { limit: 9 }), []], ids(1, 9)],
	['a page as long as requested', {}, [page(1, 100, { limit: 500 }), []], ids(1, 100)],
	['a short page without a size', { style: 'none' }, [page(1, 9, { limit: 10 })], ids(1, 9)],
	[
		'the last of the announced pages',
		{},
		[page(1, 2, { totalPages: 2 }), page(3, 4), []],
		ids(1, 4),
	],
	['a 404 after the announced pages', {}, [page(1, 2, { totalPages: 1 }), 404], ids(1, 2)],
	['a total that stays', {}, [page(1, 2, { total: 5 }), page(3, 5, { total: 5 }), []], ids(1, 5)],
	[
		'a page after an empty one with another cursor',
		{},
		[page(1, 2, cursor), page(1, 0, { nextCursor: 'd' }), page(3, 3)],
		ids(1, 3),
	],
	['an empty third page', { style: 'none' }, [page(1, 2), page(3, 4), []], ids(1, 4)],
	['a page that repeats the first one', {}, [page(1, 2), page(1, 2)], ids(1, 2)],
	['a page that half repeats the first one', {}, [page(1, 2), changed], ids(1, 2)],
	['other contents by page', { style: 'page' }, [page(1, 2), changed], ids(1, 2)],
	['other contents by cursor', { style: 'cursor' }, [ids(1, 2), changed], ids(1, 2)],
	[
		'other contents of a later page',
		{},
		[page(8, 9), page(1, 2), changed],
		[...ids(8, 9), ...ids(1, 2)],
	],
	[
		'other contents without documented pages',
		{ style: 'none' },
		[page(1, 1), [{ id: 1, n: 1 }]],
		ids(1, 1),
	],
	[
		'a page that repeats the second one',
		{},
		[page(1, 100), page(101, 200), page(101, 200)],
		ids(1, 200),
	],
	[
		'a repeated page that reaches the total',
		{},
		[page(1, 100), page(1, 100, { total: 100 })],
		ids(1, 100),
	],
	['the most records', { maxRecords: 3 }, [page(1, 3, { hasMore: true })], ids(1, 3)],
	['more than the most records', { maxRecords: 3 }, [page(1, 5, { total: 200_000 })], ids(1, 3)],
	['a total of fewer records', { maxRecords: 3 }, [page(1, 3, { total: 2 })], ids(1, 3)],
	['exactly 100,000 records', {}, [{ data: MANY.slice(1), hasMore: false }], MANY.slice(1)],
	[
		'99 useless pages before a new record',
		{},
		[...Array(99).fill({ data: [], hasMore: true }), page(1, 1, { hasMore: true }), []],
		ids(1, 1),
	],
	[
		'useless pages between new records',
		{},
		[
			...Array.from({ length: 60 }, (_, n) => [
				{ data: [], hasMore: true },
				page(n + 1, n + 1, { hasMore: true }),
				{ data: [], hasMore: true },
			]).flat(),
			[],
		],
		ids(1, 60),
	],
	[
		'more than 100 pages with one cursor and new records',
		{},
		[...Array.from({ length: 101 }, (_, n) => page(n, n, cursor)), []],
		ids(0, 100),
	],
	['a total that becomes known', {}, [page(1, 2), page(3, 4, { total: 4 }), []], ids(1, 4)],
	[
		'a smaller total of a complete list',
		{},
		[page(1, 4, { total: 4 }), { data: [], total: 3 }],
		ids(1, 4),
	],
])('a list ends with %s', async (_what, settings, pages, records) => {
	const { result, queries } = await fetched(settings, pages);
	expect(result).toEqual(records);
	expect(queries).toHaveLength(pages.length);
});

test.each<[string, Partial<Settings>, unknown[], () => Error]>([
	['a 400 after a full page', {}, [page(1, 100), 400], () => failure(400)],
	['a 400 after a page like the first', {}, [page(1, 50), page(51, 100), 400], () => failure(400)],
	['a 400 after more than the total', {}, [page(1, 100, { total: 99 }), 400], () => failure(400)],
	['a 404 of the first page', {}, [404], () => failure(404)],
	['a 404 of an announced page', {}, [page(1, 2, { hasMore: true }), 404], () => failure(404)],
	['a 404 after a cursor', {}, [page(1, 2, cursor), 404], () => failure(404)],
	[
		'a 404 of one of the announced pages',
		{},
		[page(1, 2, { totalPages: 2 }), 404],
		() => failure(404),
	],
	['a failure without a status', {}, [page(1, 2), 0], () => failure()],
	[
		'a 204 of an announced page',
		{},
		[page(1, 2, { hasMore: true }), 204],
		() => incomplete.emptyPage(2),
	],
	['a 204 after a cursor', {}, [page(1, 2, cursor), 204], () => incomplete.emptyPage(2)],
	['a 204 before the total', {}, [page(1, 2, { total: 3 }), 204], () => incomplete.emptyPage(2)],
	[
		'100 useless pages',
		{},
		Array(100).fill({ data: [], hasMore: true }),
		() => incomplete.endless(100),
	],
	['more than 100,000 records', {}, [MANY], () => tooManyRecords()],
	[
		'more than 100,000 records and a total',
		{},
		[{ data: MANY, total: 100_001 }],
		() => tooManyRecords(),
	],
	['a total of more', {}, [{ data: MANY.slice(1), total: 100_001 }], () => tooManyRecords(100_001)],
	['a too large total', {}, [page(1, 1, { total: 100_001 })], () => tooManyRecords(100_001)],
	[
		'an empty page before the total',
		{},
		[page(1, 2, { total: 3 }), []],
		() => incomplete.missing(2, 3),
	],
	[
		'an empty page before the first total',
		{},
		[page(1, 2, { total: 9 }), page(3, 4, { total: 10 }), []],
		() => incomplete.missing(4, 9),
	],
	[
		'a smaller total',
		{},
		[page(1, 2, { total: 5 }), page(3, 3), page(4, 4, { total: 4 })],
		() => incomplete.shrunk(5, 4),
	],
	[
		'the same cursor with nothing new',
		{},
		[page(1, 2, cursor), page(1, 2, cursor)],
		() => incomplete.repeated(2, 'cursor'),
	],
	[
		'the same cursor under another name',
		{ names: { pageSize: 'n', cursor: 'after' } },
		[page(1, 2, { ...cursor, total: 7 }), page(1, 2, cursor)],
		() => incomplete.repeated(2, 'after', 7),
	],
	[
		'a full page that is repeated',
		{},
		[page(1, 100), page(1, 100)],
		() => incomplete.repeated(100, 'page'),
	],
	[
		'a full page whose part is repeated',
		{},
		[page(1, 100), page(1, 50)],
		() => incomplete.repeated(100, 'page'),
	],
	[
		'a repeated page before the total',
		{},
		[page(1, 2, { total: 3 }), page(1, 2)],
		() => incomplete.repeated(2, 'page', 3),
	],
	[
		'a repeated page that says more',
		{},
		[page(1, 2), page(1, 2, { hasMore: true })],
		() => incomplete.repeated(2, 'page'),
	],
	[
		'mostly other contents',
		{},
		[page(1, 3), [...changed, { id: 3, n: 1 }]],
		() => incomplete.changed(),
	],
	[
		'mostly other contents of a later page',
		{},
		[page(8, 9), page(1, 3), [...changed, { id: 3, n: 1 }]],
		() => incomplete.changed(),
	],
	[
		'other contents of an announced page',
		{ style: 'none' },
		[page(1, 2), { data: changed, hasMore: true }],
		() => incomplete.repeated(2, 'page'),
	],
	[
		'other contents before the total',
		{ style: 'none' },
		[page(1, 2, { total: 4 }), changed],
		() => incomplete.repeated(2, 'page', 4),
	],
])('a list is an error after %s', async (_what, settings, pages, make) => {
	const error = make();
	const { result, queries } = await fetched(settings, pages);
	expect(result).toEqual(error);
	expect(result).toMatchObject({ description: (error as ServiceError).description });
	expect(queries).toHaveLength(pages.length);
});

test.each<[string, Partial<Settings>, unknown[], object[]]>([
	[
		'by page',
		{ style: 'page' },
		[page(1, 2, cursor), []],
		[
			{ limit: 100, page: 1 },
			{ limit: 100, page: 2 },
		],
	],
	[
		'by cursor',
		{ style: 'cursor' },
		[page(1, 2, cursor), []],
		[{ limit: 100 }, { limit: 100, cursor: 'c' }],
	],
	[
		'by cursor, without one',
		{ style: 'cursor' },
		[ids(1, 2), []],
		[{ limit: 100 }, { limit: 100, page: 2 }],
	],
	['by itself', {}, [page(1, 2, cursor), []], [{ limit: 100 }, { limit: 100, cursor: 'c' }]],
	['without documented pages', { style: 'none' }, [page(1, 2), []], [{}, { page: 2 }]],
	[
		'with names and a maximum',
		{ names: { pageSize: 'n', cursor: 'after' }, maxRecords: 150 },
		[page(1, 75, cursor), page(76, 150)],
		[{ n: 75 }, { n: 75, after: 'c' }],
	],
	['of exactly one full page', { maxRecords: 100 }, [page(1, 100)], [{ limit: 100 }]],
	[
		'of one record more',
		{ maxRecords: 101 },
		[page(1, 51), page(52, 101)],
		[{ limit: 51 }, { limit: 51, page: 2 }],
	],
])('a list %s is requested with its query parameters', async (_what, settings, pages, expected) => {
	const { queries } = await fetched(settings, pages);
	expect(queries).toStrictEqual(expected);
});

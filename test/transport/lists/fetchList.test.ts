import { ServiceError } from '../../../nodes/transport/errors/serviceError';
import { fetchList } from '../../../nodes/transport/lists/fetchList';
import { incomplete } from '../../../nodes/transport/lists/listErrors';

type Settings = Parameters<typeof fetchList>[1];

const failure = (status?: number) => new ServiceError({ status, attempts: 1, outcomeUnknown: false });

const ids = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => ({ id: from + n }));

/** One record more than a list may have. */
const MANY = Array.from({ length: 100_001 }, (_, n) => n);

const chats = (from: number, to: number) => ids(from, to).map(({ id }) => ({ chatId: String(id) }));

const page = (from: number, to: number, paging = {}) => ({ data: ids(from, to), ...paging });

async function fetched(settings: Partial<Settings>, pages: unknown[]) {
	const queries: unknown[] = [];
	const send = async (query: object) => {
		queries.push(query);
		if (queries.length > pages.length) throw new Error('A page after the last');
		const body = pages[queries.length - 1];
		if (body === 204) return { status: 204, headers: {}, body: '' };
		if (typeof body === 'number') throw failure(body || undefined);
		return { status: 200, headers: {}, body };
	};
	const list = fetchList(send, { path: '/chats', style: 'auto', ...settings });
	const result = await list.catch((error: unknown) => error);
	return { result, queries };
}

const [byPage, byCursor] = [{ style: 'page' }, { style: 'cursor' }] as const;
const [cursor, more] = [{ nextCursor: 'c' }, { hasMore: true }];
const useless = { data: [], ...more };
const changed = [{ id: 1 }, { id: 2, n: 1 }];
const { changedMeanwhile: changing, fewerThanAnnounced: missing, repeated, tooLong } = incomplete;

/**
 * The last page shows that the list has ended; a request for another one would fail. `generatedLists.test.ts` has the
 * usual ends.
 */
test.each<[string, Partial<Settings>, unknown[], unknown[]]>([
	['a 416 after a page shorter than the first', {}, [page(1, 50), page(51, 70), 416], ids(1, 70)],
	['a page that half repeats the first one', {}, [page(1, 2), changed.toReversed()], ids(1, 2)],
	['fewer than 20 records where no pagination is documented', { style: 'none' }, [ids(1, 19)], ids(1, 19)],
	['a page of 20 where none is documented', { style: 'none' }, [ids(1, 20), ids(21, 25)], ids(1, 25)],
	['other contents by cursor', byCursor, [ids(1, 2), changed], ids(1, 2)],
	['an empty page with the same cursor, and one without', {}, [page(1, 2, cursor), page(1, 0, cursor), []], ids(1, 2)],
	['a chat that moves to another page', {}, [chats(1, 3), chats(3, 4), []], chats(1, 4)],
	['a smaller total after all', {}, [page(1, 100, { total: 100 }), page(1, 0, { total: 99 })], ids(1, 100)],
	['more than the most records', { maxRecords: 3 }, [page(1, 5, { total: 200_000 })], ids(1, 3)],
	['exactly 100,000 records', {}, [{ data: MANY.slice(1), hasMore: false }], MANY.slice(1)],
	['equal records without IDs by cursor', byCursor, [{ data: [5, 5], ...cursor }, { data: [5, 6] }], [5, 5, 5, 6]],
	[
		'a 400 after as many pages as announced',
		{},
		[page(1, 100, { totalPages: 2 }), page(101, 200, { totalPages: 2 }), 400],
		ids(1, 200),
	],
])('a list ends with %s', async (_what, settings, pages, records) => {
	const { result, queries } = await fetched(settings, pages);
	expect(result).toEqual(records);
	expect(queries).toHaveLength(pages.length);
});

test.each<[string, Partial<Settings>, unknown[], Error]>([
	['a 400 after a full page', {}, [page(1, 100), 400], failure(400)],
	['a 404 of an announced page', {}, [page(1, 2, more), 404], failure(404)],
	['100 useless pages', {}, Array(100).fill(useless), repeated(0, 'cursor')],
	['more than 100,000 and a total', {}, [{ data: MANY, total: 100_001 }], tooLong()],
	['an empty page before the total', {}, [page(1, 2, { total: 3 }), []], missing(2, 3)],
	['a smaller total', {}, [page(1, 2, { total: 5 }), page(3, 3), page(4, 4, { total: 4 })], changing()],
	[
		'the same cursor under another name',
		{ queryNames: { pageSize: 'n', cursor: 'after' } },
		[page(1, 2, { ...cursor, total: 7 }), page(1, 2, cursor)],
		repeated(2, 'after'),
	],
	['a full page, repeated', {}, [page(1, 100), page(1, 100)], repeated(100, 'page')],
])('a list is an error after %s', async (_what, settings, pages, error) => {
	const { result, queries } = await fetched(settings, pages);
	expect(result).toEqual(error);
	expect(result).toMatchObject({ description: (error as ServiceError).description });
	expect(queries).toHaveLength(pages.length);
});

test.each<[string, Partial<Settings>, unknown[], object[]]>([
	['by page', byPage, [page(1, 2, cursor), []], [1, 2].map((n) => ({ limit: 100, page: n }))],
	['by cursor', byCursor, [page(1, 2, cursor), []], [{ limit: 100 }, { limit: 100, cursor: 'c' }]],
	[
		'without a page size',
		{ queryNames: { pageSize: '', cursor: 'after' } },
		[page(1, 2, cursor), []],
		[{ '': 100 }, { '': 100, after: 'c' }],
	],
	[
		'with names and a maximum',
		{ queryNames: { pageSize: 'n', cursor: 'after' }, maxRecords: 150 },
		[page(1, 100, cursor), page(101, 200)],
		[{ n: 100 }, { n: 100, after: 'c' }],
	],
	[
		'by page, if the service has no cursor',
		{ queryNames: { pageSize: 'limit', cursor: '' } },
		[page(1, 2, cursor), []],
		[{ limit: 100 }, { limit: 100, page: 2 }],
	],
])('a list %s is requested with its query parameters', async (_what, settings, pages, expected) => {
	const { queries } = await fetched(settings, pages);
	expect(queries).toStrictEqual(expected);
});

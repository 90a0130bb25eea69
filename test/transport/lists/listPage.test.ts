import fc from 'fast-check';
import { type ListPage, readList } from '../../../nodes/transport/lists/listPage';
import { NotAListError } from '../../../nodes/transport/lists/listErrors';

const read = (body: unknown, path = '', status = 200) => readList({ status, headers: {}, body }, path);

const CHAT = { id: 1 };

test.each<[string, unknown, Partial<ListPage>]>([
	['a bare array', [1, 2], { records: [1, 2], isBare: true }],
	['the only array', { others: [CHAT], note: 'x' }, { records: [CHAT] }],
	['no links', { data: { others: [CHAT] }, links: ['x'] }, { records: [CHAT] }],
	['a cursor', { data: { messages: [1], nextCursor: 'c' } }, { records: [1], nextCursor: 'c' }],
])('reads %s', (_what, body, page) => {
	expect(read(body)).toEqual(page);
});

const all = { limit: 10, total: 0, totalPages: 4 };
/** What is beside the records, and what is read from it. */
test.each<[string, object, Partial<ListPage>]>([
	['nested pagination', { pagination: { page: 1, ...all } }, all],
	['an empty cursor', { nextCursor: '' }, { hasMore: false }],
	['hasMore = false as a text', { hasMore: 'false' }, { hasMore: false }],
	['an empty cursor beside a total', { nextCursor: null, total: 7 }, { total: 7 }],
	['the cursor 0', { nextCursor: 0 }, { nextCursor: '0' }],
])('reads %s beside data', (_what, beside, page) => {
	expect(read({ data: [1], ...beside })).toEqual({ records: [1], ...page });
	expect(read({ data: { data: [1], ...beside } })).toEqual({ records: [1], ...page });
});

test.each([
	['/chats', [1]],
	['/labels//?a=/b', [2]],
	['', [3]],
])('prefers the array with the name of the path %s', (path, records) => {
	expect(read({ chats: [1], '': [4], labels: [2], data: [3] }, path).records).toEqual(records);
});

test.each([
	'text',
	'',
	5,
	null,
	undefined,
	{},
	{ success: false, data: [1] },
	{ error: { code: 'X' }, data: [1] },
	{ error: 'busy', data: [] },
	{ data: { error: 'busy', items: [1] } },
	{ chats: [1], labels: [2] },
	{ parts: [CHAT, 'x'] },
	{ success: true, data: { others: [] } },
	{ items: [], warnings: [CHAT] },
])('%j is not a list', (body) => {
	expect(() => read(body)).toThrow(NotAListError);
});

test('any body is a list or not, and a list is read from every wrapper', () => {
	const check = (body: unknown) => {
		try {
			expect(Array.isArray(read(body).records)).toBe(true);
		} catch (error) {
			expect(error).toBeInstanceOf(NotAListError);
		}
	};
	fc.assert(fc.property(fc.anything(), check));
	fc.assert(
		fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (all) => {
			const bodies = [all, { data: all }, { success: true, messages: all }, { data: { messages: all } }];
			for (const body of [...bodies, { success: true, data: { data: all }, warnings: ['x'] }])
				expect(read(body).records).toEqual(all);
		}),
	);
});

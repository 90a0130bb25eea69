import fc from 'fast-check';
import { type ListPage, readList, saysMore } from '../../../../nodes/transport/lists/listPage';
import { NotAListError } from '../../../../nodes/transport/lists/listErrors';

const read = (body: unknown, path = '', status = 200) =>
	readList({ status, headers: {}, body }, path);

const CHAT = { id: 1 };

test.each<[string, unknown, Partial<ListPage>]>([
	['a bare array', [1, 2], { records: [1, 2], isBare: true }],
	['data', { data: [1] }, { records: [1] }],
	['data beside messages', { data: [1], messages: [2] }, { records: [1] }],
	['a usual name', { messages: [2], others: [3] }, { records: [2] }],
	['the only array', { others: [CHAT], note: 'x' }, { records: [CHAT] }],
	['no warnings', { others: [CHAT], errors: [], warnings: ['x'] }, { records: [CHAT] }],
	['no links', { data: { others: [CHAT] }, links: ['x'] }, { records: [CHAT] }],
	['an empty array beside success', { others: [], success: true }, { records: [] }],
	['an empty array beside pagination', { others: [], pagination: {} }, { records: [] }],
	['a cursor', { data: { messages: [1], nextCursor: 'c' } }, { records: [1], nextCursor: 'c' }],
	[
		'nested pagination',
		{ data: { data: [1], pagination: { page: 1, limit: 2, total: 3, totalPages: 2 } } },
		{ records: [1], limit: 2, total: 3, totalPages: 2 },
	],
	[
		'counts as text',
		{ data: [1], pagination: { limit: '10', total: '0', total_pages: '4' } },
		{ records: [1], limit: 10, total: 0, totalPages: 4 },
	],
	['a blank total', { data: [1], total: ' ' }, { records: [1] }],
	['a total beside data', { data: [1], total: 5 }, { records: [1], total: 5 }],
	['meta', { data: { others: [CHAT], meta: { total: 8 } } }, { records: [CHAT], total: 8 }],
	[
		'meta.pagination',
		{ data: [1], meta: { pagination: { total: 9 } } },
		{ records: [1], total: 9 },
	],
	[
		'no counts',
		{ data: [1], pagination: { total: -1, limit: 'x', totalPages: 1.5 } },
		{ records: [1] },
	],
	[
		'next_cursor',
		{ data: [1], pagination: { next_cursor: 'p' } },
		{ records: [1], nextCursor: 'p' },
	],
	['empty cursors', { data: [1], nextCursor: '', next: null }, { records: [1] }],
	[
		'a cursor as it is',
		{ data: [1], nextCursor: 'YWJj\n' },
		{ records: [1], nextCursor: 'YWJj\n' },
	],
	['the cursor 0', { data: [1], nextCursor: 0 }, { records: [1], nextCursor: '0' }],
	['an object as cursor', { data: [1], nextCursor: { a: 1 } }, { records: [1], hasMore: true }],
	['meta.next', { data: [1], meta: { next: 'abc/=' } }, { records: [1], nextCursor: 'abc/=' }],
	['a URL', { data: [1], next: 'https://x.example/chats?page=2' }, { records: [1], hasMore: true }],
	['a path', { data: [1], next: '/chats?page=2' }, { records: [1], hasMore: true }],
	['an http URL', { data: [1], next: 'http://x.example/2' }, { records: [1], hasMore: true }],
	['a cursor like a URL', { data: [1], next: 'xhttp:' }, { records: [1], nextCursor: 'xhttp:' }],
	[
		'a total beside null',
		{ data: [1], total: 5, meta: { total: null } },
		{ records: [1], total: 5 },
	],
	['no boolean as total', { data: [1], total: true }, { records: [1] }],
	[
		'an empty array in data beside success',
		{ data: { others: [] }, success: true },
		{ records: [] },
	],
	['has_more', { data: [1], meta: { has_more: false } }, { records: [1], hasMore: false }],
	[
		'hasMore beside a cursor',
		{ data: [1], hasMore: true, nextCursor: 'c' },
		{ records: [1], hasMore: true, nextCursor: 'c' },
	],
])('reads %s', (_what, body, page) => {
	expect(read(body)).toEqual(page);
});

test.each([
	['/chats', [1]],
	['/groups/1/labels?all=1', [2]],
	['/labels/', [2]],
	['/labels/1/chats', [1]],
	['/labels//?a=/b', [2]],
	['/others', [3]],
	['', [3]],
])('prefers the array with the name of the path %s', (path, records) => {
	expect(read({ chats: [1], '': [4], labels: [2], data: [3] }, path).records).toEqual(records);
});

test.each<[Partial<ListPage>, number, number | undefined, boolean]>([
	[{}, 1, 5, false],
	[{ hasMore: true }, 1, undefined, true],
	[{ hasMore: false, nextCursor: 'c', total: 9 }, 1, 5, false],
	[{ hasMore: false, totalPages: 2 }, 1, undefined, true],
	[{ totalPages: 2 }, 2, undefined, false],
	[{ totalPages: 2, total: 50 }, 2, 25, false],
	[{ total: 9 }, 1, 8, true],
	[{ total: 9 }, 1, 9, false],
	[{ total: 9 }, 1, undefined, false],
	[{ nextCursor: 'c' }, 1, undefined, true],
])('%j, as page %i with %p records so far, says that there is more: %p', (page, n, found, more) => {
	expect(saysMore({ records: [], ...page }, n, found)).toBe(more);
});

test('a 204 is an empty page', () => {
	expect(read('', '/chats', 204)).toEqual({ records: [] });
});

test.each([
	'text',
	'',
	5,
	null,
	undefined,
	{},
	{ status: 'starting' },
	{ success: false, data: [1] },
	{ error: { code: 'X' }, data: [1] },
	{ error: 'busy', data: [] },
	{ error: true, data: [1] },
	{ data: { error: 'busy', chats: [] } },
	{ data: { error: 'busy', items: [1] } },
	{ errors: ['one shard is down'], data: [1] },
	{ data: null },
	{ warnings: [1] },
	{ chats: [1], labels: [2] },
	{ chats: [CHAT], labels: [CHAT] },
	{ parts: [CHAT, 'x'] },
	{ status: 'maintenance', components: [] },
	{ status: 'starting', waitingFor: ['database'] },
	{ data: { chats: [1], labels: [2] }, items: 5 },
])('%j is not a list', (body) => {
	expect(() => read(body)).toThrow(NotAListError);
});

test('a list beside an empty error is one', () => {
	for (const error of [null, '', {}, [], false, 0])
		expect(read({ success: true, error, errors: error, data: [1] }).records).toEqual([1]);
});

test('any body is a list or not, and a list is read from every wrapper', () => {
	fc.assert(
		fc.property(fc.anything(), (body) => {
			try {
				expect(Array.isArray(read(body).records)).toBe(true);
			} catch (error) {
				expect(error).toBeInstanceOf(NotAListError);
			}
		}),
	);
	fc.assert(
		fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (all) => {
			const bodies = [
				all,
				{ data: all },
				{ success: true, messages: all },
				{ data: { items: all } },
			];
			for (const body of [...bodies, { success: true, data: { data: all }, warnings: ['x'] }])
				expect(read(body).records).toEqual(all);
		}),
	);
});

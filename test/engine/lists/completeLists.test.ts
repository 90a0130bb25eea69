import type { INodeParameters } from 'n8n-workflow';
import { searchList } from '../support/engine';
import {
	CHATS,
	INSTANCES,
	listService,
	many,
	MESSAGES,
	pageOf,
	type Query,
	type Respond,
	WEBHOOKS,
} from './support/listService';

/** Lists of services that do something unusual: complete, or an error. */

const service = listService();
const { read, credentials, requests } = service;

describe('a 2xx response that is not a list is an error that shows its beginning', () => {
	const rows: Array<[string, unknown]> = [
		['Service is in maintenance', 'Service is in maintenance'],
		['{"status":"starting"}', { status: 'starting' }],
		['Not ready', { success: false, message: 'Not ready' }],
		['Not ready', { error: { message: 'Not ready' }, data: [] }],
		['{"people":[1],"tags":[2]}', { people: [1], tags: [2] }],
	];
	test.each(rows)('%s, for %j', async (beginning, body) => {
		for (const parameters of [CHATS, WEBHOOKS, MESSAGES, INSTANCES]) {
			const { records, error } = await read(parameters, () => body);
			expect(records).toEqual([]);
			expect(`${error?.message} ${error?.description}`).toContain(beginning);
		}
		await expect(searchList('searchChats', credentials())).rejects.toThrow();
	});

	test('of a long body, only the beginning is shown, in one line', async () => {
		const { error } = await read(CHATS, () => `Maintenance\n\n${'x '.repeat(100_000)}`);
		expect(error?.description).toMatch(/^It begins with: Maintenance x x .{1,400}$/);
	});
});

describe('a list that is not complete is an error', () => {
	test.each<[string, INodeParameters, Respond, RegExp]>([
		[
			'the first page is empty, the total is 50',
			CHATS,
			() => ({ data: [], pagination: { total: 50 } }),
			/reports 50 records, but returns none/,
		],
		[
			'the total is 500, the later pages have one record each, and then they end',
			INSTANCES,
			({ page: number = '1' }) => ({
				data: number === '1' ? many(100) : Number(number) > 5 ? [] : many(1, 100 + Number(number)),
				pagination: { total: 500, limit: 100 },
			}),
			/reports 500 records, but returns only 104/,
		],
		[
			'the total shrinks',
			INSTANCES,
			(query) => ({
				data: query.page === '1' ? many(100) : many(98, 102),
				pagination: { total: query.page === '1' ? 200 : 198 },
			}),
			/changed while it was read: the service reported 200 records, then 198/,
		],
		[
			'a first page as long as requested is repeated',
			CHATS,
			() => ({ data: many(100) }),
			/repeats the first 100 records/,
		],
		[
			'a first page is repeated although the total is 130',
			INSTANCES,
			() => ({ data: many(20), pagination: { total: 130 } }),
			/repeats the first 20 records.*parameter "page"\. It reports a total of 130\. Set a Limit of at most 20/,
		],
		[
			'the cursor stays the same',
			MESSAGES,
			() => ({ messages: many(1), nextCursor: 'same' }),
			/repeats the first record .*query parameter "cursor".*a Limit of at most 1/,
		],
		[
			'a cursor leads to a hundred empty pages',
			MESSAGES,
			({ cursor = '0' }) => ({ messages: [], nextCursor: String(Number(cursor) + 1) }),
			/100 pages in a row without a new record/,
		],
		[
			'a cursor list ends before its total',
			MESSAGES,
			({ cursor }) => ({
				messages: many(50, cursor ? 50 : 0),
				nextCursor: cursor ? undefined : 'c',
				meta: { total: 130 },
			}),
			/reports 130 records, but returns only 100/,
		],
		[
			'a page has the same IDs as the one before, but other contents',
			CHATS,
			({ page: number = '1' }) => many(20).map((each) => ({ ...each, number })),
			/changed while it was read/,
		],
		[
			'equal records without IDs could be a repetition',
			CHATS,
			() => [{ kind: 'a' }, { kind: 'a' }],
			/equal records without an ID/,
		],
	])('%s', async (_what, parameters, body, message) => {
		const { records, error } = await read(parameters, body);
		expect(records).toEqual([]);
		expect(`${error?.message}. ${error?.description}`).toMatch(message);
		expect(error?.description).not.toBe('');
	});
});

describe('a list is returned as a whole', () => {
	const empty = ({ cursor = '0' }: Query) => ({
		messages: Number(cursor) % 13 === 0 ? many(50, Number(cursor) * 50) : [],
		nextCursor: cursor === '13' ? undefined : String(Number(cursor) + 1),
	});
	test.each<[string, INodeParameters, Respond, unknown[]]>([
		['a cursor with twelve empty pages', MESSAGES, empty, [...many(50), ...many(50, 650)]],
		[
			'known IDs on the last page of a cursor list',
			MESSAGES,
			({ cursor = '0' }) => ({
				messages: many(100, cursor === '2' ? 0 : Number(cursor) * 100).map(({ id }) => ({
					id,
					cursor,
				})),
				nextCursor: cursor === '2' ? undefined : String(Number(cursor) + 1),
			}),
			[0, 1, 2].flatMap((cursor) =>
				many(100, (cursor % 2) * 100).map(({ id }) => ({ id, cursor: String(cursor) })),
			),
		],
		[
			'webhooks with next_cursor',
			WEBHOOKS,
			({ cursor = '0' }) => ({
				data: many(50, Number(cursor)),
				meta: { next_cursor: cursor === '0' ? '50' : null, has_more: cursor === '0' },
			}),
			many(100),
		],
		[
			'webhooks with a next page as a URL',
			WEBHOOKS,
			(query) => ({
				results: pageOf(many(45), query, 20),
				next: Number(query.page ?? 1) < 3 ? '/x?page=2' : null,
			}),
			many(45),
		],
	])('%s', async (_what, parameters, body, expected) => {
		const { records, error } = await read(parameters, body);
		expect(error).toBeUndefined();
		expect(records).toEqual(expected);
	});
});

describe('a list without documented pages, whose records change all the time', () => {
	const changing = (more: object) => (query: Query) => ({
		webhooks: many(3).map((each) => ({
			...each,
			lastDelivery: `${query.page} ${requests.length}`,
		})),
		...more,
	});

	test('is complete if it ignores the page', async () => {
		const { records, error } = await read(WEBHOOKS, changing({}));
		expect(error).toBeUndefined();
		expect(records).toMatchObject(many(3));
		expect(requests).toHaveLength(2);
	});

	test.each([{ hasMore: true }, { total: 6 }])(
		'is an error if it announces more: %j',
		async (more) => {
			const { records, error } = await read(WEBHOOKS, changing(more));
			expect(error).toBeDefined();
			expect(records).toEqual([]);
		},
	);
});

describe('a list that changes between two requests', () => {
	const chats = many(20).map((each) => ({ ...each, unread: 0 }));

	test.each([
		[
			'one record changes',
			() => chats.map((each) => (each.id === 7 ? { ...each, unread: requests.length } : each)),
		],
		[
			'one record changes and moves to the front',
			() => [{ ...chats[7]!, unread: requests.length }, ...chats.filter(({ id }) => id !== 7)],
		],
	])('is complete without documented pages, if %s', async (_what, body) => {
		for (const shape of [body, () => ({ data: body(), total: 20 })]) {
			requests.length = 0;
			const { records, error } = await read(CHATS, shape);
			expect(error).toBeUndefined();
			expect(records.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual(
				chats.map(({ id }) => id),
			);
			expect(requests).toHaveLength(2);
		}
	});

	test('is an error if a changed record stands on two pages', async () => {
		const respond = (query: Query) => {
			const n = Number(query.page ?? 1);
			const records = many(100, (n - 1) * 100 - (n - 1));
			const changed = records.map((each) => ({ ...each, status: each.id === 99 ? n : 0 }));
			return { data: changed, pagination: { page: n, limit: 100, total: 199, totalPages: 2 } };
		};
		const { records, error } = await read(INSTANCES, respond);
		expect(error?.message).toMatch(/^The list changed while it was read/);
		expect(records).toEqual([]);
	});
});

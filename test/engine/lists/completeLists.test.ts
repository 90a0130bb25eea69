import type { INodeParameters } from 'n8n-workflow';
import { searchList } from '../support/engine';
import {
	CHATS,
	INSTANCES,
	listService,
	many,
	MESSAGES,
	type Respond,
	WEBHOOKS,
} from './support/listService';

/** A list is complete or an error: some samples of the tables in test/unit/transport/lists, by n8n's engine. */

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
			'a first page is repeated although the total is 130',
			INSTANCES,
			() => ({ data: many(20), pagination: { total: 130 } }),
			/repeats the first 20 records.*parameter "page"\. It reports a total of 130\. Set a Limit of at most 20/,
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
	])('%s', async (_what, parameters, body, message) => {
		const { records, error } = await read(parameters, body);
		expect(records).toEqual([]);
		expect(`${error?.message}. ${error?.description}`).toMatch(message);
		expect(error?.description).not.toBe('');
	});
});

test('a list without documented pages is complete, although a record changes and moves to the front', async () => {
	const chats = many(20).map((each) => ({ ...each, unread: 0 }));
	const moved = () => [
		{ ...chats[7]!, unread: requests.length },
		...chats.filter(({ id }) => id !== 7),
	];
	for (const shape of [moved, () => ({ data: moved(), total: 20 })]) {
		requests.length = 0;
		const { records, error } = await read(CHATS, shape);
		expect(error).toBeUndefined();
		expect(records.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
			chats.map(({ id }) => id),
		);
		expect(requests).toHaveLength(2);
	}
});

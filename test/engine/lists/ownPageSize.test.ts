import type { INodeParameters } from 'n8n-workflow';
import {
	CHATS,
	INSTANCES,
	listService,
	many,
	MESSAGES,
	pageOf,
	type Query,
	WEBHOOKS,
} from './support/listService';

/** Lists of a service with its own page size. */

const service = listService();
const all = many(130);
const request = { resource: 'contact', operation: 'apiRequest', path: '/contacts' };

const LISTS: Array<[string, INodeParameters]> = [
	['instances', INSTANCES],
	['chats', CHATS],
	['messages', MESSAGES],
	['an API request by page', { ...request, pagination: 'page' }],
	['an API request by cursor', { ...request, pagination: 'cursor' }],
];
const SERVICES: Array<[string, (query: Query) => number]> = [
	['ignores the page size and returns 20', () => 20],
	['returns at most 50', ({ limit }) => Math.min(50, Number(limit))],
];

describe.each(SERVICES)('a service that %s per page', (_habit, size) => {
	test.each(LISTS)(
		'bare arrays of %s: Return All returns all 130 records from a service, Limit returns as many',
		async (_what, list) => {
			for (const limit of [undefined, 90]) {
				const limited = limit === undefined ? {} : { returnAll: false, limit };
				const { records, error } = await service.read({ ...list, ...limited }, (query) =>
					pageOf(all, query, size(query)),
				);
				expect(error).toBeUndefined();
				expect(records).toEqual(all.slice(0, limit));
			}
		},
	);

	test('may return only a total with the list: it is complete', async () => {
		const { records } = await service.read(INSTANCES, (query) => ({
			data: pageOf(all, query, size(query)),
			pagination: { total: 130, limit: Number(query.limit) },
		}));
		expect(records).toEqual(all);
	});
});

test('a list documented without pagination continues if the response announces more', async () => {
	const { records } = await service.read(WEBHOOKS, (query) => ({
		data: pageOf(all, query, 50),
		pagination: { total: 130 },
	}));
	expect(records).toEqual(all);
	// The last one, because nothing but the total says that a page of 30 is the last.
	expect(service.requests).toEqual([{}, { page: '2' }, { page: '3' }, { page: '4' }]);
});

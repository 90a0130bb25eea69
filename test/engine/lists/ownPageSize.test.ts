import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { InstantClock } from '../support/instantClock';
import { runNode } from '../support/engine';

/** Lists of a service with its own page size, over real HTTP. */

let server: Server;
let requests: Array<Record<string, string>>;
/** Responds to a request for a list. */
let respond: (query: Record<string, string>) => { status?: number; body?: unknown };
beforeAll(async () => {
	server = createServer((req, res) => {
		const query = Object.fromEntries(new URL(req.url ?? '', 'http://x').searchParams);
		requests.push(query);
		const { status = 200, body } = respond(query);
		res
			.writeHead(status, { 'content-type': 'application/json' })
			.end(body === undefined ? '' : JSON.stringify(body));
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
});
beforeEach(() => {
	requests = [];
	clocks.current = new InstantClock();
});
afterEach(() => {
	clocks.current = systemClock;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const records = Array.from({ length: 130 }, (_, n) => ({ id: `r${n}` }));
const pageOf = (query: Record<string, string>, size: number, list: unknown[] = records) => {
	const from = (Number(query.page ?? 1) - 1) * size;
	return list.slice(from, from + size);
};
const run = async (parameters: INodeParameters) => {
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`;
	return await runNode({
		credentials: { apiKey: 'sk_test_own', environment: 'test', baseUrl },
		parameters,
	});
};
const ids = ({ items }: Awaited<ReturnType<typeof run>>) => items.map(({ json }) => json.id);
const firstIds = (count: number) => records.slice(0, count).map(({ id }) => id);

const LISTS: Array<[string, INodeParameters]> = [
	['instances', { resource: 'instance', operation: 'getAll' }],
	['chats', { resource: 'chat', operation: 'getAll' }],
	[
		'messages',
		{ resource: 'chat', operation: 'getMessages', chatId: { __rl: true, mode: 'id', value: 'x' } },
	],
	[
		'an API request by page',
		{ resource: 'contact', operation: 'apiRequest', path: '/contacts', pagination: 'page' },
	],
	[
		'an API request by cursor',
		{ resource: 'contact', operation: 'apiRequest', path: '/contacts', pagination: 'cursor' },
	],
];
const SERVICES: Array<[string, (query: Record<string, string>) => number]> = [
	['ignores the page size and returns 20', () => 20],
	['returns at most 50', ({ limit }) => Math.min(50, Number(limit))],
];
const rows = LISTS.flatMap(([what, parameters]) =>
	SERVICES.map(([service, size]) => [what, service, parameters, size] as const),
);

describe('bare arrays', () => {
	test.each(rows)(
		'Return All of %s returns all 130 records from a service that %s per page',
		async (_what, _habit, parameters, size) => {
			respond = (query) => ({ body: pageOf(query, size(query)) });
			const result = await run({ ...parameters, returnAll: true });
			expect(result.error).toBeUndefined();
			expect(ids(result)).toEqual(firstIds(130));
		},
	);

	test.each(rows)(
		'a Limit of 90 for %s returns 90 records from a service that %s per page',
		async (_what, _habit, parameters, size) => {
			respond = (query) => ({ body: pageOf(query, size(query)) });
			const result = await run({ ...parameters, returnAll: false, limit: 90 });
			expect(result.error).toBeUndefined();
			expect(ids(result)).toEqual(firstIds(90));
		},
	);
});

describe('wrapped lists', () => {
	test.each(SERVICES)(
		'with only a total are returned completely from a service that %s per page',
		async (_habit, size) => {
			respond = (query) => ({
				body: {
					data: pageOf(query, size(query)),
					pagination: { total: 130, limit: Number(query.limit) },
				},
			});
			expect(
				ids(await run({ resource: 'instance', operation: 'getAll', returnAll: true })),
			).toEqual(firstIds(130));
		},
	);

	test('of webhooks, documented without pagination, continue if the response announces more', async () => {
		respond = (query) => ({ body: { data: pageOf(query, 50), pagination: { total: 130 } } });
		expect(ids(await run({ resource: 'webhook', operation: 'getAll', returnAll: true }))).toEqual(
			firstIds(130),
		);
		// The last one, because nothing but the total says that a page of 30 is the last.
		expect(requests).toEqual([{}, { page: '2' }, { page: '3' }, { page: '4' }]);
	});

	test('cause an error if the service announces 130 records but repeats the first page', async () => {
		respond = (query) => ({
			body: { data: pageOf({ ...query, page: '1' }, 20), pagination: { total: 130 } },
		});
		const { items, error } = await run({
			resource: 'instance',
			operation: 'getAll',
			returnAll: true,
		});
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The list is incomplete: the service repeats the first 20 records instead of sending the next ones',
		);
		expect(error?.description).toMatch(
			/ignore the query parameter "page"\. It reports a total of 130\. Set a Limit of at most 20/,
		);
	});
});

test.each([400, 404, 416, 422])(
	'a short list is complete if the service responds with %i to a second page',
	async (status) => {
		respond = ({ page }) =>
			page === undefined ? { body: records.slice(0, 7) } : { status, body: { success: false } };
		const result = await run({ resource: 'chat', operation: 'getAll', returnAll: true });
		expect(result.error).toBeUndefined();
		expect(ids(result)).toEqual(firstIds(7));
		expect(requests).toEqual([{ limit: '100' }, { limit: '100', page: '2' }]);
	},
);

test('a short list is complete if the second page is empty', async () => {
	respond = ({ page }) => (page === '1' ? { body: records.slice(0, 7) } : { status: 204 });
	expect(ids(await run({ resource: 'instance', operation: 'getAll', returnAll: true }))).toEqual(
		firstIds(7),
	);
});

test.each([403, 500])(
	'%i for a second page is an error: records might be missing',
	async (status) => {
		respond = ({ page }) => (page === '1' ? { body: records.slice(0, 7) } : { status, body: {} });
		expect(
			(await run({ resource: 'instance', operation: 'getAll', returnAll: true })).error?.message,
		).toContain(String(status));
	},
);

test('a 404 after a full page of 100 ends the list, a 400 is an error', async () => {
	respond = ({ page }) =>
		page === '1' ? { body: records.slice(0, 100) } : { status: 404, body: {} };
	expect(ids(await run({ resource: 'instance', operation: 'getAll', returnAll: true }))).toEqual(
		firstIds(100),
	);
	respond = ({ page }) =>
		page === undefined ? { body: records.slice(0, 100) } : { status: 400, body: {} };
	expect(
		(await run({ resource: 'chat', operation: 'getAll', returnAll: true })).error?.message,
	).toMatch(/\(400\)/);
});

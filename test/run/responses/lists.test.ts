import type { INodeParameters } from 'n8n-workflow';
import { pairs } from '../../support/ids';
import type { Sandbox } from '../../../tools/sandbox';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { runNode, searchList } from '../../support/engine';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started), { instances: 260 });
beforeEach(() => {
	sandbox.setDialect('documented');
});

const credentials = () => credentialsFor(sandbox);

const instances = async (parameters: { returnAll: boolean; limit?: number }) =>
	await runNode({
		credentials: credentials(),
		parameters: { resource: 'instance', operation: 'getAll', ...parameters },
	});

const pageSizes = () => sandbox.log.map(({ query }) => Number(query.limit));

describe('lists with pagination by page', () => {
	test('Return All returns all records in order', async () => {
		const { items } = await instances({ returnAll: true });
		expect(items.map(({ json }) => json.id)).toEqual(sandbox.data.instances.map(({ id }) => id));
		expect(pageSizes()).toEqual([100, 100, 100]);
		expect(sandbox.log.map(({ query }) => query.page).sort()).toEqual(['1', '2', '3']);
	});
});

describe("a page size or a page among the user's query parameters", () => {
	const request = async (query: Record<string, string>, parameters: INodeParameters) =>
		await runNode({
			credentials: credentials(),
			parameters: {
				resource: 'instance',
				operation: 'apiRequest',
				path: '/instances',
				queryParameters: pairs(query),
				...parameters,
			},
		});

	test.each([
		['page', 1],
		['page', 50],
		['cursor', 40],
	])('by %s, the size %i is that of all pages', async (pagination, limit) => {
		const some = { pagination, returnAll: false, limit: 60 };
		const { items, error } = await request({ limit: `${limit}`, status: 'connected' }, some);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(60);
		expect(new Set(pageSizes())).toEqual(new Set([limit]));
	});

	test.each([
		[{ page: '2' }, /^The node sets the query parameter "page" itself/],
		[{ limit: 'all' }, /^The page size "all" is not a whole number/],
	])('%j is refused if the node reads all pages, and sent if it sends one request', async (query, message) => {
		const { error } = await request(query, { pagination: 'page', returnAll: true });
		expect(error?.message).toMatch(message);
		expect(sandbox.log).toEqual([]);
		await request(query, { pagination: 'none', returnAll: false });
		expect(sandbox.log.map((sent) => sent.query)).toEqual([query]);
	});
});

/** Reads a list of the form as the editor does: page by page, until there is no token. */
async function searchPages(method: Parameters<typeof searchList>[0], filter?: string) {
	const pages: unknown[][] = [];
	for (let token: string | undefined, count = 0; count === 0 || token !== undefined; count += 1) {
		const page = await searchList(method, credentials(), {}, filter, token);
		pages.push(page.results.map(({ value }) => value));
		token = page.paginationToken as string | undefined;
	}
	return pages;
}

describe('pickers', () => {
	test('instances are paginated and searchable', async () => {
		const pages = await searchPages('searchInstances');
		expect(pages.flat()).toEqual(sandbox.data.instances.map(({ id }) => id));
		expect(pages.map(({ length }) => length)).toEqual([100, 100, 60]);
		expect(sandbox.log.map(({ query }) => [query.page, query.limit])).toEqual([1, 2, 3].map((n) => [`${n}`, '100']));
		const { id, name } = sandbox.data.instances[7] as { id: string; name: string };
		const typed = id.slice(0, 13).toUpperCase();
		const found = await searchList('searchInstances', credentials(), {}, typed);
		expect(found.results.map(({ value }) => value)).toEqual([id]);
		expect(found.results[0]?.name).toContain(name);
	});

	test('chats belong to the selected instance', async () => {
		const { id } = sandbox.data.instances.find(({ status }) => status === 'connected') as { id: string };
		const { results } = await searchList('searchChats', credentials(), {
			resource: 'chat',
			operation: 'archive',
			instanceId: { __rl: true, mode: 'list', value: id },
		});
		const own = sandbox.data.chats.filter((chat) => chat.instanceId === id).map((chat) => chat.id);
		expect(results.map(({ value }) => value).sort()).toEqual(own.sort());
		expect(sandbox.log[0]?.query.instanceId).toBe(id);
	});

	test('a phone number typed with "+", spaces, parentheses and dashes finds its chat', async () => {
		const person = sandbox.data.chats.find(({ id }) => /^\d{12,13}@/.test(id)) as { id: string };
		const [, country, area, first, last] = /^(\d\d)(\d\d)(\d+)(\d{4})@/.exec(person.id) ?? [];
		const typed = `+${country} (${area}) ${first}-${last}`;
		const { results } = await searchList('searchChats', credentials(), {}, typed);
		expect(results.map(({ value }) => value)).toEqual([person.id]);
		for (const length of [3, 5, 8]) {
			const partly = await searchList('searchChats', credentials(), {}, typed.slice(0, length));
			expect(partly.results.map(({ value }) => value)).toContain(person.id);
		}
	});

	test.each([
		[403, { success: false, error: { code: 'INSUFFICIENT_PERMISSIONS', message: 'The key lacks a permission' } }],
		[500, 'down'],
		[200, '<html>'],
	])('an error of a list (%i) says first that the ID can be entered instead', async (status, body) => {
		const headers = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' };
		sandbox.addFault({ kind: 'raw', status, headers, body: body as never, times: Infinity });
		for (const method of ['searchInstances', 'searchChats', 'searchGroups', 'searchWebhooks'] as const)
			await expect(searchList(method, credentials())).rejects.toMatchObject({
				message: expect.stringMatching(`\\(${status}\\)$`) as unknown,
				description: expect.stringMatching(/^Enter the ID instead: .* By ID .*/) as unknown,
			});
	});

	const chat = { id: 17, name: 'Ana' };
	const [phone, status] = ['551', 'error'];
	test.each([
		['searchInstances', { id: 'i', name: 'A', phone, status: 'connected' }, 'A (551): i'],
		['searchInstances', { id: 'i', name: 'A', phone, status }, 'A (551, error): i'],
		['searchInstances', { id: 'i', status }, 'i (error): i'],
		['searchInstances', { name: 'A' }, undefined],
		['searchInstances', 7, undefined],
		['searchChats', { ...chat, remoteJid: 'r', chatId: 'c' }, 'Ana (r): r'],
		['searchChats', { ...chat, chatId: 'c', jid: 'j' }, 'Ana (c): c'],
		['searchChats', { ...chat, jid: 'j', subject: 'S' }, 'Ana (j): j'],
		['searchChats', { id: '18@g.us', subject: 'S', title: 'T' }, 'S (18@g.us): 18@g.us'],
		['searchChats', { id: '18', title: 'T', pushName: 'P' }, 'T (18): 18'],
		['searchChats', { id: '18', pushName: 'P' }, 'P (18): 18'],
		['searchChats', { id: 18 }, '18: 18'],
		['searchWebhooks', { id: 'w', url: 'u', events: ['a', 1, 'b'] }, 'a, b, w (u): w'],
		['searchWebhooks', { id: 'w', url: 'u', events: 'a' }, 'a, w (u): w'],
		['searchWebhooks', { id: 'w' }, 'w: w'],
		['searchWebhooks', 'w', undefined],
	] as const)('%s shows %j as %s', async (method, record, shown) => {
		for (const body of [[record], []]) sandbox.addFault({ kind: 'raw', body: body as never });
		const { results } = await searchList(method, credentials());
		expect(results.map(({ name, value }) => `${name}: ${value}`)).toEqual(shown === undefined ? [] : [shown]);
	});

	const records = Array.from({ length: 250 }, (_, n) => ({ id: `chat-${n}` }));
	const slices = [records.slice(0, 100), records.slice(100, 200), records.slice(200)];
	const cursors = ['c1', 'c2', undefined];
	test.each([
		['bare arrays', slices],
		['pages without counts', slices.map((data) => ({ data }))],
		['pages with a total', slices.map((data) => ({ data, total: 250 }))],
		['cursors', slices.map((data, index) => ({ data, nextCursor: cursors[index] }))],
		[
			'a page size that the service caps',
			[...slices.slice(0, 2), [], slices[2]].map((data) => ({ data, hasMore: data !== slices[2] })),
		],
	])('250 chats in %s are all offered, once', async (_what, pages) => {
		for (const body of pages) sandbox.addFault({ kind: 'raw', body: body as never });
		for (let n = 0; n < 2; n += 1) sandbox.addFault({ kind: 'raw', body: [] });
		expect((await searchPages('searchChats')).flat()).toEqual(records.map(({ id }) => id));
	});

	test('a search reads on after pages without results, and says after 20 that it has ended', async () => {
		const addPages = (count: number) => {
			for (let n = 0; n < count; n += 1)
				sandbox.addFault({ kind: 'raw', body: { data: n % 2 ? [] : [{ id: `a${n}` }], nextCursor: `${n}` } });
		};
		addPages(19);
		sandbox.addFault({ kind: 'raw', body: { data: [{ id: 'b' }] } });
		expect((await searchPages('searchChats', 'B')).flat()).toEqual(['b']);
		expect(sandbox.log).toHaveLength(20);
		addPages(20);
		await expect(searchPages('searchChats', 'B')).rejects.toMatchObject({
			message: 'Nothing was found on the first 20 pages of the list',
			description: 'Enter the ID instead: switch the field from From List to By ID or By Address.',
		});
		expect(sandbox.log).toHaveLength(40);
	});

	test('a picker waits 20 seconds for the rate limit, but no longer', async () => {
		sandbox.addFault({ kind: 'rateLimited', retryAfter: 19 });
		expect((await searchList('searchChats', credentials())).results).not.toEqual([]);
		sandbox.addFault({ kind: 'rateLimited', retryAfter: 21 });
		await expect(searchList('searchChats', credentials())).rejects.toThrow('Too many requests');
	});

	test('groups are the chats whose ID is that of a group, or all chats if no ID says so', async () => {
		const { results } = await searchList('searchGroups', credentials());
		const groups = sandbox.data.chats.filter(({ id }) => id.endsWith('@g.us'));
		expect(groups.length).toBeGreaterThan(0);
		expect(results.map(({ value }) => value).sort()).toEqual(groups.map(({ id }) => id).sort());
		for (const start of ['chat-', '5511987']) {
			sandbox.data.chats.forEach((chat, index) => (chat.id = `${start}${index}`));
			const all = await searchList('searchGroups', credentials());
			expect(all.results).toHaveLength(sandbox.data.chats.length);
		}
	});
});

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

describe('pickers', () => {
	test('instances are paginated and searchable', async () => {
		const first = await searchList('searchInstances', credentials());
		expect(first.results).toHaveLength(100);
		expect(first.paginationToken).toBe('{"page":2}');
		const last = await searchList('searchInstances', credentials(), {}, undefined, '{"page":3}');
		expect(last.results).toHaveLength(60);
		expect(last.paginationToken).toBeUndefined();
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
		sandbox.addFault({ kind: 'raw', body: [record] as never });
		const { results } = await searchList(method, credentials());
		expect(results.map(({ name, value }) => `${name}: ${value}`)).toEqual(shown === undefined ? [] : [shown]);
	});

	const [one, two] = [{ id: 'a' }, { id: 'b' }];
	test.each([
		['a cursor', undefined, { data: [one], nextCursor: 'c' }, '{"cursor":"c"}'],
		['a cursor again', '{"cursor":"c"}', { data: [one], nextCursor: 'c' }, undefined],
		['a cursor at its end', undefined, { data: [one], nextCursor: 'c', hasMore: false }, undefined],
		['the total of the first page', undefined, { data: [one, two], total: 4 }, '{"page":2}'],
		['the total of both pages', '{"page":2}', { data: [one, two], total: 4 }, undefined],
		['no records', undefined, { data: [], total: 4 }, undefined],
	])('after a page with %s (token %j), %j has the next token %j', async (_what, token, body, next) => {
		sandbox.addFault({ kind: 'raw', body });
		const { paginationToken } = await searchList('searchChats', credentials(), {}, undefined, token);
		expect(paginationToken).toBe(next);
		expect(sandbox.log).toHaveLength(1);
	});

	test.each([
		[3, '{"cursor":"3"}', 'b'],
		[30, '{"cursor":"19"}', undefined],
	])('a search reads on after %i pages without results, at most 20', async (count, token, found) => {
		for (let n = 0; n < count; n += 1)
			sandbox.addFault({ kind: 'raw', body: { data: n % 2 ? [] : [one], nextCursor: `${n}` } });
		sandbox.addFault({ kind: 'raw', body: { data: [two], nextCursor: '3' } });
		const { results, paginationToken } = await searchList('searchChats', credentials(), {}, 'B');
		expect([results[0]?.value, paginationToken]).toEqual([found, token]);
		expect(sandbox.log.map(({ query }) => query.cursor)).toEqual(
			Array.from({ length: Math.min(20, count + 1) }, (_, n) => (n === 0 ? undefined : `${n - 1}`)),
		);
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

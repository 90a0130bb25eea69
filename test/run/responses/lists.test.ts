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

	test('a search finds what is on a later page', async () => {
		const { chats } = sandbox.data;
		const [first] = chats as [(typeof chats)[number]];
		for (let n = 0; n < 250; n += 1)
			chats.push({ ...first, id: `${5511900000000 + n}@s.whatsapp.net`, name: `Person ${n}` });
		chats.push({ ...first, id: '120363025246125486@g.us', name: 'Festa' });
		for (const method of ['searchChats', 'searchGroups'] as const) {
			const { results } = await searchList(method, credentials(), {}, 'festa');
			expect(results.map(({ name }) => name)).toEqual(['Festa (120363025246125486@g.us)']);
		}
		const none = await searchList('searchChats', credentials(), {}, 'nobody');
		expect(none).toEqual({ results: [], paginationToken: undefined });
	});

	test('the value of a chat is its address, whatever other IDs it has', async () => {
		const body = [{ id: 17, remoteJid: '5511987654321@s.whatsapp.net', name: 'Ana' }, { id: '18@g.us' }];
		sandbox.addFault({ kind: 'raw', body, times: Infinity });
		const { results } = await searchList('searchChats', credentials());
		expect(results.map(({ value }) => value)).toEqual(['5511987654321@s.whatsapp.net', '18@g.us']);
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

	test('webhooks with the same URL differ by their events', async () => {
		const [first] = sandbox.data.webhooks;
		const { url, id, events } = first as { url: string; id: string; events: string[] };
		const { results } = await searchList('searchWebhooks', credentials(), {}, url);
		expect(results).toContainEqual({ name: `${events.join(', ')}, ${id} (${url})`, value: id });
		const byEvent = await searchList('searchWebhooks', credentials(), {}, events[0]);
		expect(byEvent.results).toContainEqual({ name: `${events.join(', ')}, ${id} (${url})`, value: id });
	});
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_RECORDS } from '../../../nodes/transport/lists/incompleteList';
import { runNode } from '../support/engine';

const PAGE = 100;

let server: Server;
let requests = 0;

/** A service whose chats have one message more than n8n can take. The sandbox would need too long for so many records. */
beforeAll(async () => {
	server = createServer((request, response) => {
		requests += 1;
		const { searchParams } = new URL(request.url ?? '', 'http://service');
		const from = Number(searchParams.get('cursor') ?? 0);
		const length = Math.min(PAGE, MAX_RECORDS + 1 - from);
		const messages = Array.from({ length }, (_, n) => ({ id: from + n }));
		const nextCursor = from + PAGE <= MAX_RECORDS ? String(from + PAGE) : undefined;
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ messages, nextCursor }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => (requests = 0));
afterAll(() => server.close());

const getMessages = async (parameters: { returnAll: boolean; limit?: number }) =>
	await runNode({
		credentials: {
			apiKey: 'sk_test_list',
			environment: 'test',
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
		},
		parameters: {
			resource: 'chat',
			operation: 'getMessages',
			chatId: { __rl: true, mode: 'id', value: 'chat' },
			...parameters,
		},
	});

test("the most records of a list pass through n8n's engine", async () => {
	const { items, error } = await getMessages({ returnAll: false, limit: MAX_RECORDS });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(MAX_RECORDS);
	expect(items.at(-1)?.json.id).toBe(MAX_RECORDS - 1);
});

test('Return All of a longer list fails with a message that says what to do', async () => {
	const { items, error } = await getMessages({ returnAll: true });
	expect(error?.message).toBe(
		'The list has more than 100,000 records, the most that n8n can take from one input item',
	);
	expect(error?.description).toMatch(/^Set a Limit of at most 100,000, or use API Request/);
	expect(items).toEqual([]);
	expect(requests).toBe(MAX_RECORDS / PAGE + 1);
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_RECORDS } from '../../../nodes/transport/lists/listErrors';
import { runNode, type RunSettings } from '../support/engine';

const PAGE = 100;

let server: Server;
let requests = 0;

/** A service whose chats have one message more than n8n can take. The sandbox would need too long for so many records. */
beforeAll(async () => {
	server = createServer((request, response) => {
		requests += 1;
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
		if (pathname.endsWith('/all')) {
			response.writeHead(200, { 'content-type': 'application/json' });
			return response.end(JSON.stringify(Array.from({ length: MAX_RECORDS + 1 }, () => 1)));
		}
		const from = Number(searchParams.get('cursor') ?? 0);
		const length = Math.min(PAGE, MAX_RECORDS + 1 - from);
		const messages = Array.from({ length }, (_, n) => ({ id: from + n }));
		const nextCursor = from + PAGE <= MAX_RECORDS ? String(from + PAGE) : undefined;
		response.writeHead(200, { 'content-type': 'application/json' });
		return response.end(JSON.stringify({ messages, nextCursor }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => (requests = 0));
afterAll(() => server.close());

const credentials = () => ({
	apiKey: 'sk_test_list',
	environment: 'test',
	baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
});

const getMessages = async (parameters: { returnAll: boolean; limit?: number }) =>
	await runNode({
		credentials: credentials(),
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
		'There are more than 100,000 records, the most that n8n can take from one input item',
	);
	expect(error?.description).toMatch(
		/^Request at most 100,000 for each input item: set a Limit, or use API Request/,
	);
	expect(items).toEqual([]);
	expect(requests).toBe(MAX_RECORDS / PAGE + 1);
});

const TOO_MANY =
	'There are more than 100,000 records, the most that n8n can take from one input item';

const requestAll = async (method: string, more: Partial<RunSettings> = {}) =>
	await runNode({
		credentials: credentials(),
		parameters: {
			resource: 'contact',
			operation: 'apiRequest',
			...{ method, path: '={{ $json.path ?? "/all" }}', body: '{}' },
		},
		...more,
	});

test.each(['GET', 'POST'])(
	'a response to %s with more records fails, and only for its item',
	async (method) => {
		const { items } = await requestAll(method, {
			items: [{ path: '/chats/messages' }, {}, { path: '/chats/messages' }],
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json.error)).toEqual([undefined, TOO_MANY, undefined]);
	},
);

test('the error after a write says that it was carried out, and Retry On Fail does not repeat it', async () => {
	const { error } = await requestAll('POST', {
		node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
	});
	expect(error?.message).toBe(TOO_MANY);
	expect(error?.description).toMatch(/The service has already carried out the request/);
	expect(requests).toBe(1);
});

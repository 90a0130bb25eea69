import { MAX_RECORDS } from '../../../nodes/shared/values';
import type { RunSettings } from '../support/engine';
import { listService, many, MESSAGES, type Query } from './support/listService';

/** Lists with one record more than n8n can take. */

const service = listService();
/** The service ignores the page size. */
const PAGE = MAX_RECORDS / 5;
const TOO_MANY =
	'There are more than 100,000 records, the most that n8n can take from one input item';

const messages = ({ cursor = '0' }: Query) => {
	const from = Number(cursor);
	const nextCursor = from + PAGE <= MAX_RECORDS ? String(from + PAGE) : undefined;
	return { messages: many(Math.min(PAGE, MAX_RECORDS + 1 - from), from), nextCursor };
};

test("the most records of a list pass through n8n's engine", async () => {
	const limit = { returnAll: false, limit: MAX_RECORDS };
	const { records, error } = await service.read({ ...MESSAGES, ...limit }, messages);
	expect(error).toBeUndefined();
	expect(records).toHaveLength(MAX_RECORDS);
	expect(records.at(-1)?.id).toBe(MAX_RECORDS - 1);
});

test('Return All of a longer list fails with a message that says what to do', async () => {
	const { records, error } = await service.read(MESSAGES, messages);
	expect(error?.message).toBe(TOO_MANY);
	expect(error?.description).toMatch(
		/^Request at most 100,000 for each input item: set a Limit, or use API Request/,
	);
	expect(records).toEqual([]);
	expect(service.requests).toHaveLength(MAX_RECORDS / PAGE + 1);
});

const requestAll = async (method: string, more: Partial<RunSettings>) =>
	await service.read(
		{
			...{ resource: 'contact', operation: 'apiRequest', body: '{}', method, returnAll: false },
			path: '={{ $json.path ?? "/all" }}',
		},
		(_query, path) => (path.endsWith('/all') ? Array(MAX_RECORDS + 1).fill(1) : [1]),
		more,
	);

test.each(['GET', 'POST'])(
	'a response to %s with more records fails, and only for its item',
	async (method) => {
		const { records } = await requestAll(method, {
			items: [{ path: '/one' }, {}, { path: '/one' }],
			onError: 'continueRegularOutput',
		});
		expect(records.map(({ error }) => error)).toEqual([
			undefined,
			expect.stringContaining(TOO_MANY),
			undefined,
		]);
	},
);

test('the error after a write says that it was carried out, and Retry On Fail does not repeat it', async () => {
	const { error } = await requestAll('POST', {
		node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
	});
	expect(error?.message).toBe(TOO_MANY);
	expect(error?.description).toMatch(/The service has already carried out the request/);
	expect(service.requests).toHaveLength(1);
});

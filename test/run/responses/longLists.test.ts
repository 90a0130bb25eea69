import type { INodeParameters } from 'n8n-workflow';
import { MAX_RECORDS } from '../../../nodes/transport/lists/records';
import { Service, useService } from '../../support/service';
import { runNode, type RunSettings } from '../../support/engine';

/** Lists with one record more than n8n can take. test/transport/lists has the other errors of lists. */

const service = useService(new Service());

async function read(parameters: INodeParameters, bodyFor: (url: URL) => unknown, more: Partial<RunSettings> = {}) {
	service.respond = (req, res) =>
		void res
			.writeHead(200, { 'content-type': 'application/json' })
			.end(JSON.stringify(bodyFor(new URL(req.url ?? '', service.origin))));
	const { items, error } = await runNode({
		credentials: service.credentials('sk_test_lists'),
		parameters: { returnAll: true, simplify: false, ...parameters },
		...more,
	});
	return { records: items.map(({ json }) => json), error };
}

const MESSAGES = {
	resource: 'chat',
	operation: 'getMessages',
	instanceId: { __rl: true, mode: 'id', value: '3fa85f64-5717-4562-b3fc-2c963f66afa6' },
	chatId: { __rl: true, mode: 'id', value: 'x' },
};

/** The service ignores the page size. */
const PAGE = MAX_RECORDS / 5;
const TOO_MANY = 'There are more than 100,000 records, the most that n8n can take from one input item';

const messages = ({ searchParams }: URL) => {
	const from = Number(searchParams.get('cursor') ?? 0);
	const count = Math.min(PAGE, MAX_RECORDS + 1 - from);
	const nextCursor = from + PAGE <= MAX_RECORDS ? String(from + PAGE) : undefined;
	return { messages: Array.from({ length: count }, (_, n) => ({ id: from + n })), nextCursor };
};

test('Return All of a longer list fails with a message that says what to do', async () => {
	const { records, error } = await read(MESSAGES, messages);
	expect(error?.message).toBe(TOO_MANY);
	expect(error?.description).toMatch(/^Request at most 100,000 for each input item: set a Limit, or use API Request/);
	expect(error?.description).not.toContain('carried out');
	expect(records).toEqual([]);
	expect(service.requests).toHaveLength(MAX_RECORDS / PAGE + 1);
});

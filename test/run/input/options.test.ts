import type { ServerResponse } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { changedCase } from '../support/cases';
import { idsOf } from '../../support/ids';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { runNode, type RunSettings } from '../../support/engine';
import { Service, useService } from '../../support/service';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const credentials = () => credentialsFor(sandbox);
const create = { resource: 'instance', operation: 'create', instanceFields: { name: 'x' } };
const read = { resource: 'webhook', operation: 'apiRequest', method: 'GET', path: '/webhooks' };
const run = async (parameters: INodeParameters, more: Partial<RunSettings> = {}) =>
	await runNode({ credentials: credentials(), parameters, ...more });

describe('the number of items in flight', () => {
	const ITEMS = 12;
	let waiting: ServerResponse[];
	let seen: { total: number; most: number };
	/** How many requests must be in flight before the first response. */
	let awaited: number;
	const server = useService(
		new Service((_req, res) => {
			waiting.push(res);
			seen.total += 1;
			seen.most = Math.max(seen.most, waiting.length);
			if (waiting.length !== awaited && seen.total < ITEMS) return;
			// A surplus request would arrive meanwhile.
			setTimeout(
				() => waiting.splice(0).forEach((each) => each.setHeader('content-type', 'application/json').end('{}')),
				15,
			);
		}),
	);
	beforeEach(() => {
		waiting = [];
		seen = { total: 0, most: 0 };
	});

	test.each([
		['is 5 for reads', read, {}, 5],
		['is 1 for writes', create, {}, 1],
	] as Array<[string, INodeParameters, IDataObject, number]>)('%s', async (_what, parameters, options, most) => {
		awaited = most;
		const { error, items } = await runNode({
			credentials: { ...credentials(), baseUrl: server.baseUrl },
			parameters: { ...parameters, options: options as never },
			items: Array.from({ length: ITEMS }, (_, n) => ({ n })),
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(ITEMS);
		expect(seen).toEqual({ total: ITEMS, most });
	});
});

test.each([
	[{}, 290, true],
	[{}, 310, false],
	[{ maxWait: 0 }, 1, false],
	[{ maxWait: 7200, onRateLimit: 'fail' }, 10, false],
])('the longest wait for the rate limit with %j allows a pause of %i s: %s', async (options, retryAfter, waits) => {
	sandbox.addFault({ kind: 'rateLimited', retryAfter });
	const { error } = await run({ ...create, options });
	expect(error?.message).toBe(waits ? undefined : 'Too many requests in this window (429)');
	const cause = `The API key has reached its rate limit, which resets in ${retryAfter} seconds.`;
	if (!waits) expect(error?.description).toContain(cause);
	if ('onRateLimit' in options && !waits) expect(error?.description).toContain('set On Rate Limit to Wait');
	expect(sandbox.ledger).toHaveLength(waits ? 1 : 0);
});

test.each([
	['instance.disconnect', 'POST'],
	['webhook.apiRequest', 'DELETE'],
])('%s does not send an empty body', async (name, method) => {
	const changes = { method, path: '/webhooks/x', body: '{}' };
	await run(changedCase(idsOf(sandbox), name, changes));
	expect(sandbox.log.map((sent) => [sent.method, sent.rawBody, sent.headers['content-type']])).toEqual([
		[method, '', undefined],
	]);
});

const always = { times: Infinity };
test.each<[what: string, count: number, ...faults: Fault[]]>([
	['a rate limit without end', 120, { kind: 'rateLimited', retryAfter: 1, ...always }],
	[
		'seven rate limits and an overload',
		13,
		{ kind: 'rateLimited', times: 7 },
		{ kind: 'status', status: 503, ...always },
	],
])('%s: a read is given up after %i requests', async (_what, count, ...faults) => {
	for (const each of faults) sandbox.addFault(each);
	const { error } = await run(read);
	expect(error?.description).toContain(`n8n made ${count} attempts.`);
	expect(sandbox.log).toHaveLength(count);
});

import type { INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { changedCase } from '../support/cases';
import { idsOf } from '../../support/ids';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { runNode, type RunSettings } from '../../support/engine';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const credentials = () => credentialsFor(sandbox);
const create = { resource: 'instance', operation: 'create', instanceFields: { name: 'x' } };
const read = { resource: 'webhook', operation: 'apiRequest', method: 'GET', path: '/webhooks' };
const run = async (parameters: INodeParameters, more: Partial<RunSettings> = {}) =>
	await runNode({ credentials: credentials(), parameters, ...more });

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

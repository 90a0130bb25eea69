import type { INodeExecutionData } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { create, createInstances, names, namesIn } from '../support/instances';
import { setUpSandbox } from '../../support/setUpSandbox';

/** What Retry On Fail does in a run; test/run/items/settings.test.ts combines all settings of n8n. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));
afterEach(() => {
	jest.restoreAllMocks();
});

const namesDone = () => namesIn(sandbox.ledger);
const namesOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.name);

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const run = async (count: number, parameters: object = {}, fault?: Fault) => {
	if (fault) sandbox.addFault({ path: '/instances', ...fault });
	const given = { parameters: { ...create, ...parameters }, node: RETRY };
	return await createInstances(sandbox, count, given);
};

test('after the last attempt, the error counts the items that all attempts have sent', async () => {
	const { error } = await run(4, {}, { kind: 'status', status: 400, skip: 1, times: 3 });
	expect(namesDone()).toEqual(names(1));
	expect(sandbox.log).toHaveLength(4);
	expect(error?.description).toContain('Of 4 items, 1 succeeded, the 2nd failed, and 2 were not sent.');
});

test('Retry On Fail with several items in flight returns the results of those that succeeded', async () => {
	const rejected: Fault = { kind: 'status', status: 400, skip: 3 };
	const { items, error } = await run(6, { options: { concurrency: 3 } }, rejected);
	expect(error).toBeUndefined();
	expect(namesDone().sort()).toEqual(names(6));
	expect(namesOf(items)).toEqual(names(6));
});

test('two items that are the same object are two messages, also in a retry', async () => {
	const same = { n: 7 };
	sandbox.addFault({ path: '/instances', kind: 'status', status: 400, skip: 1 });
	const { items } = await createInstances(sandbox, 0, { items: [same, same], node: RETRY });
	expect(namesDone()).toEqual(['number 7', 'number 7']);
	expect(new Set(items.map(({ json }) => json.id)).size).toBe(2);
});

test('an expression that fails for the last item sends nothing, and no rejection goes unhandled', async () => {
	const unhandled: unknown[] = [];
	const listen = (reason: unknown) => unhandled.push(reason);
	process.on('unhandledRejection', listen);
	const name = '={{ $json.n === 3 ? $("nowhere").item.json.x : "number " + $json.n }}';
	const { error } = await run(4, { instanceFields: { name } });
	await new Promise((resolve) => setImmediate(resolve));
	process.off('unhandledRejection', listen);
	expect(error).toBeDefined();
	expect(unhandled).toEqual([]);
	expect(sandbox.log).toEqual([]);
});

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { OneCredential, runNode } from '../support/engine';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';
import type { Sandbox } from '../../../sandbox';

/** Credentials are read once per run, except if expressions make them differ between items. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const parameters = {
	resource: 'instance',
	operation: 'create',
	specifyBody: 'fields',
	instanceFields: { name: '={{ "Number " + $json.n }}' },
};
const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const authorizations = () =>
	sandbox.log.map(({ headers, body }) => [(body as { name: string }).name, headers.authorization]);

test.each([
	['every second item', 6, (index: number) => index % 2 === 1],
	['the first item', 3, (index: number) => index === 0],
	['an item in the middle', 3, (index: number) => index === 1],
	['the last item', 3, (index: number) => index === 2],
])(
	'each item is sent once, with its own key, if %s has another one',
	async (_which, count, isOther) => {
		const other = { apiKey: sandbox.keys.live, environment: 'production' };
		const { error, items } = await runNode({
			credentials: credentialsFor(sandbox),
			credentialsOfItem: (index) => (isOther(index) ? other : undefined),
			parameters,
			items: itemsOf(count),
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(count);
		expect(authorizations()).toEqual(
			itemsOf(count).map(({ n }) => [
				`Number ${n}`,
				`Bearer ${isOther(n) ? sandbox.keys.live : sandbox.keys.test}`,
			]),
		);
	},
);

test('an item with another base URL is not sent to that of the first item', async () => {
	const { error } = await runNode({
		credentials: credentialsFor(sandbox),
		credentialsOfItem: (index) =>
			index === 1 ? { baseUrl: 'http://127.0.0.1:9/api/v2' } : undefined,
		parameters: { ...parameters, options: { maxWait: 0 } },
		items: itemsOf(2),
	});
	expect(error?.description).toMatch(/ECONNREFUSED|refused/);
	expect(sandbox.log).toHaveLength(1);
});

const onlyItem = (index: number, fields: ICredentialDataDecryptedObject) => (item: number) =>
	item === index ? fields : undefined;

test.each([
	['the first', 0],
	['the second', 1],
	['the last', 2],
])('unusable credentials of %s item fail that item only', async (_which, index) => {
	const { items } = await runNode({
		credentials: credentialsFor(sandbox),
		credentialsOfItem: onlyItem(index, { apiKey: '' }),
		parameters,
		items: itemsOf(3),
		onError: 'continueRegularOutput',
	});
	const failed = items.map(({ json }, item) => (json.error ? item : undefined));
	expect(failed.filter((item) => item !== undefined)).toEqual([index]);
	expect(items[index]?.json).toMatchObject({ error: 'The API key is missing' });
	expect(sandbox.log).toHaveLength(2);
});

test('the rate limit of one key does not hold back an item with another key', async () => {
	sandbox.setRate({ tier: 1 });
	const { error } = await runNode({
		credentials: credentialsFor(sandbox),
		credentialsOfItem: onlyItem(1, { apiKey: sandbox.keys.live, environment: 'production' }),
		parameters: { ...parameters, options: { onRateLimit: 'fail' } },
		items: itemsOf(2),
	});
	sandbox.setRate({ tier: 'none' });
	expect(error).toBeUndefined();
	expect(sandbox.log.map(({ status }) => status)).toEqual([201, 201]);
});

test('an item is only sent if its own credentials allow the host', async () => {
	const allowed = (domains: string) => ({
		allowedHttpRequestDomains: 'domains',
		allowedDomains: domains,
	});
	const { error } = await runNode({
		credentials: { ...credentialsFor(sandbox), ...allowed('127.0.0.1') },
		credentialsOfItem: onlyItem(1, allowed('service.example.com')),
		parameters,
		items: itemsOf(2),
	});
	expect(error?.message).toBe('The credentials do not allow requests to 127.0.0.1');
	expect(sandbox.log).toHaveLength(1);
});

test('a run reads its credentials once, and n8n once for each request and once for the run', async () => {
	const read = jest.spyOn(OneCredential.prototype, 'getDecrypted');
	await runNode({ credentials: credentialsFor(sandbox), parameters, items: itemsOf(10) });
	expect(read).toHaveBeenCalledTimes(1 + 10 + 1);
	read.mockRestore();
});

/** Lets the first `times` reads of one item's credentials fail, like a database that is locked. */
const failingReads = (item: number, code: string, times = Infinity) => {
	let reads = 0;
	return (index: number) => {
		if (index === item && (reads += 1) <= times)
			throw Object.assign(new Error('The database is locked'), { code });
		return undefined;
	};
};

describe.each(['SQLITE_BUSY', 'ECONNRESET', 'ECONNREFUSED'])(
	'if n8n cannot read the credentials of an item because of %s',
	(code) => {
		test.each([0, 1, 2])('Retry On Fail sends item %i once, like all others', async (item) => {
			const { error } = await runNode({
				credentials: credentialsFor(sandbox),
				credentialsOfItem: failingReads(item, code, 1),
				parameters,
				items: itemsOf(3),
				node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
			});
			expect(error).toBeUndefined();
			expect(sandbox.ledger.map(({ body }) => body)).toMatchObject(
				itemsOf(3).map(({ n }) => ({ name: `Number ${n}` })),
			);
		});

		test('the error does not say that the item may have been sent', async () => {
			const { error } = await runNode({
				credentials: credentialsFor(sandbox),
				credentialsOfItem: failingReads(1, code),
				parameters,
				items: itemsOf(3),
			});
			expect(`${error?.message} ${error?.description}`).not.toMatch(/may (already )?have been/);
			expect(sandbox.log).toHaveLength(1);
		});

		test('it does not use up the rate limit', async () => {
			sandbox.setRate({ tier: 3 });
			const { items } = await runNode({
				credentials: credentialsFor(sandbox),
				credentialsOfItem: failingReads(1, code),
				parameters: { ...parameters, options: { onRateLimit: 'fail' } },
				items: itemsOf(4),
				onError: 'continueRegularOutput',
			});
			sandbox.setRate({ tier: 'none' });
			expect(items.map(({ json }) => json.error !== undefined)).toEqual([
				...[false, true, false, false],
			]);
		});
	},
);

test('credentials that differ each time they are read fail with advice, and nothing is sent', async () => {
	let count = 0;
	const { error } = await runNode({
		credentials: credentialsFor(sandbox),
		credentialsOfItem: () => ({ apiKey: `${sandbox.keys.test}${(count += 1)}` }),
		parameters,
	});
	expect(error?.message).toBe('The credentials changed while the request was prepared');
	expect(error?.description).toMatch(/must return the same value each time/);
	expect(sandbox.log).toEqual([]);
});

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { runNode, type RunSettings } from '../../support/engine';
import { OneCredential } from '../../support/oneCredential';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import type { Sandbox } from '../../../tools/sandbox';

/** Expressions in credentials may make them differ between items. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const parameters = {
	resource: 'instance',
	operation: 'create',
	specifyBody: 'fields',
	instanceFields: { name: '={{ "Number " + $json.n }}' },
};
const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

const create = async (
	count: number,
	credentialsOfItem?: (index: number) => ICredentialDataDecryptedObject | undefined,
	{ options = {}, ...more }: Partial<RunSettings> & { options?: INodeParameters } = {},
) =>
	await runNode({
		credentials: credentialsFor(sandbox),
		credentialsOfItem,
		parameters: { ...parameters, options },
		items: itemsOf(count),
		...more,
	});
const onlyItem = (index: number, fields: ICredentialDataDecryptedObject) => (item: number) =>
	item === index ? fields : undefined;
const live = () => ({ apiKey: sandbox.keys.live, environment: 'production' });

test.each([
	['every second item', 6, (index: number) => index % 2 === 1],
	['the first item', 3, (index: number) => index === 0],
	['the last item', 3, (index: number) => index === 2],
])('each item is sent once, with its own key, if %s has another one', async (_which, count, isOther) => {
	const { error, items } = await create(count, (index) => (isOther(index) ? live() : undefined));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(count);
	const { live: other, test } = sandbox.keys;
	expect(sandbox.log.map(({ headers }) => headers.authorization)).toEqual(
		itemsOf(count).map(({ n }) => `Bearer ${isOther(n) ? other : test}`),
	);
	expect(sandbox.log.map(({ body }) => body)).toMatchObject(itemsOf(count).map(({ n }) => ({ name: `Number ${n}` })));
});

test.each([0, 1, 2])('unusable credentials of item %i fail that item only', async (index) => {
	const { items } = await create(3, onlyItem(index, { apiKey: '' }), { onError: 'continueRegularOutput' });
	const missing: unknown = expect.stringMatching(/^The API key is missing\. Copy it/);
	const errors = [0, 1, 2].map((n) => (n === index ? missing : undefined));
	expect(items.map(({ json }) => json.error)).toEqual(errors);
	expect(sandbox.log).toHaveLength(2);
});

test('the rate limit of one key does not hold back an item with another key', async () => {
	sandbox.setRate({ tier: 1 });
	const { error } = await create(2, onlyItem(1, live()), { options: { onRateLimit: 'fail' } });
	sandbox.setRate({ tier: 'none' });
	expect(error).toBeUndefined();
	expect(sandbox.log.map(({ status }) => status)).toEqual([201, 201]);
});

test('credentials are read once for each item', async () => {
	const read = jest.spyOn(OneCredential.prototype, 'getDecrypted');
	await create(10);
	expect(read).toHaveBeenCalledTimes(10);
	read.mockRestore();
});

/** Lets the first `times` reads of one item's credentials fail, like a database that is locked. */
const failingReads = (item: number, code: string, times = Infinity) => {
	let reads = 0;
	return (index: number) => {
		if (index === item && (reads += 1) <= times) throw Object.assign(new Error('The database is locked'), { code });
		return undefined;
	};
};

describe.each(['SQLITE_BUSY', 'ECONNREFUSED'])(
	'if n8n cannot read the credentials of an item because of %s',
	(code) => {
		test.each([0, 1, 2])('Retry On Fail sends item %i once, like all others', async (item) => {
			const { error } = await create(3, failingReads(item, code, 1), {
				node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			});
			expect(error).toBeUndefined();
			expect(sandbox.ledger.map(({ body }) => body)).toMatchObject(
				itemsOf(3).map(({ n }) => ({ name: `Number ${n}` })),
			);
		});

		test('the error does not say that the item may have been sent', async () => {
			const { error } = await create(3, failingReads(1, code));
			expect(`${error?.message} ${error?.description}`).not.toMatch(/may (already )?have been/);
			expect(sandbox.log).toEqual([]);
		});
	},
);

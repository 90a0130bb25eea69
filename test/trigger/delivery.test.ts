import { createHmac } from 'node:crypto';
import type { Sandbox } from '../../sandbox';
import { setUpTrigger } from './support/fixture';
import { Host } from './support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready));

const TOKEN = 'X-Messaging-Integration-Token';

const token = () => {
	return sandbox.data.webhooks.find(({ url }) => url === host.url())?.headers[TOKEN] ?? '';
};

const post = async (body: Buffer | string, headers?: Record<string, string>) =>
	await host.post(body, headers);

const json = (value: unknown) => JSON.stringify(value);

describe('verification', () => {
	test.each([
		[
			'only the secret of the credentials',
			{ registration: 'manual', verification: 'headerToken' },
			'a-random-text-of-the-user',
		],
		[
			'nothing without a Webhook Secret',
			{ registration: 'manual', verification: 'headerToken' },
			'',
		],
	])(
		'manual registration with a header token accepts %s',
		async (_what, parameters, webhookSecret) => {
			host.parameters = parameters;
			host.credentials.webhookSecret = webhookSecret;
			await host.publish().catch(() => undefined);
			expect(await post('{}', { [TOKEN]: webhookSecret })).toBe(webhookSecret === '' ? 401 : 200);
			expect(await post('{}', { [TOKEN]: `${webhookSecret}x` })).toBe(401);
			expect(await post('{}')).toBe(401);
		},
	);

	test.each([
		[
			'the secret of the node rather than that of the credentials',
			{ secret: 'of the node' },
			'of the credentials',
			'of the node',
		],
		['the secret of the credentials', {}, 'of the credentials', 'of the credentials'],
		['the registered derived secret', {}, '', undefined],
	])('HMAC uses %s', async (_what, hmac, webhookSecret, secret) => {
		host.parameters = { verification: 'hmac', hmac: { headerName: 'X-Sign', ...hmac } };
		host.credentials.webhookSecret = webhookSecret;
		await host.publish();
		const shared =
			secret ?? sandbox.data.webhooks.find(({ url }) => url === host.url())?.secret ?? '';
		const signed = (key: string) => ({
			'X-Sign': createHmac('sha256', key).update('{}').digest('hex'),
		});
		expect(await post('{}', signed(shared))).toBe(200);
		expect(await post('{}', signed(`${shared}x`))).toBe(401);
		expect(host.runs).toHaveLength(1);
	});
});

describe('output', () => {
	const deliver = async (body: unknown) => await post(json(body));
	const bodiesRun = () => host.runs.map((items) => items.map((item) => item.json));
	beforeEach(() => {
		host.parameters = { verification: 'none' };
	});

	test('is the body as sent; an array becomes one item per entry', async () => {
		await deliver({ event: 'message', unknown: { a: [1] } });
		await deliver([{ n: 1 }, { n: 2 }]);
		expect(bodiesRun()).toEqual([
			[{ event: 'message', unknown: { a: [1] } }],
			[{ n: 1 }, { n: 2 }],
		]);
	});

	test('own messages are ignored with status 200, and others of the same delivery are not', async () => {
		expect(await deliver({ data: { fromMe: true } })).toBe(200);
		await deliver([
			{ fromMe: true, n: 1 },
			{ fromMe: false, n: 2 },
		]);
		await deliver({ no: 'such field' });
		expect(bodiesRun()).toEqual([[{ fromMe: false, n: 2 }], [{ no: 'such field' }]]);
	});

	test('only selected instances pass, and events without the field', async () => {
		host.parameters = { verification: 'none', options: { instanceIds: 'a, b' } };
		for (const body of [
			{ instanceId: 'a' },
			{ data: { instanceId: 'c' } },
			{ data: { instanceId: 'b' } },
			{ x: 1 },
		])
			await deliver(body);
		expect(bodiesRun()).toEqual([
			[{ instanceId: 'a' }],
			[{ data: { instanceId: 'b' } }],
			[{ x: 1 }],
		]);
	});

	test('headers exclude the token, the authorization and the configured signature', async () => {
		host.parameters = { options: { includeHeaders: true } };
		await host.publish();
		await post(json({ a: 1 }), {
			[TOKEN]: token(),
			Authorization: 'Bearer x',
			'X-Shown': 'yes',
			'X-Signature': 'sig',
		});
		const [[item] = []] = host.runs;
		expect(item?.json).toMatchObject({ body: { a: 1 }, headers: { 'x-shown': 'yes' } });
		const text = json(item);
		for (const secret of [token(), 'Bearer', sandbox.keys.test]) expect(text).not.toContain(secret);
		// The header of a signature is shown until its name is configured.
		expect(text).toContain('"x-signature":"sig"');
		const hmac = { headerName: 'X-Signature', secret: 's' };
		host.parameters = { verification: 'hmac', hmac, options: { includeHeaders: true } };
		const signature = createHmac('sha256', 's').update('{"b":1}').digest('hex');
		await post('{"b":1}', { 'X-Signature': signature });
		expect(host.runs).toHaveLength(2);
		expect(json(host.runs[1])).not.toContain(signature);
	});
});

describe('de-duplication', () => {
	beforeEach(() => {
		host.parameters = { verification: 'none' };
	});

	test('accepts a delivery again after a failure', async () => {
		host.failNext = 1;
		expect(await post(json({ n: 1 }))).toBe(500);
		expect(await post(json({ n: 1 }))).toBe(200);
		expect(await post(json({ n: 1 }))).toBe(200);
		expect(host.runs).toHaveLength(1);
	});

	test.each([0, 1, 2])(
		'runs concurrent duplicates once, also after %i failures',
		async (failures) => {
			host.failNext = failures;
			let release = () => {};
			const released = new Promise<void>((resolve) => (release = resolve));
			host.beforeResponse = async () => await released;
			const responses = [
				post(json({ n: 1 })),
				post(json({ n: 1 })),
				post(json({ n: 1 })),
				post(json({ n: 1 })),
			];
			release();
			const statuses = await Promise.all(responses);
			expect(statuses.filter((status) => status === 500)).toHaveLength(failures);
			expect(host.runs).toHaveLength(1);
		},
	);

	test('runs everything if it is turned off', async () => {
		host.parameters = { verification: 'none', options: { deduplicate: false } };
		await post(json({ n: 1 }));
		await post(json({ n: 1 }));
		expect(host.runs).toHaveLength(2);
	});
});

describe('end to end', () => {
	test.each(['message', 'data', 'array'] as const)(
		'a service that sends each delivery three times starts one run per delivery (%s)',
		async (payload) => {
			host.parameters = {};
			await host.publish();
			sandbox.setDialect({ payload, deliveryCopies: 3 });
			await Promise.all(
				[1, 2, 3, 4, 5].map(async (n) => await sandbox.playIncoming({ text: `message ${n}` })),
			);
			await sandbox.settle();
			expect(host.runs).toHaveLength(5);
		},
	);
});

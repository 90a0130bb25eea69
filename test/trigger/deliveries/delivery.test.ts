import { createHmac } from 'node:crypto';
import type { Sandbox } from '../../../tools/sandbox';
import { setUpTrigger } from '../support/fixture';
import { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready));

const TOKEN = 'X-Messaging-Integration-Token';

const json = (value: unknown) => JSON.stringify(value);

describe('verification', () => {
	test.each([
		['only the secret of the credentials', 'a-random-text-of-the-user', 200],
		['nothing without a Webhook Secret', '', 401],
	])('manual registration with a header token accepts %s', async (_what, webhookSecret, status) => {
		host.parameters = { registration: 'manual', verification: 'headerToken' };
		host.credentials.webhookSecret = webhookSecret;
		await host.publish().catch(() => undefined);
		expect(await host.post('{}', { [TOKEN]: webhookSecret })).toBe(status);
		expect(await host.post('{}', { [TOKEN]: `${webhookSecret}x` })).toBe(401);
		expect(await host.post('{}')).toBe(401);
	});

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
		const shared = secret ?? host.registered(sandbox)[0]?.secret ?? '';
		const sign = (key: string) => createHmac('sha256', key).update('{}').digest('hex');
		expect(await host.post('{}', { 'X-Sign': sign(shared) })).toBe(200);
		expect(await host.post('{}', { 'X-Sign': sign(`${shared}x`) })).toBe(401);
		expect(host.runs).toHaveLength(1);
	});
});

describe('output', () => {
	const bodiesRun = () => host.runs.map((items) => items.map((item) => item.json));
	beforeEach(() => {
		host.parameters = { verification: 'none' };
	});

	test('is the body as sent; an array becomes one item per entry', async () => {
		await host.post({ event: 'message', unknown: { a: [1] } });
		await host.post([{ n: 1 }, { n: 2 }]);
		expect(bodiesRun()).toEqual([[{ event: 'message', unknown: { a: [1] } }], [{ n: 1 }, { n: 2 }]]);
	});

	test('what Trigger On does not choose gets status 200 and no run, and others of the same delivery run', async () => {
		const own = { chatId: 'x1@lid', text: 'Mine', fromMe: true };
		const received = { ...own, fromMe: false };
		expect(await host.post({ data: own })).toBe(200);
		await host.post([own, received]);
		await host.post({ no: 'such field' });
		expect(bodiesRun()).toEqual([[received], [{ no: 'such field' }]]);
	});

	test('the default country code completes the numbers of a filter', async () => {
		host.credentials.defaultCountryCode = '55';
		host.parameters = { verification: 'none', filters: { ignoreChatIds: '(51) 98765-4321' } };
		const [ignored, other] = ['5551987654321@c.us', '51987654321@c.us'].map((chatId) => ({ chatId, fromMe: false }));
		for (const event of [ignored, other]) await host.post(event);
		expect(bodiesRun()).toEqual([[other]]);
	});

	test('without the credentials nothing is read, because the default names may be wrong: the service tries again', async () => {
		host.hasCredential = false;
		expect(await host.post({ remoteJid: '5511987654321', fromMe: false, text: 'Hi' })).toBe(503);
		expect(host.runs).toEqual([]);
	});

	test('headers exclude the token, the authorization, cookies and the configured signature', async () => {
		host.parameters = { options: { includeHeaders: true } };
		await host.publish();
		await host.post(
			{ a: 1 },
			{
				...host.token(sandbox),
				Authorization: 'Bearer x',
				Cookie: 'session=1',
				'X-Shown': 'yes',
				'X-Signature': 'sig',
			},
		);
		const [[item] = []] = host.runs;
		expect(item?.json).toMatchObject({ body: { a: 1 }, headers: { 'x-shown': 'yes' } });
		const text = json(item);
		for (const secret of [...Object.values(host.token(sandbox)), 'Bearer', 'session=', sandbox.keys.test])
			expect(text).not.toContain(secret);
		// The header of a signature is shown until its name is configured.
		expect(text).toContain('"x-signature":"sig"');
		const hmac = { headerName: 'X-Signature', secret: 's' };
		host.parameters = { verification: 'hmac', hmac, options: { includeHeaders: true } };
		const signature = createHmac('sha256', 's').update('{"b":1}').digest('hex');
		await host.post('{"b":1}', { 'X-Signature': signature });
		expect(host.runs).toHaveLength(2);
		expect(json(host.runs[1])).not.toContain(signature);
	});
});

test.each(['top', 'raw'] as const)(
	'a service that sends each delivery three times starts one run per delivery (%s)',
	async (events) => {
		host.parameters = {};
		await host.publish();
		const [webhook] = host.registered(sandbox);
		sandbox.data.webhooks.push({ ...webhook!, id: 'second' }, { ...webhook!, id: 'third' });
		sandbox.setDialect({ events });
		await Promise.all([1, 2, 3, 4, 5].map(async (n) => await sandbox.playIncoming({ text: `message ${n}` })));
		await sandbox.settle();
		expect(sandbox.deliveries).toHaveLength(15);
		expect(host.runs).toHaveLength(5);
	},
);

import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { recordLogs, serialize } from '../../support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** Secrets and tokens of the registration, and those that a user enters. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

const registered = () => host.registered(sandbox);
const secretsOf = (webhook?: Sandbox['data']['webhooks'][number]) => {
	const token = webhook?.headers['X-Messaging-Integration-Token'] ?? '';
	return webhook?.secret === undefined ? [token] : [token, webhook.secret];
};

test('with HMAC, a registration that is assumed in an outage is not stored with the new secret, and the next start replaces it', async () => {
	sandbox.setDialect({ webhookSecretsReadable: false });
	host.parameters = { verification: 'hmac', hmac: { secret: 'first' } };
	await host.publish();
	const before = { ...host.staticData };
	host.parameters = { verification: 'hmac', hmac: { secret: 'second' } };
	sandbox.addFault({ path: '/webhooks', kind: 'status', status: 500, times: Infinity });
	await host.publish('init');
	expect(host.staticData).toEqual(before);
	sandbox.clearFaults();
	expect(registered().map(({ secret }) => secret)).toEqual(['first']);
	await host.publish('init');
	expect(registered().map(({ secret }) => secret)).toEqual(['second']);
});

test('manual registration sends no requests, and needs no secret without verification', async () => {
	for (const verification of ['headerToken', 'hmac', 'none']) {
		host.parameters = { registration: 'manual', verification };
		host.credentials.webhookSecret = verification === 'none' ? '' : '16 random letter';
		await host.publish();
		await host.unpublish();
	}
	expect(sandbox.log).toEqual([]);
});

test('the logs and errors contain neither key, token nor secret', async () => {
	const logs = recordLogs();
	const thrown: unknown[] = [];
	const secret = 'secret-of-the-webhook';
	const made: string[] = [];
	const hmac = { verification: 'hmac' };
	for (const parameters of [{}, hmac, { ...hmac, hmac: { secret } }]) {
		host.parameters = parameters;
		for (const status of [401, 422, 500]) {
			sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'status', status });
			// n8n itself puts the node and its parameters into every error.
			const error: Error & { node?: unknown } = await host.publish().catch((each) => each);
			thrown.push(error.message, { ...error, node: undefined });
		}
		await host.publish();
		const [webhook] = registered();
		made.push(...secretsOf(webhook));
		await fetch(host.url(), { method: 'POST', body: '{}' });
		sandbox.addFault({ method: 'DELETE', kind: 'status', status: 500 });
		await host.unpublish();
	}
	expect(thrown).toHaveLength(18);
	const generated = expect.stringMatching(/^[\w-]{43}$/) as string;
	expect(made).toEqual([generated, generated, generated, generated, secret]);
	expect(logs.length).toBeGreaterThan(0);
	const text = serialize([logs, thrown]);
	for (const hidden of [sandbox.keys.test, 'Bearer', ...made]) expect(text).not.toContain(hidden);
});

test.each(['headerToken', 'hmac'])('static data contains neither token nor secret: %s', async (verification) => {
	host.parameters = { verification };
	await host.publish();
	const [made] = registered();
	expect(Object.keys(host.staticData).sort()).toEqual([
		'owner',
		'settingsHash',
		'tokenHash',
		'webhookId',
		'webhookUrl',
	]);
	expect(host.staticData).toMatchObject({ webhookId: made?.id, webhookUrl: host.url() });
	const stored = JSON.stringify([host.staticData, host.parameters]);
	for (const hidden of secretsOf(made)) {
		expect(hidden).toMatch(/^[\w-]{43}$/);
		expect(stored).not.toContain(hidden);
	}
});

import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';
import type { Sandbox } from '../../../sandbox';
import { serialize, recordLogs } from '../../engine/support/logs';
import { InstantClock } from '../../engine/support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger(
	(ready) => ({ sandbox, host } = ready),
	() => new InstantClock(),
);

/** Of each way to interleave, one; more with `FULL=1`. */
const ROUNDS = process.env.FULL ? 12 : 3;

const TOKEN = 'X-Messaging-Integration-Token';
const at = (url: string) => sandbox.data.webhooks.filter((each) => each.url === url);
const idsAt = (url: string) => at(url).map(({ id }) => id);

/** Activates like n8n, which calls `delete` after a failure. */
async function activate(each: Host): Promise<boolean> {
	return await each.publish().then(
		() => true,
		async () => {
			await each.unpublish();
			return false;
		},
	);
}

async function asAnotherN8n(work: () => Promise<void>): Promise<void> {
	const settings = Container.get(InstanceSettings);
	const id = settings.instanceId;
	try {
		Object.assign(settings, { instanceId: 'another n8n' });
		await work();
	} finally {
		Object.assign(settings, { instanceId: id });
	}
}

describe('deactivating', () => {
	test('leaves a webhook alone that has the stored ID but another URL', async () => {
		await host.publish();
		const [webhook] = at(host.url());
		if (webhook) webhook.url = 'https://elsewhere.example/hook';
		await host.unpublish();
		expect(at('https://elsewhere.example/hook')).toEqual([webhook]);
	});

	test('after a failed activation in a second n8n leaves the webhook of the first one alone', async () => {
		await host.publish();
		const first = at(host.url());
		const second = host.copy();
		await second.start();
		sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'status', status: 422 });
		await asAnotherN8n(async () => expect(await activate(second)).toBe(false));
		second.stop();
		expect(at(host.url())).toEqual(first);
	});

	test('removes all webhooks with the URL of the trigger, whatever their IDs', async () => {
		await host.publish();
		const [first] = at(host.url());
		if (first) sandbox.data.webhooks.push({ ...first, id: 'double' });
		await host.unpublish();
		expect(at(host.url())).toEqual([]);
	});

	test.each([
		['no credentials', (each: Host) => void (each.hasCredential = false)],
		['no API key', (each: Host) => void (each.credentials.apiKey = '')],
		['an invalid base URL', (each: Host) => void (each.credentials.baseUrl = 'nowhere')],
		['a revoked key', (each: Host) => void (each.credentials.apiKey = sandbox.keys.revoked)],
		[
			'a service that rejects requests for the list',
			() => sandbox.addFault({ method: 'GET', path: '/webhooks', kind: 'status', status: 403 }),
		],
	])('with %s does not throw, and logs the remaining webhook', async (_what, spoil) => {
		await host.publish();
		spoil(host);
		const logs = recordLogs();
		await expect(host.unpublish()).resolves.toBeUndefined();
		expect(serialize(logs)).toMatch(/Could not delete the webhook for http:\S+: /);
		expect(idsAt(host.url())).toHaveLength(1);
	});

	test.each([1, 2])(
		'succeeds if the response to DELETE is lost %i times, then 404',
		async (times) => {
			await host.publish();
			const logs = recordLogs();
			sandbox.addFault({ method: 'DELETE', kind: 'resetAfterWork', times });
			await host.unpublish();
			expect(at(host.url())).toEqual([]);
			expect(serialize(logs)).not.toMatch(/Could not delete the webhook/);
			expect(host.staticData).toEqual({});
		},
	);
});

test('an outdated webhook is replaced even if the response to its DELETE is lost', async () => {
	await host.publish();
	host.parameters = { events: ['another.event'] };
	sandbox.addFault({ method: 'DELETE', kind: 'resetAfterWork' });
	await host.publish();
	expect(at(host.url()).map(({ events }) => events)).toEqual([['another.event']]);
});

describe("a change of n8n's webhook URL", () => {
	test.each([
		['headers shown', {}, {}],
		['headers not shown', { webhookSecretsReadable: false }, {}],
		['HMAC', {}, { verification: 'hmac' }],
	])('removes the former webhook, with %s', async (_what, dialect, parameters) => {
		sandbox.setDialect(dialect);
		host.parameters = parameters;
		await host.publish();
		const former = host.url();
		await host.move();
		expect(host.url()).not.toBe(former);
		await host.publish('init');
		expect([at(former).length, at(host.url()).length]).toEqual([0, 1]);
		await host.publish('init');
		expect([at(former).length, at(host.url()).length]).toEqual([0, 1]);
	});

	test('leaves a webhook of the former URL with a foreign token alone', async () => {
		await host.publish();
		const [webhook] = at(host.url());
		if (webhook) webhook.headers = { [TOKEN]: 'of somebody else' };
		await host.move();
		await host.publish('init');
		expect(sandbox.data.webhooks).toContain(webhook);
	});

	test('with a failed activation leaves no webhook once n8n has deactivated the workflow', async () => {
		await host.publish();
		const former = host.url();
		await host.move();
		sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'status', status: 422 });
		await expect(host.publish()).rejects.toThrow();
		expect(idsAt(former)).toHaveLength(1);
		await host.unpublish();
		expect(idsAt(former)).toEqual([]);
		expect(await activate(host)).toBe(true);
		expect([at(former).length, at(host.url()).length]).toEqual([0, 1]);
	});

	test('twice removes the last former webhook, and the log names the one before', async () => {
		const urls = [host.url()];
		await host.publish();
		await host.move();
		urls.push(host.url());
		sandbox.addFault({ method: 'DELETE', kind: 'status', status: 403 });
		const logs = recordLogs();
		await host.publish('init');
		expect(urls.map((url) => at(url).length)).toEqual([1, 1]);
		expect(serialize(logs)).toContain(`Could not delete the webhook for ${urls[0]}: `);
		await host.move();
		urls.push(host.url());
		await host.publish('init');
		expect(urls.map((url) => at(url).length)).toEqual([1, 0, 1]);
		expect(host.staticData.former).toBeUndefined();
	});

	test('followed by deactivating removes the former webhook', async () => {
		await host.publish();
		const former = host.url();
		await host.move();
		await host.unpublish();
		expect(at(former)).toEqual([]);
		expect(host.staticData).toEqual({});
	});

	test('followed by deactivating logs what cannot be removed, and the next activation removes it', async () => {
		await host.publish();
		const former = host.url();
		await host.move();
		sandbox.setDialect({ webhookDelete: 405 });
		const logs = recordLogs();
		await host.unpublish();
		expect(serialize(logs)).toContain(
			`Could not delete the webhook for ${former}: the service has no endpoint`,
		);
		sandbox.setDialect({ webhookDelete: 'works' });
		await host.publish();
		expect([at(former).length, at(host.url()).length]).toEqual([0, 1]);
	});

	test('during an outage does not mistake the former registration for the new one', async () => {
		await host.publish();
		await host.move();
		sandbox.addFault({ path: '/webhooks', kind: 'status', status: 500, times: Infinity });
		await expect(host.publish('init')).rejects.toThrow(/failed to process/);
	});

	test('by moving the workflow to another n8n leaves the webhook of the first one alone', async () => {
		await host.publish();
		const second = host.copy();
		await second.start();
		await asAnotherN8n(async () => await second.publish());
		second.stop();
		expect([at(host.url()).length, at(second.url()).length]).toEqual([1, 1]);
	});
});

describe('two main processes that start at once', () => {
	test.each([
		['headers shown', {}, {}],
		['headers not shown', { webhookSecretsReadable: false }, {}],
		['no ID in the response', { webhookId: 'absent' } as const, {}],
		['HMAC, secret not shown', { webhookSecretsReadable: false }, { verification: 'hmac' }],
	])(
		'end with one registration, however they interleave and the service orders its list: %s',
		async (_what, dialect, parameters) => {
			sandbox.setDialect(dialect);
			host.parameters = parameters;
			for (let round = 0; round < ROUNDS; round += 1) {
				const other = host.copy();
				for (const each of [host, other]) expect(await each.hook('checkExists')).toBe(false);
				if (round % 3 === 0) await Promise.all([host.hook('create'), other.hook('create')]);
				else {
					await host.hook('create');
					if (round % 3 === 1) sandbox.data.webhooks.reverse();
					await other.hook('create');
				}
				expect(at(host.url())).toHaveLength(1);
				// Both continue with the same one.
				for (const each of [host, other]) {
					expect(await each.hook('checkExists')).toBe(true);
					expect([each.staticData.webhookId]).toEqual(idsAt(host.url()));
				}
				await host.unpublish();
				expect(at(host.url())).toEqual([]);
				host.staticData = {};
			}
		},
	);

	test('and find two matching webhooks keep the same one, in whatever order they see them', async () => {
		await host.publish();
		const [first] = at(host.url());
		if (first) sandbox.data.webhooks.push({ ...first, id: `${first.id}b` });
		const other = host.copy();
		const checks = [host.hook('checkExists'), other.hook('checkExists')];
		sandbox.data.webhooks.reverse();
		expect(await Promise.all(checks)).toEqual([true, true]);
		expect(idsAt(host.url())).toEqual([first?.id]);
	});

	test('also keep one webhook if events are no longer selected', async () => {
		sandbox.setDialect({ webhookId: 'absent' });
		host.parameters = { events: ['message'] };
		await host.publish();
		host.parameters = {};
		const other = host.copy();
		await host.hook('checkExists');
		expect(await other.hook('checkExists')).toBe(false);
		for (const each of [host, other]) {
			await each.hook('create');
			// A service that chooses the events itself, and shows them.
			for (const webhook of at(host.url())) webhook.events = ['message', 'test'];
		}
		expect(idsAt(host.url())).toEqual([other.staticData.webhookId]);
	});

	test('activate even if the list fails after creating', async () => {
		const logs = recordLogs();
		// The first list takes two requests: nothing shows that its first page is the last.
		sandbox.addFault({ method: 'GET', path: '/webhooks', skip: 2, kind: 'status', status: 403 });
		await host.publish();
		expect(serialize(logs)).toMatch(/Could not check the list of webhooks/);
		expect(host.staticData.webhookId).toBe(idsAt(host.url())[0]);
	});
});

describe('HMAC after an outage', () => {
	test('an assumed registration is not stored with the new secret, and the next start replaces it', async () => {
		sandbox.setDialect({ webhookSecretsReadable: false });
		host.parameters = { verification: 'hmac', hmac: { secret: 'first' } };
		await host.publish();
		const before = { ...host.staticData };
		host.parameters = { verification: 'hmac', hmac: { secret: 'second' } };
		sandbox.addFault({ path: '/webhooks', kind: 'status', status: 500, times: Infinity });
		await host.publish('init');
		expect(host.staticData).toEqual(before);
		sandbox.clearFaults();
		expect(at(host.url()).map(({ secret }) => secret)).toEqual(['first']);
		await host.publish('init');
		expect(at(host.url()).map(({ secret }) => secret)).toEqual(['second']);
	});
});

import type { Sandbox } from '../../../sandbox';
import { instantClock } from '../../engine/support/instantClock';
import { recordLogs, serialize } from '../../engine/support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { type Pages, usePages } from '../support/pages';

/** A service may spell a URL in its own way, not list every webhook, or answer with something that is no list. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);
const parts = () => ({ sandbox, host });

/** Our webhooks, however the service spells their URL. */
const ours = () => sandbox.data.webhooks.filter(({ url }) => url.includes('hook-workflow'));

describe('A service that normalizes URLs', () => {
	const spell = (origin: string) => origin.replace('127.0.0.1', 'LocalHost');
	const normalize = () => {
		for (const each of ours()) each.url = new URL(each.url).href;
	};

	test('has one webhook after two restarts, one run per event, and none after unpublishing', async () => {
		host.origin = spell(host.origin);
		await host.publish();
		normalize();
		await host.publish('init');
		normalize();
		await host.publish('init');
		expect(ours()).toHaveLength(1);
		await host.unpublish();
		expect(ours()).toEqual([]);
		expect(host.staticData).toEqual({});
	});

	test('has only the new webhook after a change of the URL', async () => {
		host.origin = spell(host.origin);
		await host.publish();
		normalize();
		await host.move();
		await host.publish('init');
		expect(ours().map(({ url }) => url)).toEqual([host.url()]);
	});

	test('is assumed to have it during an outage, although WEBHOOK_URL is spelled differently now', async () => {
		await host.publish();
		host.origin = host.origin.replace('http:', 'HTTP:');
		sandbox.addFault({ path: '/webhooks', kind: 'status', status: 500, times: Infinity });
		await host.publish('init');
		expect(ours()).toHaveLength(1);
	});
});

describe('A service whose list does not show our webhook', () => {
	let pages: Pages;
	usePages(parts, (started) => (pages = started));
	beforeEach(async () => {
		await host.publish();
		pages.list = (webhooks) => {
			const data = webhooks.filter((each) => !ours().includes(each));
			return { data, pagination: { total: data.length } };
		};
	});

	test.each([
		['at the top', (webhook: unknown) => webhook],
		['in data', (webhook: unknown) => ({ success: true, data: webhook })],
		['in webhook', (webhook: unknown) => ({ webhook })],
	])('but returns it by its ID (%s), has one after restarts, and none after unpublishing', async (_where, wrap) => {
		pages.read = (webhook) => (webhook ? { status: 200, body: wrap(webhook) } : { status: 404, body: {} });
		const [first] = ours();
		await host.publish('init');
		await host.publish('init');
		expect(ours()).toEqual([first]);
		const logs = recordLogs();
		await host.unpublish();
		expect(ours()).toEqual([]);
		expect(serialize(logs)).not.toMatch(/dashboard/);
	});

	test.each([404, 405, 501, 400])(
		'and has no endpoint to read it (%i), keeps it when unpublishing, and the log names it',
		async (status) => {
			pages.read = () => ({ status, body: {} });
			const [first] = ours();
			const logs = recordLogs();
			await host.unpublish();
			expect(ours()).toEqual([first]);
			expect(serialize(logs)).toContain(
				`The service shows no webhook ${first?.id} with the URL ${host.url()}. If its dashboard does`,
			);
		},
	);

	test('and returns a webhook of somebody else for its ID, keeps that one', async () => {
		const url = 'https://elsewhere.example/hook';
		pages.read = (webhook) => ({ status: 200, body: { ...webhook, url } });
		const logs = recordLogs();
		await host.unpublish();
		expect(ours()).toHaveLength(1);
		expect(serialize(logs)).toContain('The service shows no webhook ');
		expect(sandbox.log.filter(({ method }) => method === 'DELETE')).toEqual([]);
	});

	test('and is unavailable when asked for its ID, keeps it, with the static data and a line in the log', async () => {
		pages.read = () => ({ status: 503, body: {} });
		const before = { ...host.staticData };
		const logs = recordLogs();
		await host.unpublish();
		await expect(host.publish()).rejects.toThrow(/503/);
		expect(ours()).toHaveLength(1);
		expect(host.staticData).toEqual(before);
		expect(serialize(logs)).toContain(`Could not delete the webhook for ${host.url()}: `);
	});

	test('and deletes no webhooks (404), says so instead of counting it as gone', async () => {
		pages.read = (webhook) => ({ status: 200, body: webhook });
		sandbox.setDialect({ webhookDelete: 404 });
		const logs = recordLogs();
		await host.unpublish();
		expect(serialize(logs)).toContain('the service has no endpoint to delete webhooks');
		expect(host.staticData.webhookId).toBe(ours()[0]?.id);
	});
});

describe('A service that lists only its first 20 webhooks, as a bare array', () => {
	let pages: Pages;
	usePages(parts, (started) => (pages = started));
	beforeEach(async () => {
		const [other] = sandbox.data.webhooks;
		for (let n = 0; n < 25; n += 1)
			sandbox.data.webhooks.push({ ...other!, id: `other${n}`, url: `https://o.example/${n}` });
		pages.list = (webhooks) => webhooks.slice(0, 20);
	});

	test.each([
		['with an ID in its response', {}],
		['without an ID in its response', { webhookId: 'absent' as const }],
	])('has one webhook after restarts, and unpublishing logs that it may remain: %s', async (_what, dialect) => {
		sandbox.setDialect(dialect);
		await host.publish();
		await host.publish('init');
		await host.publish('init');
		expect(ours()).toHaveLength(1);
		const logs = recordLogs();
		await host.unpublish();
		expect(serialize(logs)).toMatch(/The service shows no webhook .* with the URL http/);
		expect(host.staticData).toEqual({});
	});

	test('gets a new webhook once it has shown the first one, and then no longer does', async () => {
		await host.publish();
		pages.list = (webhooks) => webhooks;
		await host.publish('init');
		sandbox.data.webhooks.splice(0);
		await host.publish('init');
		expect(ours()).toHaveLength(1);
	});
});

describe('A service whose list cannot be read', () => {
	let pages: Pages;
	usePages(parts, (started) => (pages = started));

	const unreadable: Array<[string, unknown]> = [
		['a web page', '<html>Service is in maintenance</html>'],
		['a status', { status: 'starting' }],
		['a refusal', { success: false, message: 'Service is in maintenance' }],
		['no data', { data: null }],
	];

	test.each(unreadable)('(%s) gets none at the first publishing', async (_what, body) => {
		pages.list = () => body;
		await expect(host.publish()).rejects.toThrow();
		expect(ours()).toEqual([]);
	});

	test.each(unreadable)(
		'(%s) gets no second webhook at a restart, keeps it when unpublishing, and the next unpublishing deletes it',
		async (_what, body) => {
			await host.publish();
			const before = { ...host.staticData };
			pages.list = () => body;
			await host.publish('init');
			await expect(host.publish()).rejects.toThrow();
			const logs = recordLogs();
			await host.unpublish();
			expect(ours()).toHaveLength(1);
			expect(host.staticData).toEqual(before);
			expect(serialize(logs)).toContain(`Could not delete the webhook for ${host.url()}: `);
			pages.list = undefined;
			await host.unpublish();
			expect(ours()).toEqual([]);
		},
	);
});

import type { Fault, Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { recordLogs, serialize } from '../../support/logs';
import { until } from '../../run/support/manualLimits';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { type Pages, usePages } from '../support/pages';

/** What is registered when a workflow is published or n8n starts, and while the user listens. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

const registered = () => host.registered(sandbox);

test('an inactive webhook, or one for other events or options, is replaced', async () => {
	await host.publish();
	const [first] = registered();
	if (first) first.isActive = false;
	await host.publish();
	expect(registered().map(({ isActive }) => isActive)).toEqual([true]);
	host.parameters = { events: ['message.received', 'message.sent'] };
	await host.publish();
	expect(registered().map(({ events }) => events)).toEqual([['message.received', 'message.sent']]);
	const [second] = registered();
	host.parameters = { events: ['message.sent', 'message.received'] };
	await host.publish();
	expect(registered()).toEqual([second]);
	host.parameters = { ...host.parameters, options: { retryOnFailure: false } };
	await host.publish();
	expect(registered().map(({ retryOnFailure }) => retryOnFailure)).toEqual([false]);
});

test.each(['works', 405] as const)(
	'after a change of the API key, a start of n8n and publishing keep the webhook, and deliveries are accepted (DELETE: %s)',
	async (webhookDelete) => {
		sandbox.setDialect({ webhookDelete });
		await host.publish();
		const former = registered();
		host.credentials.apiKey = sandbox.keys.bare;
		for (const mode of ['init', 'activate'] as const) await host.publish(mode);
		expect(registered()).toEqual(former);
		await sandbox.playIncoming({ text: 'Hi' });
		await sandbox.settle();
		expect(host.runs).toHaveLength(1);
	},
);

test('the registered webhook has a URL, a token and the options', async () => {
	host.parameters = { options: { retryOnFailure: false } };
	await host.publish();
	const [made] = sandbox.ledger;
	expect(made?.body).toEqual({
		url: host.url(),
		headers: { 'X-Messaging-Integration-Token': expect.stringMatching(/^[\w-]{43}$/) as string },
		retryOnFailure: false,
		isActive: true,
	});
});

/** What a list of webhooks may answer at a start of n8n. */
const answers: Array<[string, Partial<Fault>]> = [
	...[400, 401, 403, 404, 500].map((status): [string, Partial<Fault>] => [`${status}`, { kind: 'status', status }]),
	['a web page', { kind: 'html' }],
	['nothing, because the connection breaks', { kind: 'reset' }],
	['a rate limit', { kind: 'rateLimited', retryAfter: 60 }],
];
const changes: Array<[string, (each: Host) => unknown]> = [
	['the registration is stored', () => {}],
	['nothing is stored', (each) => (each.staticData = {})],
	['n8n has another URL', async (each) => await each.move()],
	['the key was revoked', (each) => (each.credentials.apiKey = sandbox.keys.revoked)],
	['the credentials are gone', (each) => (each.hasCredential = false)],
];

const [ANSWER] = answers as [(typeof answers)[number]];
const [CHANGE] = changes as [(typeof changes)[number]];
test.each([
	...answers.map(([answer, fault]) => [answer, CHANGE[0], fault, CHANGE[1]] as const),
	...changes.slice(1).map(([what, change]) => [ANSWER[0], what, ANSWER[1], change] as const),
])(
	'a published workflow stays published if the list of webhooks answers %s at a start of n8n, and %s',
	async (_answer, _what, fault, change) => {
		await host.publish();
		await change(host);
		const before = { ...host.staticData };
		sandbox.addFault({ path: '/webhooks', times: Infinity, ...fault } as Fault);
		const logs = recordLogs();
		await host.publish('init');
		expect(host.staticData).toEqual(before);
		expect(serialize(logs)).toMatch(
			/Could not check the webhook, assuming that it still exists: .+publish the workflow again/,
		);
	},
);

test('deliveries during an outage at a start of n8n are verified with what is stored', async () => {
	await host.publish();
	sandbox.addFault({ path: '/webhooks', kind: 'status', status: 403, times: Infinity });
	await host.publish('init');
	await sandbox.playIncoming({ text: 'meanwhile' });
	await sandbox.settle();
	expect(host.runs).toHaveLength(1);
	await expect(host.publish()).rejects.toThrow(/403/);
});

describe('a service that returns its webhooks in pages', () => {
	let pages: Pages;
	usePages(
		() => ({ sandbox, host }),
		(started) => (pages = started),
	);

	test('may list the webhook on a later page, where it is adopted and removed', async () => {
		await host.publish();
		const [ours] = registered();
		expect(sandbox.data.webhooks.indexOf(ours!)).toBeGreaterThan(1);
		await host.publish();
		expect(registered()).toEqual([ours]);
		await host.unpublish();
		expect(registered()).toEqual([]);
	});

	test('but repeats the first one makes activation fail and suggest manual registration', async () => {
		pages.isStuck = true;
		sandbox.data.webhooks.push({ ...sandbox.data.webhooks[0]!, id: 'one more' });
		await expect(host.publish()).rejects.toThrow(/The list is incomplete.*Manual/);
		expect(registered()).toEqual([]);
	});
});

test('a service whose list never shows the webhook gets one, however often n8n starts, and another one only from a user', async () => {
	sandbox.addFault({ method: 'GET', path: '/webhooks', kind: 'raw', status: 200, body: { data: [] }, times: Infinity });
	await host.publish();
	const logs = recordLogs();
	for (let start = 0; start < 3; start += 1) await host.publish('init');
	expect(registered()).toHaveLength(1);
	expect(serialize(logs)).toMatch(/never contained it\. If no events arrive, publish the workflow again/);
	await host.publish();
	expect(registered()).toHaveLength(2);
	await host.move();
	await host.publish('init');
	expect(registered()).toHaveLength(1);
});

test('listening requests a test event only if the user chose so, and verifies it', async () => {
	host.parameters = { options: { sendTestEvent: true } };
	const stop = await host.listen();
	await until(() => host.runs.length === 1);
	await stop();
	const isTest = ({ path }: { path: string }) => path.endsWith('/test');
	host.parameters = {};
	await (
		await host.listen()
	)();
	host.parameters = { options: { sendTestEvent: true } };
	sandbox.setDialect({ webhookId: 'absent' });
	sandbox.addFault({ method: 'GET', path: '/webhooks', kind: 'raw', status: 200, body: { data: [] }, times: Infinity });
	await (
		await host.listen()
	)();
	expect(sandbox.log.filter(isTest)).toHaveLength(1);
});

test('a webhook that is found again is stored', async () => {
	await host.publish();
	const stored = { ...host.staticData };
	host.staticData = {};
	await host.publish('init');
	expect(host.staticData).toEqual(stored);
});

import fc from 'fast-check';
import type { Dialect, Sandbox } from '../../../sandbox';
import { InstantClock } from '../../engine/support/instantClock';
import { until } from '../../engine/support/manualLimits';
import { setUpTrigger } from '../support/fixture';
import { Host } from '../support/host';
import { type Pages, usePages } from '../support/pages';

let sandbox: Sandbox;
let host: Host;
setUpTrigger(
	(ready) => ({ sandbox, host } = ready),
	() => new InstantClock(),
);

const registered = (isTest = false) => host.registered(sandbox, isTest);
const foreign = () =>
	sandbox.data.webhooks.filter(({ url }) => !url.startsWith('http://127.0.0.1')).length;

/** `FULL=1` repeats more often. */
const ROUNDS = process.env.FULL ? 50 : 2;

/** Undocumented responses. */
const undocumentedDialects: Array<[string, Partial<Dialect>]> = [
	['the ID at the top', {}],
	['the ID under data', { webhookId: 'data', records: 'successData', lists: 'successData' }],
	['no ID in the response', { webhookId: 'absent' }],
	['headers and secret not shown', { webhookSecretsReadable: false }],
	[
		'no ID, nothing shown, bare lists',
		{ webhookId: 'absent', webhookSecretsReadable: false, lists: 'bare' },
	],
];

describe.each(undocumentedDialects)('with %s', (_what, dialect) => {
	beforeEach(() => sandbox.setDialect(dialect));

	test('there is one registration while active, none while inactive, and others are left alone', async () => {
		const others = foreign();
		for (let round = 0; round < ROUNDS; round += 1) {
			await host.publish();
			expect(registered()).toHaveLength(1);
			await host.publish();
			expect(registered()).toHaveLength(1);
			await host.unpublish();
			expect(registered()).toHaveLength(0);
		}
		expect(foreign()).toBe(others);
	});

	test('the test webhook and the production webhook do not affect each other, in any order', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom('publish', 'unpublish', 'listen', 'stop'), { maxLength: 12 }),
				async (steps) => {
					let active = false;
					let stop: (() => Promise<void>) | undefined;
					for (const step of steps) {
						if (step === 'publish') await host.publish().then(() => (active = true));
						if (step === 'unpublish') await host.unpublish().then(() => (active = false));
						if (step === 'listen' && !stop) stop = await host.listen();
						if (step === 'stop') await stop?.().then(() => (stop = undefined));
						expect([registered().length, registered(true).length]).toEqual([
							active ? 1 : 0,
							stop ? 1 : 0,
						]);
					}
					await stop?.();
					await host.unpublish();
				},
			),
			{ numRuns: ROUNDS * 3 },
		);
	});

	test('a webhook whose creation n8n did not store is adopted or replaced, never duplicated', async () => {
		await host.publish();
		host.staticData = {};
		await host.publish();
		expect(registered()).toHaveLength(1);
		await sandbox.playIncoming({ text: 'after' });
		await sandbox.settle();
		expect(host.runs).toHaveLength(1);
	});

	test('there is exactly one webhook after n8n did not store its removal', async () => {
		await host.publish();
		const before = { ...host.staticData };
		await host.unpublish();
		host.staticData = before;
		await host.publish();
		expect(registered()).toHaveLength(1);
	});
});

describe.each([405, 501, 404] as const)(
	'a service that responds to DELETE with %i',
	(webhookDelete) => {
		beforeEach(() => sandbox.setDialect({ webhookDelete }));

		test('deactivating works, and there is never more than one webhook per URL', async () => {
			for (let round = 0; round < ROUNDS; round += 1) {
				await host.publish();
				expect(registered()).toHaveLength(1);
				await host.unpublish();
				const stop = await host.listen();
				expect(registered(true)).toHaveLength(1);
				await stop();
				expect([registered().length, registered(true).length]).toEqual([1, 1]);
			}
			await host.publish();
			await sandbox.playIncoming({ text: 'still ours' });
			await sandbox.settle();
			expect(host.runs.length).toBeGreaterThan(0);
		});

		test('there is only one webhook if the service hides headers and secret', async () => {
			sandbox.setDialect({ webhookDelete, webhookSecretsReadable: false });
			for (let round = 0; round < 3; round += 1) {
				await host.publish();
				await host.unpublish();
			}
			expect(registered()).toHaveLength(1);
			await host.publish();
			await sandbox.playIncoming({ text: 'still ours' });
			await sandbox.settle();
			expect(host.runs).toHaveLength(1);
		});

		test.each([
			[{}, { events: ['another.event'] }],
			[{ events: ['message'] }, {}],
		])(
			'activation with other settings fails and says what to remove in the dashboard: %j, then %j',
			async (first, second) => {
				host.parameters = first;
				await host.publish();
				await host.unpublish();
				host.parameters = second;
				await expect(host.publish()).rejects.toThrow(
					/already delivers to this trigger.*in the dashboard/,
				);
				expect(registered()).toHaveLength(1);
			},
		);
	},
);

test('an inactive webhook, or one for other events, is replaced', async () => {
	await host.publish();
	const [first] = registered();
	if (first) first.isActive = false;
	await host.publish();
	expect(registered().map(({ isActive }) => isActive)).toEqual([true]);
	host.parameters = { events: ['message.received', 'message.sent'] };
	await host.publish();
	expect(registered().map(({ events }) => events)).toEqual([['message.received', 'message.sent']]);
});

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

test('event names can be selected and entered', async () => {
	host.parameters = { events: ['message'], otherEvents: 'message.edited, message' };
	await host.publish();
	expect(registered().map(({ events }) => events)).toEqual([['message', 'message.edited']]);
});

test('a service that fails does not block deactivating, and the next activation has one webhook', async () => {
	await host.publish();
	sandbox.addFault({ method: 'DELETE', kind: 'status', status: 500 });
	await host.unpublish();
	await host.publish();
	expect(registered()).toHaveLength(1);
});

test('a start of n8n while the service is unavailable assumes that the webhook still exists', async () => {
	await host.publish();
	const before = { ...host.staticData };
	const down = { path: '/webhooks', kind: 'status', status: 500, times: Infinity } as const;
	sandbox.addFault(down);
	await host.publish('init');
	expect(host.staticData).toEqual(before);
	await sandbox.playIncoming({ text: 'meanwhile' });
	await sandbox.settle();
	expect(host.runs).toHaveLength(1);
	// But not when a user publishes, without an earlier registration, or after a rejection.
	await expect(host.publish()).rejects.toThrow(/failed to process/);
	host.staticData = {};
	await expect(host.publish('init')).rejects.toThrow(/failed to process/);
	host.staticData = before;
	sandbox.clearFaults();
	sandbox.addFault({ ...down, status: 403 });
	await expect(host.publish('init')).rejects.toThrow();
});

test('a start of n8n creates a missing registration again', async () => {
	await host.publish();
	sandbox.data.webhooks.splice(0);
	await host.publish('init');
	expect(registered()).toHaveLength(1);
});

test('activation rejects a URL that the service cannot reach, naming the n8n setting to change', async () => {
	const unreachable = new Host({
		apiKey: sandbox.keys.test,
		environment: 'test',
		baseUrl: 'https://service.example/api/v2',
	});
	await unreachable.start();
	await expect(unreachable.publish()).rejects.toThrow(
		/cannot reach this n8n.*\. Set .*WEBHOOK_URL/,
	);
	unreachable.stop();
	expect(sandbox.log).toEqual([]);
});

describe('a service that returns its webhooks in pages', () => {
	let pages: Pages;
	usePages(
		() => ({ sandbox, host }),
		(started) => (pages = started),
	);

	test.each(['total', 'totalPages', 'cursor'] as const)(
		'may list the webhook on a later page, where it is adopted and removed: %s',
		async (style) => {
			pages.style = style;
			await host.publish();
			const [ours] = registered();
			expect(sandbox.data.webhooks.indexOf(ours!)).toBeGreaterThan(1);
			await host.publish();
			expect(registered()).toEqual([ours]);
			await host.unpublish();
			expect(registered()).toEqual([]);
		},
	);

	test('but repeats the first one makes activation fail and suggest manual registration', async () => {
		pages.style = 'stuck';
		sandbox.data.webhooks.push({ ...sandbox.data.webhooks[0]!, id: 'one more' });
		await expect(host.publish()).rejects.toThrow(/Could not search for the webhook.*Manual/);
		expect(registered()).toEqual([]);
	});
});

test('listening requests a test event only if the user chose so, and verifies it', async () => {
	host.parameters = { options: { sendTestEvent: true } };
	const stop = await host.listen();
	await until(() => host.runs.length === 1);
	await stop();
	host.parameters = {};
	const stopAgain = await host.listen();
	await stopAgain();
	expect(sandbox.log.filter(({ path }) => path.endsWith('/test'))).toHaveLength(1);
});

test('listening without a test event captures the next real delivery, and nothing before', async () => {
	host.parameters = { options: { sendTestEvent: false } };
	await host.publish();
	const stop = await host.listen();
	await sandbox.settle();
	expect(host.runs).toEqual([]);
	await sandbox.playIncoming({ text: 'a real one' });
	await sandbox.settle();
	await stop();
	// One for the published workflow, one for the editor.
	expect(host.runs).toHaveLength(2);
	for (const items of host.runs) expect(JSON.stringify(items)).toContain('a real one');
	expect(host.listened).toHaveLength(1);
});

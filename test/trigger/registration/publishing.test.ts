import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { recordLogs, serialize } from '../../support/logs';
import { until } from '../../run/support/manualLimits';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** What is registered when a workflow is published or n8n starts, and while the user listens. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

const registered = () => host.registered(sandbox);

test('a webhook for other events is replaced, and one for the same events in another order stays', async () => {
	await host.publish();
	host.parameters = { events: ['message.received', 'message.sent'] };
	await host.publish();
	const replaced = registered();
	expect(replaced.map(({ events }) => events)).toEqual([['message.received', 'message.sent']]);
	host.parameters = { events: ['message.sent', 'message.received'] };
	await host.publish();
	expect(registered()).toEqual(replaced);
});

test('if the webhooks cannot be listed at a start of n8n, the workflow stays published, and its deliveries are verified', async () => {
	await host.publish();
	const before = { ...host.staticData };
	sandbox.addFault({ method: 'GET', path: '/webhooks', times: Infinity, kind: 'reset' });
	const logs = recordLogs();
	await host.publish('init');
	expect(serialize(logs)).toMatch(
		/Could not check the webhook, assuming that it still exists: .+publish the workflow again/,
	);
	await sandbox.playIncoming({ text: 'meanwhile' });
	await sandbox.settle();
	expect(host.runs).toHaveLength(1);
	await expect(host.publish()).rejects.toThrow();
	await host.unpublish();
	expect([registered().length, host.staticData]).toEqual([1, before]);
});

test.each<[string, () => unknown]>([
	['a filter has a name in place of an ID', () => (host.parameters = { filters: { chatIds: 'Weekend team' } })],
	['the credentials are gone', () => (host.hasCredential = false)],
])('a start of n8n never unpublishes a workflow, not even if %s', async (_what, change) => {
	await host.publish();
	const before = { ...host.staticData };
	change();
	await host.publish('init');
	expect(host.staticData).toEqual(before);
});

test('a webhook on a later page of the list is found', async () => {
	await host.publish();
	const [ours] = registered();
	const others = sandbox.data.webhooks.filter((each) => each !== ours);
	for (const body of [
		{ data: others, hasMore: true },
		{ data: [ours], hasMore: false },
	])
		sandbox.addFault({ method: 'GET', path: '/webhooks', kind: 'raw', status: 200, body: body as never });
	await host.publish();
	expect(registered()).toEqual([ours]);
});

test.each([{ webhookSecretsReadable: false }, { webhookId: 'absent' } as const])(
	'two main processes that start at once end with one registration (%j)',
	async (dialect) => {
		sandbox.setDialect(dialect);
		const other = host.copy();
		for (const each of [host, other]) expect(await each.hook('checkExists')).toBe(false);
		await Promise.all([host.hook('create'), other.hook('create')]);
		expect(registered()).toHaveLength(1);
		for (const each of [host, other]) {
			expect(await each.hook('checkExists')).toBe(true);
			expect(each.staticData.webhookId).toBe(registered()[0]?.id);
		}
	},
);

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

import type { DialectChoice, Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

const registered = (isTest = false) => host.registered(sandbox, isTest);
const foreign = () => sandbox.data.webhooks.filter(({ url }) => !url.startsWith('http://127.0.0.1')).length;

/** Undocumented responses. */
const undocumentedDialects: Array<[string, DialectChoice]> = [
	['the ID at the top', 'documented'],
	['no ID, nothing shown, wrapped lists', { webhookId: 'absent', webhookSecretsReadable: false, wrapper: 'data' }],
];

describe.each(undocumentedDialects)('with %s', (_what, dialect) => {
	beforeEach(() => sandbox.setDialect(dialect));

	test('the test webhook and the production webhook affect neither each other, in any order, nor other webhooks', async () => {
		const others = foreign();
		let stop = async () => {};
		const steps = {
			publish: async () => await host.publish(),
			unpublish: async () => await host.unpublish(),
			listen: async () => void (stop = await host.listen()),
			stop: async () => await stop(),
		};
		// How many are registered after each step: of the workflow, of the editor.
		for (const [step, ...counts] of [
			['listen', 0, 1] as const,
			['publish', 1, 1] as const,
			['publish', 1, 1] as const,
			['stop', 1, 0] as const,
			['listen', 1, 1] as const,
			['unpublish', 0, 1] as const,
			['publish', 1, 1] as const,
			['unpublish', 0, 1] as const,
			['stop', 0, 0] as const,
		]) {
			await steps[step]();
			expect([step, registered().length, registered(true).length]).toEqual([step, ...counts]);
		}
		expect(foreign()).toBe(others);
	});
});

test('a service that cannot delete webhooks never gets a second one, and deactivating works', async () => {
	sandbox.setDialect({ webhookDelete: 405 });
	for (const _round of [1, 2]) {
		await host.publish();
		await host.unpublish();
		await (
			await host.listen()
		)();
		expect([registered().length, registered(true).length]).toEqual([1, 1]);
	}
	host.credentials.apiKey = sandbox.keys.bare;
	for (const mode of ['init', 'activate'] as const) await host.publish(mode);
	await sandbox.playIncoming({ text: 'still ours, although the key is another one' });
	await sandbox.settle();
	expect(host.runs).not.toEqual([]);
	expect(registered()).toHaveLength(1);
});

import type { DialectChoice, Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

const registered = (isTest = false) => host.registered(sandbox, isTest);
const foreign = () => sandbox.data.webhooks.filter(({ url }) => !url.startsWith('http://127.0.0.1')).length;

/** `FULL=1` repeats more often. */
const ROUNDS = process.env.FULL ? 50 : 2;

/** Undocumented responses. */
const undocumentedDialects: Array<[string, DialectChoice]> = [
	['the ID at the top', 'documented'],
	['no ID, nothing shown, wrapped lists', { webhookId: 'absent', webhookSecretsReadable: false, wrapper: 'data' }],
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
});

describe.each([405, 501, 404] as const)('a service that responds to DELETE with %i', (webhookDelete) => {
	beforeEach(() => sandbox.setDialect({ webhookDelete }));

	test('deactivating works, and there is never more than one webhook per URL', async () => {
		for (let round = 0; round < ROUNDS; round += 1) {
			await host.publish();
			expect(registered()).toHaveLength(1);
			await host.unpublish();
			expect(host.staticData).toMatchObject({ webhookId: registered()[0]?.id });
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
});

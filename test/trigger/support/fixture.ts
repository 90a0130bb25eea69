import { startSandbox, type Sandbox } from '../../../sandbox';
import { Host } from './host';

/**
 * One sandbox for a file, and for each test a workflow of its own: the sandbox makes the same messages after a reset, and
 * deliveries are remembered.
 */
export function eachWithItsHost(ready: (parts: { sandbox: Sandbox; host: Host }) => void): void {
	let sandbox: Sandbox;
	let host: Host;
	let workflows = 0;
	beforeAll(async () => {
		sandbox = await startSandbox({ tier: 'none' });
	});
	beforeEach(async () => {
		sandbox.reset();
		sandbox.setDialect('documented');
		workflows += 1;
		host = new Host(
			{ apiKey: sandbox.keys.test, environment: 'test', baseUrl: sandbox.baseUrl },
			{},
			`workflow${workflows}`,
		);
		await host.start();
		ready({ sandbox, host });
	});
	afterEach(async () => await host.stop());
	afterAll(async () => await sandbox.close());
}

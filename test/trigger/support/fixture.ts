import { clocks, systemClock, type Clock } from '../../../nodes/transport/clock';
import { startSandbox, type Sandbox } from '../../../tools/sandbox';
import { Host } from './host';

/** Of this process: a trigger remembers its deliveries, and so does the store. */
let workflows = 0;

/** Starts one sandbox for a test file, and a new workflow for each test, since a trigger remembers its deliveries. */
export function setUpTrigger(
	ready: (parts: { sandbox: Sandbox; host: Host }) => void,
	clock: () => Clock = () => systemClock,
): void {
	let sandbox: Sandbox;
	let host: Host;
	beforeAll(async () => {
		sandbox = await startSandbox({ tier: 'none' });
	});
	beforeEach(async () => {
		clocks.current = clock();
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
	afterEach(async () => {
		clocks.current = systemClock;
		host.stop();
	});
	afterAll(async () => await sandbox.close());
}

import { clocks, systemClock } from '../../nodes/transport/clock';
import { startSandbox, type Sandbox } from '../../tools/sandbox';
import { InstantClock } from './instantClock';

/** Starts one sandbox without a rate limit for a test file, and resets it before each test. Pauses take no time. */
export function setUpSandbox(
	ready: (sandbox: Sandbox) => void,
	settings: Parameters<typeof startSandbox>[0] = {},
): void {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ tier: 'none', ...settings });
		ready(sandbox);
	});
	beforeEach(() => {
		sandbox.reset();
		clocks.current = new InstantClock();
	});
	afterEach(() => void (clocks.current = systemClock));
	afterAll(async () => await sandbox.close());
}

export function credentialsFor({ keys, baseUrl }: Sandbox, apiKey = keys.test) {
	return { apiKey, environment: 'test', baseUrl };
}

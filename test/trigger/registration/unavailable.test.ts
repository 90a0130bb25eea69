import type { Sandbox } from '../../../tools/sandbox';
import { ManualLimits, until } from '../../run/support/manualLimits';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** A user who publishes waits for the hooks, and n8n itself repeats them. */

let sandbox: Sandbox;
let host: Host;
let clock: ManualLimits;
setUpTrigger(
	(ready) => ({ sandbox, host } = ready),
	() => (clock = new ManualLimits()),
);

const always = { path: '/webhooks', times: Infinity };
const registered = (isTest = false) => host.registered(sandbox, isTest);

test('a service that does not respond makes publishing fail after 5 s, and the message says what to do', async () => {
	sandbox.addFault({ ...always, kind: 'stall' });
	const failed = host.publish().catch((error: unknown) => error);
	await clock.reach(5000, 1);
	expect(await failed).toMatchObject({
		message: 'The response took too long. The service may be overloaded (MAX_DURATION). Try again later.',
		description: '',
	});
	expect(clock.set.get(5000)).toBe(1);
	expect(clock.slept).toEqual([]);
});

test('a creation whose response does not come is adopted, and not sent twice', async () => {
	sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'stallAfterWork' });
	const publishing = host.publish();
	await until(() => registered().length === 1);
	await clock.reach(5000, 2);
	await publishing;
	expect(registered()).toHaveLength(1);
	expect(host.staticData).toMatchObject({ webhookId: registered()[0]?.id });
});

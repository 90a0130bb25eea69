import type { IDataObject } from 'n8n-workflow';
import { clocks } from '../../../nodes/transport/clock';
import type { Sandbox } from '../../../tools/sandbox';
import type { RunSettings } from '../../support/engine';
import { idsOf } from '../../support/ids';
import type { InstantClock } from '../../support/instantClock';
import { setUpSandbox } from '../../support/setUpSandbox';
import { sendMany } from '../support/sendMany';

/** The option Pause Between Items; the clock notes each pause instead of waiting. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const clock = () => clocks.current as InstantClock;
const EVEN = { min: 10, max: 10 };

async function send(count: number, options: IDataObject, more: Partial<RunSettings> = {}) {
	const { baseUrl, keys } = sandbox;
	const recipient = { baseUrl, apiKey: keys.test, ...idsOf(sandbox) };
	return await sendMany(recipient, 'p', count, options, more);
}

test('a random pause separates two writes, also with several in flight, and none precedes the first', async () => {
	const { error } = await send(8, { pause: { min: '10', max: 30 }, concurrency: 3 });
	expect(error).toBeUndefined();
	expect(sandbox.ledger).toHaveLength(8);
	// Without the pauses, the items in flight would wait for the rate limiter, too.
	expect(clock().slept).toEqual(Array(7).fill(20_000));
});

test('items that are not sent do not cause a pause, neither in a retry nor after a failure', async () => {
	sandbox.addFault({ path: '/messages', kind: 'status', status: 422, skip: 2 });
	const { run: retryOf } = await send(5, { pause: EVEN });
	expect(clock().slept).toEqual([10_000, 10_000]);
	clock().slept.length = 0;
	const { error } = await send(5, { pause: EVEN }, { retryOf });
	expect(error).toBeUndefined();
	expect(clock().slept).toEqual([10_000, 10_000]);
});

test('canceling ends a pause', async () => {
	let cancel = () => {};
	clock().onSleep = () => cancel();
	const { run } = await send(5, { pause: EVEN }, { onStart: (given) => (cancel = given) });
	expect(run.status).toBe('canceled');
	expect(sandbox.log).toHaveLength(1);
});

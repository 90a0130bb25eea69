import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../tools/sandbox';
import { idsOf } from '../../support/ids';
import type { RunSettings } from '../../support/engine';
import { sendMany } from '../../run/support/sendMany';
import { settled } from '../../support/simulatedClock';
import { Simulation } from './simulation';

/** The option Pause Between Items, on a simulated clock: responses take no time. */

let sandbox: Sandbox;
let simulation: Simulation;
beforeAll(async () => {
	sandbox = await startSandbox({ tier: 300, now: () => simulation.time.elapsed });
});
beforeEach(() => {
	sandbox.reset();
	simulation = new Simulation();
});
afterEach(() => simulation.end());
afterAll(async () => await sandbox.close());

const EVEN = { min: 10, max: 10 };

async function send(count: number, pause: IDataObject, options: IDataObject = {}, more: Partial<RunSettings> = {}) {
	const { baseUrl, keys } = sandbox;
	const recipient = { baseUrl, apiKey: keys.test, ...idsOf(sandbox) };
	return await sendMany(recipient, 'p', count, { pause, ...options }, more);
}

const times = (began: number) => sandbox.log.map(({ at }) => (at - began) / 1000);

test('a random pause separates two writes, and none precedes the first', async () => {
	const began = simulation.time.elapsed;
	const { error } = await simulation.run(send(8, { min: '10', max: 30 }));
	expect(error).toBeUndefined();
	const [first, ...others] = times(began);
	expect(first).toBe(0);
	const pauses = others.map((time, n) => time - times(began)[n]!);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(30);
	expect(new Set(pauses).size).toBe(7);
});

test('several items in flight start one after the other, also after a wait for the rate limit', async () => {
	sandbox.setRate({ tier: 3 });
	const began = simulation.time.elapsed;
	const { error } = await simulation.run(send(7, EVEN, { concurrency: 3 }));
	expect(error).toBeUndefined();
	expect(sandbox.log.map(({ status }) => status)).toEqual(Array(7).fill(201));
	expect(times(began).map(Math.floor)).toEqual([0, 10, 20, 60, 70, 80, 120]);
	sandbox.setRate({ tier: 300 });
});

test('items that are not sent do not cause a pause, neither in a retry nor after a failure', async () => {
	sandbox.addFault({ path: '/messages', kind: 'status', status: 422, skip: 2 });
	const failed = await simulation.run(send(5, EVEN));
	const again = simulation.time.elapsed;
	expect(times(again)).toEqual([-20, -10, 0]);
	const { error } = await simulation.run(send(5, EVEN, {}, { retryOf: failed.run }));
	expect(error).toBeUndefined();
	expect(times(again)).toEqual([-20, -10, 0, 0, 10, 20]);
});

test('canceling ends a pause', async () => {
	let cancel = () => {};
	const running = send(5, { min: 3600, max: 3600 }, {}, { onStart: (given) => (cancel = given) });
	const pausing = async () => {
		while (simulation.time.timers === 0) await settled();
	};
	await simulation.run(pausing());
	const at = simulation.time.elapsed;
	cancel();
	const { run } = await simulation.run(running);
	expect(run.status).toBe('canceled');
	expect(simulation.time.elapsed).toBe(at);
	expect(sandbox.log).toHaveLength(1);
});

import * as workflow from 'n8n-workflow';
import { SharedTimers } from '../../../nodes/transport/sharedTimers';

jest.mock('n8n-workflow', () => ({ sleep: jest.fn() }));
const sleep = workflow.sleep as unknown as jest.Mock<Promise<void>, [number]>;

let now = 1_000_000;
/** Ends the sleeps that are running. */
let wake: Array<() => void> = [];

beforeEach(() => {
	wake = [];
	sleep.mockClear();
	sleep.mockImplementation(async () => await new Promise<void>((resolve) => wake.push(resolve)));
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** Lets a slice pass that takes this long by the wall clock. */
async function pass(ms = 250): Promise<void> {
	now += ms;
	wake.splice(0).forEach((each) => each());
	await new Promise((resolve) => setImmediate(resolve));
}

test('a timer is reached after its time, at most a slice late, and once', async () => {
	const reached = jest.fn();
	new SharedTimers(250).start(800, reached);
	for (let slices = 1; slices <= 3; slices += 1) await pass();
	expect(reached).not.toHaveBeenCalled();
	await pass();
	expect(reached).toHaveBeenCalledTimes(1);
	await pass();
	expect(reached).toHaveBeenCalledTimes(1);
});

test('a timer that starts in the middle of a slice is never early', async () => {
	const timers = new SharedTimers(250);
	const [first, second] = [jest.fn(), jest.fn()];
	timers.start(1000, first);
	now += 249;
	timers.start(250, second);
	await pass(1);
	expect(second).not.toHaveBeenCalled();
	await pass();
	expect(second).toHaveBeenCalledTimes(1);
	expect(first).not.toHaveBeenCalled();
});

test('a timer that starts after the process was blocked is not early', async () => {
	const timers = new SharedTimers(250);
	timers.start(10_000, () => undefined);
	now += 600;
	const reached = jest.fn();
	timers.start(400, reached);
	await pass(0);
	expect(reached).not.toHaveBeenCalled();
	await pass(400);
	expect(reached).toHaveBeenCalledTimes(1);
});

test('a timer that was stopped is not reached', async () => {
	const reached = jest.fn();
	const stop = new SharedTimers(250).start(500, reached);
	await pass();
	stop();
	await pass();
	expect(reached).not.toHaveBeenCalled();
});

test('all timers share one sleep, and without timers nothing sleeps', async () => {
	const timers = new SharedTimers(250);
	expect(sleep).not.toHaveBeenCalled();
	const stops = Array.from({ length: 100 }, () => timers.start(10_000, () => undefined));
	expect(sleep.mock.calls).toEqual([[250]]);
	await pass();
	expect(sleep).toHaveBeenCalledTimes(2);
	for (const stop of stops) stop();
	await pass();
	expect(sleep).toHaveBeenCalledTimes(2);
	timers.start(1, () => undefined);
	expect(sleep).toHaveBeenCalledTimes(3);
	await pass();
	await pass();
});

test('after a machine was suspended, timers are reached at once', async () => {
	const reached = jest.fn();
	new SharedTimers(250).start(3_600_000, reached);
	await pass(7_200_000);
	expect(reached).toHaveBeenCalledTimes(1);
});

test('setting the clock back does not prolong a timer', async () => {
	const reached = jest.fn();
	new SharedTimers(250).start(250, reached);
	await pass(-3_600_000);
	expect(reached).not.toHaveBeenCalled();
	await pass();
	expect(reached).toHaveBeenCalledTimes(1);
});

test('a timer that another one stops as it is reached is not reached', async () => {
	const timers = new SharedTimers(250);
	const second = jest.fn();
	let stopSecond = () => {};
	timers.start(100, () => stopSecond());
	stopSecond = timers.start(100, second);
	await pass();
	await pass();
	expect(second).not.toHaveBeenCalled();
});

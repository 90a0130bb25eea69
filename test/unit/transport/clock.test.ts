import * as workflow from 'n8n-workflow';

import { CanceledError, systemClock } from '../../../nodes/transport/clock';

jest.mock('n8n-workflow', () => ({ sleep: jest.fn() }));
const sleep = workflow.sleep as unknown as jest.Mock<Promise<void>, [number, AbortSignal?]>;

let now = 1_000_000;
const slices: number[] = [];

beforeEach(() => {
	sleep.mockClear();
	slices.length = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	sleep.mockImplementation(async (ms) => {
		slices.push(ms);
		now += ms;
	});
});

afterEach(() => jest.restoreAllMocks());

it('sleeps in short slices, and as long as requested in total', async () => {
	await systemClock.sleep(10_100);
	expect(slices.reduce((sum, ms) => sum + ms, 0)).toBe(10_100);
	expect(Math.max(...slices)).toBeLessThanOrEqual(500);
});

it('splits a sleep into slices of 250 ms; the last one is the rest', async () => {
	await systemClock.sleep(600);
	expect(slices).toEqual([250, 250, 100]);
});

it('compensates for late timers', async () => {
	sleep.mockImplementation(async (ms) => {
		slices.push(ms);
		now += ms + 30;
	});
	await systemClock.sleep(600);
	expect(slices).toEqual([250, 250, 40]);
});

it('ends on time, to the millisecond', async () => {
	sleep.mockImplementation(async (ms) => {
		slices.push(ms);
		now += 600;
	});
	await systemClock.sleep(600);
	expect(slices).toEqual([250]);
});

it('uses the time and randomness of the machine', () => {
	jest.spyOn(Math, 'random').mockReturnValue(0.625);
	expect([systemClock.now(), systemClock.random()]).toEqual([now, 0.625]);
});

it('the error of a canceled wait says so', () => {
	expect(new CanceledError()).toMatchObject({
		name: 'CanceledError',
		message: 'Canceled while waiting',
	});
});

it.each([0, -5])('does not sleep for %i ms', async (ms) => {
	await systemClock.sleep(ms);
	expect(slices).toEqual([]);
});

it('ends within a slice after a cancellation if sleep ignores the signal', async () => {
	const cancel = new AbortController();
	sleep.mockImplementation(async (ms) => {
		slices.push(ms);
		now += ms;
		if (slices.length === 3) cancel.abort();
	});
	await expect(systemClock.sleep(3_600_000, cancel.signal)).rejects.toBeInstanceOf(CanceledError);
	expect(slices).toHaveLength(3);
});

it('passes on the signal, and throws its own error', async () => {
	const cancel = new AbortController();
	sleep.mockImplementation(async (_, signal) => {
		cancel.abort(new Error('the words of the engine'));
		throw signal?.reason;
	});
	await expect(systemClock.sleep(3_600_000, cancel.signal)).rejects.toBeInstanceOf(CanceledError);
	expect(sleep).toHaveBeenCalledTimes(1);
	expect(sleep.mock.calls[0]![1]).toBe(cancel.signal);
});

it('does not start if it is already canceled', async () => {
	await expect(systemClock.sleep(50, AbortSignal.abort())).rejects.toBeInstanceOf(CanceledError);
	await expect(systemClock.sleep(0, AbortSignal.abort())).rejects.toBeInstanceOf(CanceledError);
	expect(slices).toEqual([]);
});

it('does not wait again after a suspended machine wakes up', async () => {
	sleep.mockImplementation(async (ms) => {
		slices.push(ms);
		now += 7_200_000;
	});
	await systemClock.sleep(3_600_000);
	expect(slices).toHaveLength(1);
});

it('does not wait longer if the clock is set back', async () => {
	sleep.mockImplementation(async (ms) => {
		slices.push(ms);
		if (slices.length === 2) now -= 3_600_000;
		now += ms;
	});
	await systemClock.sleep(10_000);
	expect(slices.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(10_000);
});

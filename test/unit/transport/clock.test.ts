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

it.each([
	['slices of 250 ms, the last one is the rest', 600, 0, [250, 250, 100]],
	['slices that make up for late timers', 600, 30, [250, 250, 40]],
	[
		'no further slice once the time is over, e.g. after a machine was suspended',
		600,
		7_200_000,
		[250],
	],
	['nothing for 0 ms', 0, 0, []],
	['nothing for less', -5, 0, []],
])('sleeps in %s', async (_what, ms, late, expected) => {
	sleep.mockImplementation(async (slice) => {
		slices.push(slice);
		now += slice + late;
	});
	await systemClock.sleep(ms);
	expect(slices).toEqual(expected);
});

describe('a time limit', () => {
	const limitOf = async (ms: number) =>
		await new Promise<string>((resolve) => {
			const stop = systemClock.startTimer(ms, () => resolve('reached'));
			AbortSignal.timeout(50).addEventListener('abort', () => {
				stop();
				resolve('not reached');
			});
		});

	it('is reached after its time', async () => {
		expect(await limitOf(0.5)).toBe('reached');
	});

	it("of more than Node's longest timer is not reached at once", async () => {
		expect(await limitOf(2 ** 40)).toBe('not reached');
	});

	it('that is stopped is never reached', async () => {
		const reached = jest.fn();
		systemClock.startTimer(1, reached)();
		await limitOf(20);
		expect(reached).not.toHaveBeenCalled();
	});
});

it('uses the time and randomness of the machine', () => {
	jest.spyOn(Math, 'random').mockReturnValue(0.625);
	expect([systemClock.now(), systemClock.random()]).toEqual([now, 0.625]);
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
	await expect(systemClock.sleep(0, AbortSignal.abort())).rejects.toMatchObject({
		name: 'CanceledError',
		message: 'Canceled while waiting',
	});
	expect(slices).toEqual([]);
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

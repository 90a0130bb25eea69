import type * as clockModule from '../../../nodes/transport/clock';

const sleep = jest.fn<Promise<void>, [number, AbortSignal?]>();

/** The clock, with a function of this file instead of n8n's `sleep`. */
let { CanceledError, systemClock } = {} as typeof clockModule;
beforeAll(() => {
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => ({ sleep }));
		({ CanceledError, systemClock } = jest.requireActual('../../../nodes/transport/clock'));
	});
	jest.dontMock('n8n-workflow');
});

let now: number;
let slices: number[];
/** What happens at the end of each slice. */
let onSlice: (signal?: AbortSignal) => void;

beforeEach(() => {
	[now, slices, onSlice] = [1_000_000, [], () => {}];
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	sleep.mockImplementation(async (ms, signal) => {
		slices.push(ms);
		now += ms;
		onSlice(signal);
	});
});

afterEach(() => jest.restoreAllMocks());

it.each([
	['slices of 250 ms, the last one is the rest', 600, 0, [250, 250, 100]],
	['slices that make up for late timers', 600, 30, [250, 250, 40]],
	['no further slice once the time is over, e.g. of a suspended machine', 600, 7_200_000, [250]],
	['no slice at the end of the time', 600, 50, [250, 250]],
	['as many slices if the clock is set back', 600, -3_600_000, [250, 250, 100]],
	['nothing for less', -5, 0, []],
])('sleeps in %s', async (_what, ms, late, expected) => {
	onSlice = () => void (now += late);
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

	it("is reached, but at once neither if it is longer than Node's longest timer, nor after it was stopped", async () => {
		const reached = jest.fn();
		systemClock.startTimer(1, reached)();
		expect(await limitOf(1)).toBe('reached');
		expect(await limitOf(2 ** 40)).toBe('not reached');
		expect(reached).not.toHaveBeenCalled();
	});
});

describe('a sleep that is canceled', () => {
	let canceling: AbortController;
	beforeEach(() => void (canceling = new AbortController()));

	it.each([3_600_000, 750])('of %i ms ends within a slice even if n8n ignores the signal', async (ms) => {
		onSlice = () => void (slices.length === 3 && canceling.abort());
		const sleeping = systemClock.sleep(ms, canceling.signal);
		await expect(sleeping).rejects.toBeInstanceOf(CanceledError);
		expect(slices).toHaveLength(3);
	});

	it("ends at once if n8n does not, with an error of its own instead of n8n's", async () => {
		onSlice = (signal) => {
			canceling.abort(new Error('the words of the engine'));
			signal?.throwIfAborted();
		};
		const sleeping = systemClock.sleep(3_600_000, canceling.signal);
		await expect(sleeping).rejects.toBeInstanceOf(CanceledError);
		expect(slices).toHaveLength(1);
	});
});

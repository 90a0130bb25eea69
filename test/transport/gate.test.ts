import { Cancelled } from '../../nodes/transport/clock';
import { Gate, RateLimitWaitTooLong, type GateAnswer, type Pass } from '../../nodes/transport/gate';
import { settled, SimulatedClock } from './simulatedClock';

let clock: SimulatedClock;
let gate: Gate;

beforeEach(() => {
	clock = new SimulatedClock();
	gate = new Gate(clock);
});

function said(remaining: number, resetInSeconds: number, limit = 60): Record<string, string> {
	return {
		date: new Date(clock.elapsed).toUTCString(),
		'x-ratelimit-limit': String(limit),
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-reset': String(Math.ceil(clock.elapsed / 1000) + resetInSeconds),
	};
}

function answer(status: number | undefined, more: Partial<GateAnswer> = {}): GateAnswer {
	return { status, sentAt: clock.now(), receivedAt: clock.now(), ...more };
}

/** Uses the gate up: nothing is left until `seconds` have passed. */
async function exhaust(seconds: number): Promise<void> {
	(await gate.enter()).leave(answer(429, { retryAfterMs: seconds * 1000 }));
}

/** What became of a promise, without waiting for it. */
function watch<Result>(promise: Promise<Result>): { state: string; at?: number; error?: unknown; result?: Result } {
	const seen: { state: string; at?: number; error?: unknown; result?: Result } = { state: 'waiting' };
	promise.then(
		(result) => Object.assign(seen, { state: 'in', at: clock.elapsed, result }),
		(error: unknown) => Object.assign(seen, { state: 'failed', at: clock.elapsed, error }),
	);
	return seen;
}

describe('before anything is known', () => {
	it('lets one request ahead and the others follow its answer', async () => {
		const first = await gate.enter();
		const others = [1, 2, 3].map(() => watch(gate.enter()));
		await clock.pass(100);
		expect(others.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
		first.leave(answer(200, { headers: said(2, 60) }));
		await settled();
		expect(others.map(({ state }) => state)).toEqual(['in', 'in', 'waiting']);
	});

	it('does not pace a service without headers', async () => {
		(await gate.enter()).leave(answer(200, { headers: {} }));
		const others = Array.from({ length: 500 }, () => watch(gate.enter()));
		await settled();
		expect(others.every(({ state }) => state === 'in')).toBe(true);
		expect(clock.timers).toBe(0);
	});

	it('lets another one try when the first never comes back', async () => {
		await gate.enter();
		const start = clock.elapsed;
		const second = await clock.run(gate.enter());
		expect(second.waitedMs).toBe(clock.elapsed - start);
		expect(second.waitedMs).toBeLessThanOrEqual(10_000);
	});

	it('starts to pace once headers come', async () => {
		(await gate.enter()).leave(answer(200));
		(await gate.enter()).leave(answer(200, { headers: said(0, 30) }));
		const next = watch(gate.enter());
		await clock.pass(29_000);
		expect(next.state).toBe('waiting');
		await clock.pass(3_000);
		expect(next.state).toBe('in');
	});
});

describe('counting', () => {
	it('reserves a place for every request under way', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(3, 60) }));
		const passes = [1, 2, 3, 4].map(() => watch(gate.enter()));
		await settled();
		expect(passes.map(({ state }) => state)).toEqual(['in', 'in', 'in', 'waiting']);
	});

	it('counts answers without headers', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(2, 60) }));
		(await gate.enter()).leave(answer(200));
		(await gate.enter()).leave(answer(undefined));
		const third = watch(gate.enter());
		await clock.pass(50_000);
		expect(third.state).toBe('waiting');
	});

	it('gives the place of a request that was never sent to the next', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(1, 60) }));
		const unused = await gate.enter();
		const next = watch(gate.enter());
		await settled();
		expect(next.state).toBe('waiting');
		unused.leave();
		await settled();
		expect(next.state).toBe('in');
	});

	it('believes the smaller number of two answers that came in the wrong order', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(4, 60) }));
		const [one, two] = [await gate.enter(), await gate.enter()];
		two.leave(answer(200, { headers: said(1, 60) }));
		one.leave(answer(200, { headers: said(3, 60) }));
		const next = [watch(gate.enter()), watch(gate.enter())];
		await settled();
		expect(next.map(({ state }) => state)).toEqual(['in', 'waiting']);
	});

	it('takes a negative number of requests left for none', async () => {
		(await gate.enter()).leave(answer(200, { headers: { ...said(0, 60), 'x-ratelimit-remaining': '-7' } }));
		const next = watch(gate.enter());
		await clock.pass(30_000);
		expect(next.state).toBe('waiting');
	});

	it('ignores a second leave', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(2, 60) }));
		const pass = await gate.enter();
		pass.leave(answer(200, { headers: said(1, 60) }));
		pass.leave(answer(200, { headers: said(50, 60) }));
		const next = [watch(gate.enter()), watch(gate.enter())];
		await settled();
		expect(next.map(({ state }) => state)).toEqual(['in', 'waiting']);
	});

	it('stops counting requests that never end once their window is long over', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(2, 60, 3) }));
		await gate.enter();
		await gate.enter();
		const next = watch(gate.enter());
		await clock.pass(62_000);
		expect(next.state).toBe('in');
		next.result!.leave(answer(200, { headers: said(2, 60, 3) }));
		const more = [watch(gate.enter()), watch(gate.enter())];
		await settled();
		expect(more.map(({ state }) => state)).toEqual(['in', 'in']);
	});

	it('sends one by one, without a flood, when nothing is left and the reset has passed', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(0, -40) }));
		const passes = [watch(gate.enter()), watch(gate.enter())];
		await clock.pass(100);
		expect(passes.map(({ state }) => state)).toEqual(['in', 'waiting']);
		passes[0]!.result!.leave(answer(200, { headers: said(0, -40) }));
		await clock.pass(100);
		expect(passes.map(({ state }) => state)).toEqual(['in', 'in']);
	});

	it('waits for a window that is longer than a minute', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(0, 3600) }));
		const next = watch(gate.enter());
		await clock.pass(3_595_000);
		expect(next.state).toBe('waiting');
		await clock.pass(10_000);
		expect(next.state).toBe('in');
	});
});

describe('a 429', () => {
	it('pauses everybody for as long as the server asks, then one goes ahead', async () => {
		const start = clock.elapsed;
		await exhaust(20);
		const waiting = [1, 2, 3].map(() => watch(gate.enter()));
		await clock.pass(19_900);
		expect(waiting.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
		await clock.pass(1_000);
		expect(waiting.map(({ state }) => state)).toEqual(['in', 'waiting', 'waiting']);
		// It gives way to processes that got nothing through, for a quarter of a second at most.
		expect(waiting[0]!.at! - start).toBeGreaterThanOrEqual(20_100);
		expect(waiting[0]!.at! - start).toBeLessThanOrEqual(20_250);
		waiting[0]!.result!.leave(answer(200, { headers: said(40, 60) }));
		await settled();
		expect(waiting.map(({ state }) => state)).toEqual(['in', 'in', 'in']);
	});

	it('gives way after a success only: who was refused again comes back at once', async () => {
		await exhaust(20);
		const first = watch(gate.enter());
		await clock.pass(20_300);
		const start = clock.elapsed;
		first.result!.leave(answer(429, { retryAfterMs: 20_000 }));
		const second = watch(gate.enter());
		await clock.pass(21_000);
		expect(second.at! - start).toBe(20_000);
		second.result!.leave(answer(200));
	});

	it('backs off further each time when the server says nothing, and starts over after a success', async () => {
		const pauses: number[] = [];
		for (let times = 1; times <= 8; times++) {
			const pass: Pass = await clock.run(gate.enter());
			pauses.push(pass.waitedMs);
			pass.leave(answer(429));
		}
		pauses.slice(1).forEach((ms, n) => {
			expect(ms).toBeGreaterThanOrEqual(100);
			expect(ms).toBeLessThanOrEqual(Math.min(60_000, 1000 * 2 ** n));
		});
		expect(Math.max(...pauses)).toBeGreaterThan(1_000);
		(await clock.run(gate.enter())).leave(answer(200));
		(await clock.run(gate.enter())).leave(answer(429));
		expect((await clock.run(gate.enter())).waitedMs).toBeLessThanOrEqual(1_000);
	});

	it('counts those refused together as one', async () => {
		(await gate.enter()).leave(answer(200));
		const passes = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => await gate.enter()));
		for (const pass of passes) pass.leave(answer(429));
		expect((await clock.run(gate.enter())).waitedMs).toBeLessThanOrEqual(1_000);
	});

	it('is not shortened by an answer that was under way', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(10, 60) }));
		const [slow, refused] = [await gate.enter(), await gate.enter()];
		refused.leave(answer(429, { retryAfterMs: 30_000 }));
		slow.leave(answer(200, { headers: said(9, 60) }));
		const next = watch(gate.enter());
		await clock.pass(29_000);
		expect(next.state).toBe('waiting');
	});
});

describe('who waits', () => {
	it('goes in the order of coming', async () => {
		await exhaust(5);
		const order: number[] = [];
		const all = [0, 1, 2, 3, 4].map(async (n) => {
			const pass = await gate.enter();
			order.push(n);
			pass.leave(answer(200, { headers: said(50 - n, 60) }));
		});
		await clock.run(Promise.all(all));
		expect(order).toEqual([0, 1, 2, 3, 4]);
	});

	it('is let go within a second of a cancel during an hour, and its timer with it', async () => {
		await exhaust(3600);
		const cancel = new AbortController();
		const waiting = watch(gate.enter({ signal: cancel.signal }));
		await clock.pass(1_800_000);
		expect(waiting.state).toBe('waiting');
		const cancelledAt = clock.elapsed;
		cancel.abort();
		await clock.pass(1_000);
		expect(waiting.state).toBe('failed');
		expect(waiting.error).toBeInstanceOf(Cancelled);
		expect(waiting.at! - cancelledAt).toBeLessThan(1_000);
		expect(clock.timers).toBe(0);
	});

	it('strands nobody when another one is cancelled', async () => {
		await exhaust(10);
		const cancels = [0, 1, 2, 3].map(() => new AbortController());
		const all = cancels.map(({ signal }) => watch(gate.enter({ signal })));
		await clock.pass(1_000);
		cancels[0]!.abort();
		cancels[2]!.abort();
		await clock.pass(10_000);
		expect(all.map(({ state }) => state)).toEqual(['failed', 'in', 'failed', 'waiting']);
		all[1]!.result!.leave(answer(200));
		await clock.pass(1_000);
		expect(all[3]!.state).toBe('in');
	});

	it('is refused at once when cancelled before', async () => {
		await expect(gate.enter({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Cancelled);
		expect((await gate.enter()).waitedMs).toBe(0);
	});

	it('is refused when the pause is longer than it wants to wait, and tells how long', async () => {
		await exhaust(30);
		const [short, long] = [watch(gate.enter({ maxWaitMs: 29_000 })), watch(gate.enter({ maxWaitMs: 31_000 }))];
		await settled();
		expect(short.state).toBe('failed');
		expect(short.error).toBeInstanceOf(RateLimitWaitTooLong);
		expect(short.error).toMatchObject({ name: 'RateLimitWaitTooLong', message: 'The rate limit asks to wait 30 s', waitMs: 30_000 });
		expect(long.state).toBe('waiting');
		await clock.pass(31_000);
		expect(long.state).toBe('in');
	});

	it('waits for a pause that is just as long as it wants to wait', async () => {
		await exhaust(30);
		const exact = watch(gate.enter({ maxWaitMs: 30_000 }));
		await clock.pass(31_000);
		expect(exact.state).toBe('in');
	});

	it('is refused also behind somebody who waits', async () => {
		await exhaust(30);
		const patient = watch(gate.enter());
		const hasty = watch(gate.enter({ maxWaitMs: 0 }));
		await settled();
		expect([patient.state, hasty.state]).toEqual(['waiting', 'failed']);
	});

	it('may wait for many pauses, each short enough', async () => {
		const start = clock.elapsed;
		const work = Array.from({ length: 30 }, async () => {
			const pass = await gate.enter({ maxWaitMs: 13_000 });
			pass.leave(answer(200, { headers: said(0, 10) }));
		});
		await clock.run(Promise.all(work));
		expect(clock.elapsed - start).toBeGreaterThan(290_000);
	});

	it('is told of each pause once', async () => {
		await exhaust(30);
		const told: number[] = [];
		const pass = await clock.run(gate.enter({ onWait: (ms) => told.push(ms) }));
		expect(told).toEqual([30_000]);
		expect(pass.waitedMs).toBeGreaterThanOrEqual(30_000);
	});

	it('is told again when the pause becomes longer by a second, and not when by less', async () => {
		const passes = await Promise.all([gate.enter(), ...[1, 2].map(async () => await clock.run(gate.enter()))]);
		passes[0]!.leave(answer(429, { retryAfterMs: 30_000 }));
		const told: number[] = [];
		const waiting = watch(gate.enter({ onWait: (ms) => told.push(ms) }));
		await settled();
		passes[1]!.leave(answer(429, { retryAfterMs: 30_999 }));
		await settled();
		expect(told).toEqual([30_000]);
		passes[2]!.leave(answer(429, { retryAfterMs: 32_000 }));
		await settled();
		expect(told).toEqual([30_000, 32_000]);
		await clock.pass(33_000);
		expect(waiting.state).toBe('in');
	});

	it('fails alone when its listener throws', async () => {
		await exhaust(30);
		const broken = watch(gate.enter({ onWait: () => { throw new Error('broken'); } }));
		const sound = watch(gate.enter());
		await clock.pass(31_000);
		expect([broken.state, sound.state]).toEqual(['failed', 'in']);
	});

	it('does not wait longer because the clock was set back', async () => {
		await exhaust(30);
		const start = clock.elapsed;
		const waiting = watch(gate.enter());
		await clock.pass(10_000);
		clock.setBy = -3_600_000;
		const another = watch(gate.enter());
		await clock.pass(40_000);
		expect([waiting.state, another.state]).toEqual(['in', 'in']);
		expect(waiting.at! - start).toBeLessThanOrEqual(41_000);
	});
});

it('is idle only when nothing waits, is under way or paused', async () => {
	const pass = await gate.enter();
	await clock.pass(30_000);
	expect(gate.idleMs()).toBe(0);
	pass.leave(answer(200));
	expect(gate.idleMs()).toBe(0);
	await clock.pass(5_000);
	expect(gate.idleMs()).toBe(5_000);
	await clock.run(exhaust(30));
	await clock.pass(20_000);
	expect(gate.idleMs()).toBe(0);
});

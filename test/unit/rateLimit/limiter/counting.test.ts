import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let { clock, limiter, answer, said, watch } = rateLimiterFixture();

beforeEach(() => {
	({ clock, limiter, answer, said, watch } = rateLimiterFixture());
});

describe('counting', () => {
	it('reserves a place for every request under way', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(3, 60) }));
		const passes = [1, 2, 3, 4].map(() => watch(limiter.acquire()));
		await settled();
		expect(states(passes)).toEqual(['in', 'in', 'in', 'waiting']);
	});

	it('counts answers without headers', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(2, 60) }));
		(await limiter.acquire()).release(answer(200));
		(await limiter.acquire()).release(answer(undefined));
		const third = watch(limiter.acquire());
		await clock.pass(50_000);
		expect(third.state).toBe('waiting');
	});

	it('gives the place of a request that was never sent to the next', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(1, 60) }));
		const unused = await limiter.acquire();
		const next = watch(limiter.acquire());
		await settled();
		expect(next.state).toBe('waiting');
		unused.release();
		await settled();
		expect(next.state).toBe('in');
	});

	it('believes the smaller number of two answers that came in the wrong order', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(4, 60) }));
		const [one, two] = [await limiter.acquire(), await limiter.acquire()];
		two.release(answer(200, { headers: said(1, 60) }));
		one.release(answer(200, { headers: said(3, 60) }));
		const next = [watch(limiter.acquire()), watch(limiter.acquire())];
		await settled();
		expect(states(next)).toEqual(['in', 'waiting']);
	});

	it('takes a negative number of requests left for none', async () => {
		(await limiter.acquire()).release(
			answer(200, { headers: { ...said(0, 60), 'x-ratelimit-remaining': '-7' } }),
		);
		const next = watch(limiter.acquire());
		await clock.pass(30_000);
		expect(next.state).toBe('waiting');
	});

	it('ignores a second leave', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(2, 60) }));
		const pass = await limiter.acquire();
		pass.release(answer(200, { headers: said(1, 60) }));
		pass.release(answer(200, { headers: said(50, 60) }));
		const next = [watch(limiter.acquire()), watch(limiter.acquire())];
		await settled();
		expect(states(next)).toEqual(['in', 'waiting']);
	});

	it('counts a request once, however often it leaves', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(3, 60) }));
		const pass = await limiter.acquire();
		for (let times = 0; times < 3; times++) pass.release(answer(200));
		const next = [1, 2, 3].map(() => watch(limiter.acquire()));
		await settled();
		expect(states(next)).toEqual(['in', 'in', 'waiting']);
	});

	it('stops counting requests that never end once their window is long over', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(2, 60, 3) }));
		await limiter.acquire();
		await limiter.acquire();
		const next = watch(limiter.acquire());
		await clock.pass(62_000);
		expect(next.state).toBe('in');
		next.result!.release(answer(200, { headers: said(2, 60, 3) }));
		const more = [watch(limiter.acquire()), watch(limiter.acquire())];
		await settled();
		expect(states(more)).toEqual(['in', 'in']);
	});

	it('sends one by one, without a flood, when nothing is left and the reset has passed', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(0, -40) }));
		const passes = [watch(limiter.acquire()), watch(limiter.acquire())];
		await clock.pass(100);
		expect(states(passes)).toEqual(['in', 'waiting']);
		passes[0]!.result!.release(answer(200, { headers: said(0, -40) }));
		await clock.pass(100);
		expect(states(passes)).toEqual(['in', 'in']);
	});

	it('waits for a window that is longer than a minute', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(0, 3600) }));
		const next = watch(limiter.acquire());
		await clock.pass(3_595_000);
		expect(next.state).toBe('waiting');
		await clock.pass(10_000);
		expect(next.state).toBe('in');
	});
});

import { oneGate, states } from './oneGate';
import { settled } from './simulatedClock';

let { clock, gate, answer, said, watch } = oneGate();

beforeEach(() => {
	({ clock, gate, answer, said, watch } = oneGate());
});

describe('counting', () => {
	it('reserves a place for every request under way', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(3, 60) }));
		const passes = [1, 2, 3, 4].map(() => watch(gate.enter()));
		await settled();
		expect(states(passes)).toEqual(['in', 'in', 'in', 'waiting']);
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
		expect(states(next)).toEqual(['in', 'waiting']);
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
		expect(states(next)).toEqual(['in', 'waiting']);
	});

	it('counts a request once, however often it leaves', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(3, 60) }));
		const pass = await gate.enter();
		for (let times = 0; times < 3; times++) pass.leave(answer(200));
		const next = [1, 2, 3].map(() => watch(gate.enter()));
		await settled();
		expect(states(next)).toEqual(['in', 'in', 'waiting']);
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
		expect(states(more)).toEqual(['in', 'in']);
	});

	it('sends one by one, without a flood, when nothing is left and the reset has passed', async () => {
		(await gate.enter()).leave(answer(200, { headers: said(0, -40) }));
		const passes = [watch(gate.enter()), watch(gate.enter())];
		await clock.pass(100);
		expect(states(passes)).toEqual(['in', 'waiting']);
		passes[0]!.result!.leave(answer(200, { headers: said(0, -40) }));
		await clock.pass(100);
		expect(states(passes)).toEqual(['in', 'in']);
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

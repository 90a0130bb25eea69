import { Gate } from '../../nodes/transport/gate';
import { seededRandom, SimulatedClock } from './simulatedClock';
import { SimulatedServer } from './simulatedServer';
import { fixedLatency, randomLatency, leastMs, send, write } from './writers';

const rows: string[] = [];

afterAll(() => {
	process.stdout.write(`\nwindow | rounding | processes | of the least time | refused\n${rows.join('\n')}\n`);
});

/** A development server may have windows of some seconds; the resets' whole seconds are then coarse. */
describe.each([5, 10, 30])('windows of %i s that open with the first request', (seconds) => {
	describe.each(['ceil', 'floor'] as const)('%s', (rounding) => {
		it.each([1, 2, 4, 8])('%i processes', async (processes) => {
			const clock = new SimulatedClock(Date.UTC(2025, 0, 1, 12, 0, 1, 345), processes);
			const windowMs = seconds * 1000;
			const server = new SimulatedServer({ limit: 60, windowMs, rounding });
			const latency = processes === 1 ? fixedLatency(5) : randomLatency(seededRandom(processes), 20);
			const { tookMs, inOrder } = await write(clock, server, latency, 1_200, processes);
			const ratio = tookMs / leastMs(1_200, 60, 5, processes, windowMs, windowMs);
			rows.push([`${seconds} s`, rounding, processes, ratio.toFixed(4), server.refused].join(' | '));
			expect(inOrder).toBe(true);
			expect(server.accepted).toBe(1_200);
			if (processes === 1) expect(server.refused).toBe(0);
			expect(ratio).toBeLessThanOrEqual(processes === 1 ? 1.05 : 1.15);
		});
	});
});

it('takes a wrong guess back after one refusal', async () => {
	const clock = new SimulatedClock();
	const server = new SimulatedServer({ limit: 20, windowMs: 6_000, rounding: 'floor' });
	await write(clock, server, fixedLatency(5), 400);
	expect(server.accepted).toBe(400);
	expect(server.refused).toBeLessThanOrEqual(2);
});

it.each([10_400, 30_000, 49_700])('does not take a minute for less when work begins %i ms into it', async (into) => {
	const clock = new SimulatedClock(Date.UTC(2025, 0, 1, 12, 0, 0, 0) + into);
	const server = new SimulatedServer({ limit: 60, counting: 'aligned', skewMs: 7_300 });
	const gate = new Gate(clock);
	const latency = fixedLatency(30);
	for (let run = 0; run < 6; run++) {
		await clock.run((async () => {
			for (let n = 0; n < 150; n++) await send(clock, gate, server, latency, n);
		})());
		await clock.pass(60_000 - (clock.elapsed % 60_000) + into);
	}
	expect(server.refused).toBe(0);
});

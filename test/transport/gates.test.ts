import { systemClock } from '../../nodes/transport/clock';
import { gateFor, gatesRemembered } from '../../nodes/transport/gates';
import { SimulatedClock } from './simulatedClock';

const URL = 'https://service.example/api/v2';

it('has one gate for each key at each service', () => {
	const clock = new SimulatedClock();
	const gate = gateFor(URL, 'sk_live_a', clock);
	expect(gateFor(URL, 'sk_live_a', clock)).toBe(gate);
	for (const same of [`${URL}/`, `${URL}//`, ` ${URL} `, URL.toUpperCase()]) expect(gateFor(same, 'sk_live_a', clock)).toBe(gate);
	expect(gateFor(URL, 'sk_live_b', clock)).not.toBe(gate);
	expect(gateFor('https://other.example/api/v2', 'sk_live_a', clock)).not.toBe(gate);
	expect(gateFor(URL, 'sk_live_a', new SimulatedClock())).not.toBe(gate);
	expect(gateFor(URL, 'sk_live_a')).toBe(gateFor(URL, 'sk_live_a', systemClock));
});

it('forgets gates that nobody has used for ten minutes', async () => {
	const clock = new SimulatedClock();
	const old = gateFor(URL, 'old', clock);
	const busy = gateFor(URL, 'busy', clock);
	const paused = gateFor(URL, 'paused', clock);
	(await paused.enter()).leave({ status: 429, retryAfterMs: 3_600_000 });
	await clock.pass(9 * 60_000);
	(await busy.enter()).leave({ status: 200 });
	await clock.pass(2 * 60_000);
	expect(gateFor(URL, 'busy', clock)).toBe(busy);
	expect(gatesRemembered(clock)).toBe(2);
	expect(gateFor(URL, 'paused', clock)).toBe(paused);
	expect(gateFor(URL, 'old', clock)).not.toBe(old);
});

it('remembers a gate for ten minutes, and not longer', async () => {
	const clock = new SimulatedClock();
	expect(gatesRemembered(clock)).toBe(0);
	const gate = gateFor(URL, 'key', clock);
	await clock.pass(10 * 60_000);
	expect(gateFor(URL, 'key', clock)).toBe(gate);
	await clock.pass(1);
	expect(gateFor(URL, 'key', clock)).not.toBe(gate);
	expect(gatesRemembered(clock)).toBe(1);
});

it('forgets a gate although a request of it never ended', async () => {
	const clock = new SimulatedClock();
	await gateFor(URL, 'lost', clock).enter();
	await clock.pass(12 * 60_000);
	gateFor(URL, 'other', clock);
	expect(gatesRemembered(clock)).toBe(1);
});

it('does not keep the key', () => {
	const clock = new SimulatedClock();
	const gate = gateFor(URL, 'sk_live_secret', clock);
	expect(JSON.stringify(gate, (_, value: unknown) => (value instanceof Set ? [...value] : value))).not.toContain('secret');
});

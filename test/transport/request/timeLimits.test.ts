import { getEventListeners } from 'node:events';
import { CanceledError } from '../../../nodes/transport/clock';
import { TimeLimits } from '../../../nodes/transport/request/connection';
import { ManualLimits } from '../../run/support/manualLimits';

const DURATIONS = { idleMs: 100, totalMs: 1000 };
const never = async () => await new Promise<void>(() => {});

test('a limit between two steps ends the next step', async () => {
	const clock = new ManualLimits();
	const limits = new TimeLimits(clock, DURATIONS);
	await clock.reach(1000, 1);
	expect(limits.signal.aborted).toBe(true);
	await expect(limits.step(never())).rejects.toMatchObject({ code: 'MAX_DURATION' });
});

test('canceling between two steps ends the next step', async () => {
	const canceling = new AbortController();
	const limits = new TimeLimits(new ManualLimits(), DURATIONS, canceling.signal);
	canceling.abort();
	await expect(limits.step(never())).rejects.toBeInstanceOf(CanceledError);
});

test('an ended request no longer listens for canceling', () => {
	const { signal } = new AbortController();
	const limits = new TimeLimits(new ManualLimits(), DURATIONS, signal);
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	limits.end();
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

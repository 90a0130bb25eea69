import { getEventListeners } from 'node:events';
import { CanceledError } from '../../../nodes/transport/clock';
import { ConnectionError, connectionErrorOf } from '../../../nodes/transport/request/connection';
import { TimeLimits } from '../../../nodes/transport/request/timeLimits';
import { ManualLimits } from '../../run/support/manualLimits';
import { expectAnswers } from '../../support/project';

test('an error of a connection has the innermost code, and may follow a request that was sent unless it shows that none was', async () => {
	await expectAnswers('transport/request/connections.txt', (parts = '') => {
		const { code, isSent } = connectionErrorOf(Object.assign(new Error('m'), JSON.parse(parts)));
		return `${code}, ${isSent ? 'sent' : 'not sent'}`;
	});
});

test('an error of a connection that was converted already stays, and one that is its own cause ends', () => {
	const converted = new ConnectionError('MAX_DURATION', true);
	expect(connectionErrorOf(converted)).toBe(converted);
	converted.cause = converted;
	expect(connectionErrorOf({ cause: converted }).code).toBe('MAX_DURATION');
});

const DURATIONS = { idleMs: 100, totalMs: 1000 };
const never = async () => await new Promise<void>(() => {});

test('a limit between two steps ends the next step', async () => {
	const clock = new ManualLimits();
	const limits = new TimeLimits(clock, DURATIONS);
	await clock.reach(1000, 1);
	expect(limits.signal.aborted).toBe(true);
	await expect(limits.step(never())).rejects.toMatchObject({ code: 'MAX_DURATION' });
});

test('an ended request no longer listens for canceling, and one that is canceled before has no connection', () => {
	const { signal } = new AbortController();
	const limits = new TimeLimits(new ManualLimits(), DURATIONS, signal);
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	limits.end();
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	expect(new TimeLimits(new ManualLimits(), DURATIONS, AbortSignal.abort()).signal.reason).toBeInstanceOf(
		CanceledError,
	);
});

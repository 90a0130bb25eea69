import { getEventListeners } from 'node:events';
import { ConnectionError, connectionErrorOf } from '../../../nodes/transport/request/connection';
import { TimeLimits } from '../../../nodes/transport/request/timeLimits';
import { ManualLimits } from '../../run/support/manualLimits';

const error = (parts: object) => Object.assign(new Error('m'), parts);

describe('the code of a connection error', () => {
	test.each([
		[
			'comes from the innermost cause',
			{ cause: { code: 'ECONNRESET' }, code: 'OUTER', httpCode: 'OTHER' },
			'ECONNRESET',
		],
		[
			'is not a text that only contains a code',
			{ cause: { code: 'a ECONNRESET' }, code: 'ECONNRESET b', httpCode: 'EPIPE' },
			'EPIPE',
		],
	])('%s', (_what, parts, code) => {
		expect(connectionErrorOf(error(parts)).code).toBe(code);
	});

	test('stays if the error has been converted already', () => {
		const converted = new ConnectionError('MAX_DURATION', true);
		expect(connectionErrorOf(converted)).toBe(converted);
	});
});

const tls = (secureConnecting: boolean) => ({ socket: { encrypted: true, secureConnecting } });
/** Codes that occur before and after a request was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
const AMBIGUOUS = ['EHOSTUNREACH', 'ENETDOWN', 'ETIMEDOUT', 'ECONNRESET'];

const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
const timedOut = { code: 'ETIMEDOUT', errors: [{ ...refused, code: 'ETIMEDOUT' }, refused] };

type Row = [what: string, cause: object, isSent: boolean];
test.each<Row>([
	...AMBIGUOUS.flatMap((code): Row[] => [
		[`${code} by connect`, { code, syscall: 'connect' }, false],
		[`${code} alone`, { code }, true],
		[`${code} by read`, { code, syscall: 'read' }, true],
	]),
	...UNSENT.map((code): Row => [code, { code }, false]),
	['a write before the TLS handshake', { code: 'EPROTO', syscall: 'write', request: tls(true) }, false],
	['a handshake that was cut off', { code: 'ECONNRESET', request: tls(true) }, false],
	['a host of which no address could be reached', timedOut, false],
	['a proxy that gave no connection', { request: { socket: null } }, false],
	['ECONNREFUSED by read', { code: 'ECONNREFUSED', syscall: 'read' }, true],
	['a reset after the handshake', { code: 'ECONNRESET', syscall: 'read', request: tls(false) }, true],
	['an error without a code', {}, true],
	['one on a connection', { request: { socket: {} } }, true],
])('after %s (%j), the request may have been sent: %s', (_what, cause, isSent) => {
	expect(connectionErrorOf(error({ cause })).isSent).toBe(isSent);
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

test('an ended request no longer listens for canceling', () => {
	const { signal } = new AbortController();
	const limits = new TimeLimits(new ManualLimits(), DURATIONS, signal);
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	limits.end();
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

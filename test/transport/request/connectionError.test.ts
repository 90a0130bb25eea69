import { ConnectionError, connectionErrorOf } from '../../../nodes/transport/request/connection';

const error = (parts: object) => Object.assign(new Error('m'), parts);

describe('the code of a connection error', () => {
	test.each([
		[
			'comes from the innermost cause',
			{ cause: { code: 'ECONNRESET' }, code: 'OUTER', httpCode: 'OTHER' },
			'ECONNRESET',
		],
		['comes from the error', { cause: {}, code: 'ETIMEDOUT', httpCode: 'OTHER' }, 'ETIMEDOUT'],
		["comes from n8n's error", { code: undefined, httpCode: 'EAI_AGAIN' }, 'EAI_AGAIN'],
		['may have four letters', { code: 'EDOM' }, 'EDOM'],
		['is not the status', { code: 500, httpCode: '500', cause: { code: 'EPIPE' } }, 'EPIPE'],
		['may contain a digit', { code: 'ERR_HTTP2_STREAM_ERROR' }, 'ERR_HTTP2_STREAM_ERROR'],
		[
			'is not a text that only contains a code',
			{ cause: { code: 'a ECONNRESET' }, code: 'ECONNRESET b', httpCode: 'EPIPE' },
			'EPIPE',
		],
		['is UNKNOWN for a programming error', { code: 'EIO' }, 'UNKNOWN'],
		['is not a list of codes', { code: ['EPIPE'], cause: null }, 'UNKNOWN'],
	])('%s', (_what, parts, code) => {
		expect(connectionErrorOf(error(parts)).code).toBe(code);
	});

	test('is the fallback, if one is given', () => {
		expect(connectionErrorOf(error({}), 'UNREADABLE_BODY')).toMatchObject({ code: 'UNREADABLE_BODY', isSent: true });
	});

	test('stays if the error has been converted already', () => {
		const converted = new ConnectionError('MAX_DURATION', true);
		expect(connectionErrorOf(converted)).toBe(converted);
	});

	test('ends at a cause that refers to itself', () => {
		const circular = error({});
		circular.cause = circular;
		expect(connectionErrorOf(circular)).toMatchObject({ code: 'UNKNOWN', isSent: true });
	});
});

const tls = (secureConnecting: boolean) => ({ socket: { encrypted: true, secureConnecting } });
/** Codes that occur before and after a request was sent. */
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
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].map((code): Row => [code, { code }, false]),
	['a lookup that timed out', { code: 'ETIMEDOUT', syscall: 'getaddrinfo' }, false],
	['an invalid certificate', { code: 'CERT_HAS_EXPIRED', request: tls(false) }, false],
	['a URL that is not valid', { code: 'ERR_INVALID_URL' }, false],
	['a write before the TLS handshake', { code: 'EPROTO', syscall: 'write', request: tls(true) }, false],
	['a handshake that was cut off', { code: 'ECONNRESET', request: tls(true) }, false],
	['a host of which no address could be reached', timedOut, false],
	['a proxy that gave no connection', { request: { socket: null } }, false],
	['ECONNREFUSED by read', { code: 'ECONNREFUSED', syscall: 'read' }, true],
	['ENETDOWN while writing', { code: 'ENETDOWN', syscall: 'write' }, true],
	['a reset after the handshake', { code: 'ECONNRESET', syscall: 'read', request: tls(false) }, true],
	['a refusal by one address and a read from another', { errors: [refused, { syscall: 'read' }] }, true],
	['an error without a code', {}, true],
	['a request of unknown state', { request: {} }, true],
	['one on a connection', { request: { socket: {} } }, true],
])('after %s (%j), the request may have been sent: %s', (_what, cause, isSent) => {
	expect(connectionErrorOf(error({ cause })).isSent).toBe(isSent);
});

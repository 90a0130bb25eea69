import {
	ConnectionError,
	connectionErrorOf,
} from '../../../../nodes/transport/request/connectionError';

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
	])('%s', (_what, parts, code) => {
		expect(connectionErrorOf(error(parts)).code).toBe(code);
	});

	test('is the fallback, if one is given', () => {
		expect(connectionErrorOf(error({}), 'UNREADABLE_BODY')).toMatchObject({
			code: 'UNREADABLE_BODY',
			isSent: true,
		});
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
const AMBIGUOUS = ['EHOSTUNREACH', 'ENETDOWN', 'ETIMEDOUT', 'ECONNRESET'];

type Row = [string, object];

describe('nothing was sent', () => {
	test.each<Row>([
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].map((code): Row => [`with ${code}`, { code }]),
		...AMBIGUOUS.map((code): Row => [`with ${code} by connect`, { code, syscall: 'connect' }]),
		['if the lookup timed out', { code: 'ETIMEDOUT', syscall: 'getaddrinfo' }],
		['with an invalid certificate', { code: 'CERT_HAS_EXPIRED', request: tls(false) }],
		['with a URL that is not valid', { code: 'ERR_INVALID_URL' }],
		['before the TLS handshake', { code: 'EPROTO', syscall: 'write', request: tls(true) }],
		['if the handshake was cut off', { code: 'ECONNRESET', request: tls(true) }],
		[
			'if no address of the host could be reached',
			{
				code: 'ETIMEDOUT',
				errors: [
					{ code: 'ETIMEDOUT', syscall: 'connect' },
					{ code: 'ECONNREFUSED', syscall: 'connect' },
				],
			},
		],
		['if a proxy gave no connection', { request: { socket: null } }],
	])('%s', (_what, parts) => {
		expect(connectionErrorOf(error({ cause: parts })).isSent).toBe(false);
	});
});

describe('the service may have received the request', () => {
	test.each<Row>([
		...AMBIGUOUS.map((code): Row => [`with ${code} alone`, { code }]),
		...AMBIGUOUS.map((code): Row => [`with ${code} by read`, { code, syscall: 'read' }]),
		['with ECONNREFUSED by read', { code: 'ECONNREFUSED', syscall: 'read' }],
		['with ENETDOWN while writing', { code: 'ENETDOWN', syscall: 'write' }],
		['after the TLS handshake', { code: 'ECONNRESET', syscall: 'read', request: tls(false) }],
		['without a code', {}],
		['without a code on a connection', { request: { socket: {} } }],
	])('%s', (_what, parts) => {
		expect(connectionErrorOf(error({ cause: parts })).isSent).toBe(true);
	});
});

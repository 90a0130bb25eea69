import { createHmac } from 'node:crypto';
import type { HmacSettings } from '../../../nodes/MessagingIntegrationTrigger/settings/settings';
import { checkSignature } from '../../../nodes/MessagingIntegrationTrigger/delivery/verify';

const BODY = '{"event":"message"}';
const SENT = '1700000000';
const NOW = 1_700_000_000_000;

const bodyAlone: HmacSettings = {
	headerName: 'X-Sign',
	algorithm: 'sha256',
	encoding: 'hex',
	prefix: '',
	secret: 'secret',
	signedContent: 'body',
	timestampHeader: 'X-Time',
	idHeader: 'X-Id',
	tolerance: 5,
};
const base64: HmacSettings = { ...bodyAlone, encoding: 'base64' };

const MALFORMED = 'the header X-Sign is malformed';
const UNMATCHED = 'no signature in the header X-Sign matches';
const OLD = 'the timestamp in X-Time is too old';
const FUTURE = 'the timestamp in X-Time is in the future';

const hmac = (content = BODY, key: string | Buffer = 'secret', encoding?: 'base64') =>
	createHmac('sha256', key)
		.update(content)
		.digest(encoding ?? 'hex');

/** Returns why a signature is refused. */
function verdict(settings: HmacSettings, headers: object, now = NOW, body = BODY): string | undefined {
	try {
		checkSignature(headers as Record<string, string>, Buffer.from(body), settings, now);
	} catch (error) {
		return (error as Error).message;
	}
	return undefined;
}

test('The HMAC-SHA-256 example of RFC 4231 is accepted, and not for another body', () => {
	const settings = { ...bodyAlone, secret: 'Jefe' };
	const headers = { 'x-sign': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' };
	expect(verdict(settings, headers, NOW, 'what do ya want for nothing?')).toBeUndefined();
	expect(verdict(settings, headers, NOW, 'what do ya want for something?')).toBe(UNMATCHED);
});

const right = hmac();
const right64 = hmac(BODY, 'secret', 'base64');

/** A well-formed signature that is wrong does not match, so that the user looks at the secret. */
test.each<[string, string | undefined, HmacSettings, string]>([
	['text before', MALFORMED, bodyAlone, `#${right}`],
	['another encoding', MALFORMED, bodyAlone, right64],
	['another encoding', MALFORMED, base64, right],
	['base64 without padding', undefined, base64, right64.slice(0, -1)],
	['base64url', undefined, base64, right64.replace(/\+/g, '-').replace(/\//g, '_')],
	['letters that are no hexadecimal digits', MALFORMED, bodyAlone, 'g'.repeat(64)],
	['too few characters', MALFORMED, base64, right64.slice(0, -3)],
	['other digits', UNMATCHED, bodyAlone, '0'.repeat(64)],
	['other characters', UNMATCHED, base64, `${'A'.repeat(43)}=`],
	['hexadecimal digits in upper case', undefined, bodyAlone, right.toUpperCase()],
	['base64 in lower case', UNMATCHED, base64, right64.toLowerCase()],
	['a malformed one before a right one', undefined, bodyAlone, `text,${right}`],
	['a malformed one after a right one', undefined, bodyAlone, `${right} text`],
])('The verdict on a signature with %s is %j', (_what, reason, settings, given) => {
	expect(verdict(settings, { 'x-sign': given })).toBe(reason);
});

test.each(
	(['sha1', 'sha256', 'sha512'] as const).flatMap((algorithm) =>
		(['hex', 'base64'] as const).map((encoding) => ({ algorithm, encoding })),
	),
)('A signature with $algorithm in $encoding is accepted, with or without a prefix', (form) => {
	const signature = createHmac(form.algorithm, 'secret').update(BODY).digest(form.encoding);
	for (const prefix of ['', 'v=']) {
		const settings = { ...bodyAlone, ...form, prefix };
		expect(verdict(settings, { 'x-sign': `${prefix}${signature}` })).toBeUndefined();
		expect(verdict(settings, { 'x-sign': `${prefix}${signature.slice(1)}` })).toBeDefined();
	}
});

test('A missing or empty header, and a repeated one, is rejected', () => {
	for (const given of [undefined, '', [right]])
		expect(verdict(bodyAlone, { 'x-sign': given })).toBe('the header X-Sign is missing');
});

describe('The secret', () => {
	const signedBy = (secret: string, key: string | Buffer) =>
		verdict({ ...bodyAlone, secret }, { 'x-sign': hmac(BODY, key) });

	test.each([
		['whsec_c2VjcmV0', Buffer.from('secret')],
		['whsec_c2VjcmV0MQ==', 'secret1'],
	])('%s is accepted both decoded and as it is written', (secret, key) => {
		expect([signedBy(secret, key), signedBy(secret, secret)]).toEqual([undefined, undefined]);
		expect(signedBy(secret, secret.slice(6))).toBe(UNMATCHED);
	});

	test.each([
		'my-whsec_c2VjcmV0',
		'whsec_c2VjcmV0!',
		'whsec_c2VjcmV0===',
		'whsec_c2Vj cmV0',
		'whsec_c2VjcmV0\n',
		'WHSEC_c2VjcmV0',
		'c2VjcmV0',
		'secret',
		'whsec_',
		'whsec_A',
		'whsec_=',
		'whsec_!',
	])('%j is not decoded, least of all to an empty key, with which anybody could sign', (secret) => {
		const keys = secret === 'secret' ? [''] : ['secret', ''];
		expect(keys.map((key) => signedBy(secret, key))).toEqual(keys.map(() => UNMATCHED));
		expect(signedBy(secret, secret)).toBeUndefined();
	});

	test('says that it is missing, and accepts nothing, if it is empty', () => {
		expect(signedBy('', '')).toBe('the trigger has no secret to verify the signature');
	});
});

describe('The timestamp', () => {
	const settings: HmacSettings = { ...bodyAlone, signedContent: 'timestamp.body' };
	const signedAt = (time: string, now = NOW) =>
		verdict(settings, { 'x-time': time, 'x-sign': hmac(`${time}.${BODY}`) }, now);

	/** Up to the tolerance in either direction; with 11 digits in seconds, with 12 in milliseconds. */
	test.each([
		[SENT, NOW, undefined],
		['1699999700', NOW, undefined],
		['1699999699', NOW, OLD],
		['1700000300', NOW, undefined],
		['1700000301', NOW, FUTURE],
		['99999999999', 99_999_999_999_000, undefined],
		['99999999999', 99_999_999_999, FUTURE],
		['100000000000', 100_000_000_000, undefined],
		['100000000000', 100_000_000_000_000, OLD],
	])('The verdict on %s at %i is %j', (time, now, reason) => {
		expect(signedAt(time, now)).toBe(reason);
	});

	test.each([
		'x1700000000',
		'1700000000x',
		'+1700000000',
		'-1700000000',
		' 1700000000',
		'1700000000 ',
		'1700000000.0',
		'1700000000, 1700000000',
		'17e8',
		'0x6553f100',
		'NaN',
		'2023-11-14T22:13:20Z',
		'1700000000000000',
		'1700000000\n',
	])('%j is malformed, even if it is signed', (time) => {
		expect(signedAt(time)).toBe('the header X-Time is malformed');
	});

	const v1 = `v1=${hmac(`${SENT}.${BODY}`)}`;
	const other = `v1=${'0'.repeat(64)}`;
	const missing = 'the header X-Time is missing';
	const misplaced = [`at=1700000000,${v1}`, `${v1};t=1700000000`, `t=1700000000x,${v1}`, `t=1700000000;${v1}`];
	const separators = [',', ' ', ', '];

	test.each<[string, object, string | undefined]>([
		...separators.flatMap((separator): Array<[string, object, undefined]> => [
			['before the signature', { 'x-sign': ['t=1700000000', v1].join(separator) }, undefined],
			['after it', { 'x-sign': [v1, 't=1700000000'].join(separator) }, undefined],
			['between two', { 'x-sign': [other, 't=1700000000', v1].join(separator) }, undefined],
		]),
		...misplaced.map((given): [string, object, string] => ['not at all', { 'x-sign': given }, missing]),
		['not as configured', { 'x-sign': `t=1700000000,${v1}`, 'x-time': '1700000001' }, UNMATCHED],
		['other than signed', { 'x-sign': v1, 'x-time': '1700000001' }, UNMATCHED],
	])('It may be next to the signatures: %s in %j', (_where, headers, reason) => {
		expect(verdict({ ...settings, prefix: 'v1=' }, headers)).toBe(reason);
	});
});

/** An ID with a full stop is malformed, because part of it could pass for the timestamp. */
test.each([
	['msg_1', `msg_1.${SENT}.${BODY}`, undefined],
	['msg_1', `${SENT}.${BODY}`, UNMATCHED],
	['msg_2', `msg_1.${SENT}.${BODY}`, UNMATCHED],
	[undefined, `${SENT}.${BODY}`, 'the header X-Id is missing'],
	['', `.${SENT}.${BODY}`, 'the header X-Id is missing'],
	['msg.1', `msg.1.${SENT}.${BODY}`, 'the header X-Id is malformed'],
	['.', `..${SENT}.${BODY}`, 'the header X-Id is malformed'],
])('With the ID %j and %j signed, the verdict is %j', (id, content, reason) => {
	const headers = { 'x-id': id, 'x-time': SENT, 'x-sign': hmac(content) };
	expect(verdict({ ...bodyAlone, signedContent: 'id.timestamp.body' }, headers)).toBe(reason);
});

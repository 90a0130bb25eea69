import { createHmac } from 'node:crypto';
import { checkSignature } from '../../../nodes/MessagingIntegrationTrigger/verification/signature';
import type { HmacSettings } from '../../../nodes/MessagingIntegrationTrigger/settings/settings';

const BODY = '{"event":"message"}';
const SECONDS = 1_700_000_000;
const NOW = SECONDS * 1000;

const bodyAlone: HmacSettings = {
	...{ headerName: 'X-Sign', algorithm: 'sha256', encoding: 'hex', prefix: '', secret: 'secret' },
	...{ signedContent: 'body', timestampHeader: 'X-Time', idHeader: 'X-Id', toleranceMs: 300_000 },
};
const withTimestamp: HmacSettings = { ...bodyAlone, signedContent: 'timestamp.body' };
const withId: HmacSettings = { ...bodyAlone, signedContent: 'id.timestamp.body' };

const UNMATCHED = 'no signature in the header X-Sign matches';
const OLD = 'the timestamp in X-Time is too old';
const FUTURE = 'the timestamp in X-Time is in the future';

const hmac = (key: string | Buffer, content: string, encoding: 'hex' | 'base64' = 'hex') =>
	createHmac('sha256', key).update(content).digest(encoding);

/** Why a delivery is rejected; undefined if it is genuine. */
const verdict = (settings: HmacSettings, headers: object, now = NOW, body = BODY) =>
	checkSignature(headers as Record<string, string>, Buffer.from(body), settings, now);

test('The HMAC-SHA-256 example of RFC 4231 is accepted, and not for another body', () => {
	const settings = { ...bodyAlone, secret: 'Jefe' };
	const headers = { 'x-sign': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' };
	expect(verdict(settings, headers, NOW, 'what do ya want for nothing?')).toBeUndefined();
	expect(verdict(settings, headers, NOW, 'what do ya want for something?')).toBe(UNMATCHED);
});

test('A trigger without a secret says so, and accepts no signature, not even one with an empty key', () => {
	expect(verdict({ ...bodyAlone, secret: '' }, { 'x-sign': hmac('', BODY) })).toBe(
		'the trigger has no secret to verify the signature',
	);
});

describe('The form of a signature', () => {
	const MALFORMED = 'the header X-Sign is malformed';
	const right = hmac('secret', BODY);
	const rightBase64 = hmac('secret', BODY, 'base64');
	const base64: HmacSettings = { ...bodyAlone, encoding: 'base64' };

	test('A well-formed signature that is wrong is reported as not matching, so the user looks at the secret', () => {
		expect(verdict(bodyAlone, { 'x-sign': '0'.repeat(64) })).toBe(UNMATCHED);
		expect(verdict(base64, { 'x-sign': `${'A'.repeat(43)}=` })).toBe(UNMATCHED);
	});

	const others = { hex: rightBase64, base64: right };
	test.each(
		(['hex', 'base64'] as const).flatMap((encoding) => {
			const given = encoding === 'hex' ? right : rightBase64;
			return [
				['text before', `#${given}`],
				['text before, at the right length', `#!${given.slice(2)}`],
				['text after', `${given};`],
				['text after, at the right length', `${given.slice(0, -2)}#!`],
				['a character missing', given.slice(1)],
				['another encoding', others[encoding]],
			].map((row) => [encoding, ...row] as [typeof encoding, string, string]);
		}),
	)('A signature in %s with %s is malformed', (encoding, _what, given) => {
		expect(verdict({ ...bodyAlone, encoding }, { 'x-sign': given })).toBe(MALFORMED);
	});

	test.each([
		['a digit too many', bodyAlone, `${right}0`],
		['letters that are no hexadecimal digits', bodyAlone, 'g'.repeat(64)],
		['a third equals sign, at the right length', base64, `${rightBase64.slice(0, -3)}===`],
		['an equals sign inside', base64, `${rightBase64.slice(0, 20)}=${rightBase64.slice(21)}`],
	])('A signature with %s is malformed', (_what, settings, given) => {
		expect(verdict(settings, { 'x-sign': given })).toBe(MALFORMED);
	});

	test('A malformed signature next to a right one does no harm', () => {
		expect(verdict(bodyAlone, { 'x-sign': `text,${right}` })).toBeUndefined();
		expect(verdict(bodyAlone, { 'x-sign': `${right} text` })).toBeUndefined();
	});
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

test('Hexadecimal digits are accepted in either case, but base64 only in the right case', () => {
	expect(verdict(bodyAlone, { 'x-sign': hmac('secret', BODY).toUpperCase() })).toBeUndefined();
	const lower = hmac('secret', BODY, 'base64').toLowerCase();
	expect(verdict({ ...bodyAlone, encoding: 'base64' }, { 'x-sign': lower })).toBeDefined();
});

test.each(['v=', 'v1,', 'v1, ', 'sig ', '(v+)', ''])(
	'One matching signature of several with the prefix "%s", separated by spaces or commas, is enough',
	(prefix) => {
		const settings = { ...bodyAlone, prefix };
		const [right, wrong] = ['secret', 'other'].map((key) => `${prefix}${hmac(key, BODY)}`);
		const isAccepted = (given: string) => verdict(settings, { 'x-sign': given }) === undefined;
		for (const separator of [',', ' ', ', ']) {
			expect(isAccepted([right, wrong].join(separator))).toBe(true);
			expect(isAccepted([wrong, right].join(separator))).toBe(true);
			expect(isAccepted([right, right].join(separator))).toBe(true);
			expect(isAccepted([wrong, wrong].join(separator))).toBe(false);
		}
		expect(isAccepted(`x${right}`)).toBe(false);
	},
);

test('A missing or empty header, and a repeated one, is rejected', () => {
	const right = hmac('secret', BODY);
	for (const given of [undefined, '', [right]]) {
		const reason = checkSignature({ 'x-sign': given }, Buffer.from(BODY), bodyAlone, NOW);
		expect(reason).toBe('the header X-Sign is missing');
	}
});

describe('The secret', () => {
	const key = Buffer.from('secret');
	const isAccepted = (secret: string, signingKey: string | Buffer) =>
		verdict({ ...bodyAlone, secret }, { 'x-sign': hmac(signingKey, BODY) }) === undefined;

	test('A well-formed whsec_ secret is accepted both decoded and as it is written', () => {
		expect(isAccepted('whsec_c2VjcmV0', key)).toBe(true);
		expect(isAccepted('whsec_c2VjcmV0', 'whsec_c2VjcmV0')).toBe(true);
		expect(isAccepted('whsec_c2VjcmV0MQ==', 'secret1')).toBe(true);
		expect(isAccepted('whsec_c2VjcmV0', 'c2VjcmV0')).toBe(false);
	});

	test.each([
		'my-whsec_c2VjcmV0',
		'whsec_c2VjcmV0!',
		'whsec_c2VjcmV0===',
		'whsec_c2Vj cmV0',
		'whsec_c2VjcmV0\n',
		'WHSEC_c2VjcmV0',
		'c2VjcmV0',
	])('The secret %j is not decoded, because it is not whsec_ and base64 alone', (secret) => {
		expect(isAccepted(secret, key)).toBe(false);
		expect(isAccepted(secret, secret)).toBe(true);
	});

	test.each(['secret', 'whsec_', 'whsec_A', 'whsec_=', 'whsec_!'])(
		'The secret %s never makes a signature with an empty key valid, which anybody could compute',
		(secret) => {
			expect(isAccepted(secret, '')).toBe(false);
			expect(isAccepted(secret, secret)).toBe(true);
		},
	);
});

describe('The timestamp', () => {
	const signedAt = (timestamp: string, now = NOW) => {
		const signature = hmac('secret', `${timestamp}.${BODY}`);
		return verdict(withTimestamp, { 'x-time': timestamp, 'x-sign': signature }, now);
	};

	test('A delivery is accepted up to the tolerance in either direction, and to the millisecond', () => {
		expect(signedAt('1700000000')).toBeUndefined();
		expect(signedAt('1699999700')).toBeUndefined();
		expect(signedAt('1699999699')).toBe(OLD);
		expect(signedAt('1699999699999')).toBe(OLD);
		expect(signedAt('1700000300')).toBeUndefined();
		expect(signedAt('1700000301')).toBe(FUTURE);
		expect(signedAt('1700000300001')).toBe(FUTURE);
	});

	test('A timestamp with 11 digits is in seconds, one with 12 digits in milliseconds', () => {
		expect(signedAt('99999999999', 99_999_999_999_000)).toBeUndefined();
		expect(signedAt('99999999999', 99_999_999_999)).toBe(FUTURE);
		expect(signedAt('100000000000', 100_000_000_000)).toBeUndefined();
		expect(signedAt('100000000000', 100_000_000_000_000)).toBe(OLD);
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
	])('The timestamp %j is malformed, even if it is signed', (timestamp) => {
		expect(signedAt(timestamp)).toBe('the header X-Time is malformed');
	});

	test('Another timestamp than the signed one makes the signature wrong', () => {
		const headers = { 'x-time': '1700000001', 'x-sign': hmac('secret', `1700000000.${BODY}`) };
		expect(verdict(withTimestamp, headers)).toBe(UNMATCHED);
	});
});

describe('The timestamp next to the signatures', () => {
	const settings = { ...withTimestamp, prefix: 'v1=' };
	const right = `v1=${hmac('secret', `1700000000.${BODY}`)}`;
	const other = `v1=${'0'.repeat(64)}`;

	const places = [',', ' ', ', '].flatMap((separator) => [
		['t=1700000000', right].join(separator),
		[right, 't=1700000000'].join(separator),
		[other, 't=1700000000', right].join(separator),
	]);
	test.each(places)('It is read in %s', (given) => {
		expect(verdict(settings, { 'x-sign': given })).toBeUndefined();
	});

	test.each([
		...[`at=1700000000,${right}`, `${right};t=1700000000`, `t=1700000000x,${right}`],
		...[`t=1700000000;${right}`, `t=,${right}`, `t=-1700000000,${right}`],
	])('It counts as missing in %s', (given) => {
		expect(verdict(settings, { 'x-sign': given })).toBe('the header X-Time is missing');
	});

	test('It is too old or in the future like one in its own header', () => {
		expect(verdict(settings, { 'x-sign': `t=1699999699,${right}` })).toBe(OLD);
		expect(verdict(settings, { 'x-sign': `t=1700000301,${right}` })).toBe(FUTURE);
	});

	test('The header of its own goes before it, because that is the one the user configured', () => {
		const headers = { 'x-sign': `t=1700000000,${right}` };
		expect(verdict(settings, { ...headers, 'x-time': '1700000000' })).toBeUndefined();
		expect(verdict(settings, { ...headers, 'x-time': '1700000001' })).toBe(UNMATCHED);
	});
});

describe('The signed ID', () => {
	const signedWith = (id: string | undefined, content = `${id}.1700000000.${BODY}`) =>
		verdict(withId, {
			...(id !== undefined && { 'x-id': id }),
			'x-time': '1700000000',
			'x-sign': hmac('secret', content),
		});

	test('ID, timestamp and body are signed with full stops between them', () => {
		expect(signedWith('msg_1')).toBeUndefined();
		expect(signedWith('msg_1', `1700000000.${BODY}`)).toBe(UNMATCHED);
		expect(signedWith('msg_2', `msg_1.1700000000.${BODY}`)).toBe(UNMATCHED);
	});

	test('A delivery without the ID is rejected', () => {
		expect(signedWith(undefined)).toBe('the header X-Id is missing');
		expect(signedWith('')).toBe('the header X-Id is missing');
	});

	test('An ID with a full stop is malformed, because part of it could pass for the timestamp', () => {
		expect(signedWith('msg.1')).toBe('the header X-Id is malformed');
		expect(signedWith('.')).toBe('the header X-Id is malformed');
	});
});

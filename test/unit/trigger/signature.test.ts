import { createHmac } from 'node:crypto';
import type { HmacSettings } from '../../../nodes/MessagingIntegrationTrigger/settings/settings';
import { checkSignature } from '../../../nodes/MessagingIntegrationTrigger/verification/signature';
import { BODY, bodyAlone, hmac, NOW, UNMATCHED, verdict } from './support/signatures';

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
		...['my-whsec_c2VjcmV0', 'whsec_c2VjcmV0!', 'whsec_c2VjcmV0===', 'whsec_c2Vj cmV0'],
		...['whsec_c2VjcmV0\n', 'WHSEC_c2VjcmV0', 'c2VjcmV0'],
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

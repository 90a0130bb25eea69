import { createHmac } from 'node:crypto';
import {
	checkSignature,
	type HmacSettings,
} from '../../../nodes/MessagingIntegrationTrigger/verification/signature';

const raw = Buffer.from('{"a":1}');

describe('the signature check', () => {
	const settings: HmacSettings = {
		headerName: 'X-Sign',
		algorithm: 'sha256',
		encoding: 'hex',
		prefix: 'v=',
		secret: 's',
		signedContent: 'body',
		timestampHeader: 'X-Time',
		idHeader: 'X-Id',
		toleranceMs: 300_000,
	};
	const check = (
		value: string | string[] | undefined,
		change: Partial<HmacSettings> = {},
		body = raw,
	) => checkSignature({ 'x-sign': value }, body, { ...settings, ...change }, 0) === undefined;
	const sign = (algorithm = 'sha256', encoding: 'hex' | 'base64' = 'hex', secret = 's') =>
		createHmac(algorithm, secret).update(raw).digest(encoding);

	test.each(['sha1', 'sha256', 'sha512'] as const)(
		'accepts %s in either encoding, with or without a prefix',
		(algorithm) => {
			expect(check(`v=${sign(algorithm)}`, { algorithm })).toBe(true);
			expect(check(`v=${sign(algorithm, 'base64')}`, { algorithm, encoding: 'base64' })).toBe(true);
			expect(check(sign(algorithm), { algorithm, prefix: '' })).toBe(true);
		},
	);
	test('accepts hexadecimal in either case, but base64 only in the right case', () => {
		expect(check(`v=${sign().toUpperCase()}`)).toBe(true);
		expect(check(`v=${sign('sha256', 'base64').toLowerCase()}`, { encoding: 'base64' })).toBe(
			false,
		);
	});
	test.each(['v=', 'v1,', 'v1, ', 'sig ', '(v+)', ''])(
		'accepts one matching signature of several with the prefix "%s", separated by spaces or commas',
		(prefix) => {
			const [right, wrong] = [`${prefix}${sign()}`, `${prefix}${sign('sha256', 'hex', 'other')}`];
			for (const separator of [',', ' ', ', ']) {
				expect(check([right, wrong].join(separator), { prefix })).toBe(true);
				expect(check([wrong, right].join(separator), { prefix })).toBe(true);
				expect(check([right, right].join(separator), { prefix })).toBe(true);
				expect(check([wrong, wrong].join(separator), { prefix })).toBe(false);
			}
			expect(check(`x${right}`, { prefix })).toBe(false);
		},
	);
	test('rejects wrong or missing values', () => {
		expect(check(undefined)).toBe(false);
		expect(check('')).toBe(false);
		expect(check([`v=${sign()}`])).toBe(false);
		expect(check(sign())).toBe(false);
		expect(check(`w=${sign()}`)).toBe(false);
		expect(check(`v=${sign()}0`)).toBe(false);
		expect(check(`v=${sign()}`, {}, Buffer.from('{"a":2}'))).toBe(false);
		expect(check(`v=${sign('sha256', 'hex', 'other')}`)).toBe(false);
		expect(check(`v=${createHmac('sha256', '').update(raw).digest('hex')}`, { secret: '' })).toBe(
			false,
		);
	});
});

import { createHmac } from 'node:crypto';
import type { HmacSettings } from '../../../nodes/MessagingIntegrationTrigger/settings/settings';
import { checkSignature } from '../../../nodes/MessagingIntegrationTrigger/delivery/verify';

const BODY = '{"event":"message"}';

const hex: HmacSettings = { headerName: 'X-Sign', algorithm: 'sha256', encoding: 'hex', prefix: '', secret: 'secret' };
const base64: HmacSettings = { ...hex, encoding: 'base64' };
const prefixed: HmacSettings = { ...hex, prefix: 'v=' };

const MALFORMED = 'the header X-Sign is malformed';
const UNMATCHED = 'the signature in the header X-Sign does not match';
const MISSING = 'the header X-Sign is missing';

/** Returns why a signature is refused. */
function verdict(settings: HmacSettings, signature: string | string[] | undefined, body = BODY): string | undefined {
	try {
		checkSignature({ 'x-sign': signature }, Buffer.from(body), settings);
	} catch (error) {
		return (error as Error).message;
	}
	return undefined;
}

test('The HMAC-SHA-256 example of RFC 4231 is accepted, and not for another body or secret', () => {
	const signature = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
	const body = 'what do ya want for nothing?';
	expect(verdict({ ...hex, secret: 'Jefe' }, signature, body)).toBeUndefined();
	expect(verdict({ ...hex, secret: 'Jefe' }, signature, `${body} `)).toBe(UNMATCHED);
	expect(verdict({ ...hex, secret: 'jefe' }, signature, body)).toBe(UNMATCHED);
});

const right = createHmac('sha256', 'secret').update(BODY).digest('hex');
const right64 = Buffer.from(right, 'hex').toString('base64');

/** A well-formed signature that is wrong does not match, so that the user looks at the secret. */
test.each<[string, string | undefined, HmacSettings, string | string[] | undefined]>([
	['no header', MISSING, hex, undefined],
	['an empty header', MISSING, hex, ''],
	['a repeated header', MISSING, hex, [right]],
	['text before it', MALFORMED, hex, `#${right}`],
	['no prefix', MALFORMED, prefixed, right],
	['a space behind the prefix', undefined, prefixed, `v= ${right}`],
	['base64 without padding', undefined, base64, right64.slice(0, -1)],
	['base64url', undefined, base64, right64.replace(/\+/g, '-').replace(/\//g, '_')],
	['other digits', UNMATCHED, hex, '0'.repeat(64)],
	['hexadecimal digits in upper case', undefined, hex, right.toUpperCase()],
])('The verdict on a signature with %s is %j', (_what, reason, settings, signature) => {
	expect(verdict(settings, signature)).toBe(reason);
});

test.each(['sha1', 'sha256', 'sha512'])(
	'A signature with %s is accepted in each encoding and with a prefix',
	(algorithm) => {
		for (const settings of [hex, base64, prefixed]) {
			const signature = createHmac(algorithm, 'secret').update(BODY).digest(settings.encoding);
			expect(verdict({ ...settings, algorithm }, settings.prefix + signature)).toBeUndefined();
		}
	},
);

test('An empty secret, with which anybody could sign, accepts nothing', () => {
	const signature = createHmac('sha256', '').update(BODY).digest('hex');
	expect(verdict({ ...hex, secret: '' }, signature)).toBe('the trigger has no secret to verify the signature');
});

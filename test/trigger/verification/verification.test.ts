import { createHmac } from 'node:crypto';
import { sha256 } from '../../../nodes/shared/texts';
import { checkToken } from '../../../nodes/MessagingIntegrationTrigger/delivery/verify';
import { deriveFromKey } from '../../../nodes/MessagingIntegrationTrigger/registration/required';
import { TOKEN_HEADER } from '../../../nodes/transport/credentials/credentials';

describe('token', () => {
	const url = 'https://n8n.example/webhook/1234/webhook';

	const hmac = (text: string, encoding: 'base64' | 'base64url') =>
		createHmac('sha256', 'key').update(text).digest(encoding);

	test('is derived only from the key and the end of the URL, and the secret is another one', () => {
		const token = deriveFromKey('token', 'key', url);
		expect(token).toBe(hmac('webhook token\n1234/webhook', 'base64url'));
		expect(deriveFromKey('token', 'key', 'http://other/webhook-test/1234/webhook')).toBe(token);
		expect(deriveFromKey('token', 'key2', url)).not.toBe(token);
		expect(deriveFromKey('token', 'key', url.replace('1234', '1235'))).not.toBe(token);
		const secret = hmac('webhook secret\n1234/webhook', 'base64url');
		expect(deriveFromKey('secret', 'key', url)).toBe(secret);
	});

	const check = (value: string | string[] | undefined, known = 'one') =>
		checkToken({ 'x-messaging-integration-token': value }, sha256(known));

	test('the known token is accepted', () => expect(() => check('one')).not.toThrow());
	test.each([[undefined], [''], ['three'], ['one, two'], ['ONE'], [['one']], [['one', 'one']]])(
		'%j is rejected',
		(value) => expect(() => check(value)).toThrow(TOKEN_HEADER),
	);
	test('an empty token is rejected, even if it is known', () => {
		expect(() => check('', '')).toThrow(`the header ${TOKEN_HEADER} is missing`);
		expect(() => check('x', '')).toThrow('does not match');
	});
});

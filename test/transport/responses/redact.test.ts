import { jsonOrText } from '../../../nodes/shared/texts';
import { redactorOf } from '../../../nodes/transport/credentials/credentials';

const KEY = 'sk_live_"A/b+c\\1';
/** JSON in which the key is hidden by the escapes of other services: .NET and Go escape "+" and "<", PHP "/". */
const hidden = (value: unknown) =>
	JSON.stringify(value).replaceAll('sk_live', '\\u0073k_live').replaceAll('+', '\\u002B');

test('a key of at least eight characters is redacted; a shorter one may be an ordinary word', () => {
	expect(redactorOf('messages')('no messages')).toBe('no [API key]');
	expect(redactorOf('message')('no message')).toBe('no message');
	expect(redactorOf('')('no message')).toBe('no message');
});

test.each([
	['JSON that hides the key', hidden({ a: [KEY, 1] }), { a: ['[API key]', 1] }],
	['names', JSON.stringify({ [`of ${KEY}`]: { [KEY]: 5 } }), { 'of [API key]': { '[API key]': 5 } }],
	['a slash with an escape', '{"a":"sk_live_\\"A\\/b+c\\\\1"}', { a: '[API key]' }],
	['a key after an escape', JSON.stringify({ a: `\\${KEY}` }), { a: '\\[API key]' }],
	['the name __proto__', `{"__proto__":${JSON.stringify(KEY)}}`, JSON.parse('{"__proto__":"[API key]"}')],
	['a text', `{ ${KEY}`, '{ [API key]'],
])('parsing redacts %s', (_what, text, value) => {
	expect(jsonOrText(redactorOf(KEY)(text))).toStrictEqual(value);
});

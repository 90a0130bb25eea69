import { Redactor } from '../../../../nodes/transport/credentials/redact';

const KEY = 'sk_live_"A/b+c\\1';
const redactor = () => new Redactor(KEY);
/** JSON in which the key is hidden by an escape. */
const hidden = (value: unknown) => JSON.stringify(value).replaceAll('sk_live', '\\u0073k_live');

describe('a text', () => {
	test.each([
		['as it is', `the key ${KEY} is wrong`, 'the key [API key] is wrong'],
		['several times', `${KEY}, ${KEY}`, '[API key], [API key]'],
		['in JSON', JSON.stringify({ key: KEY }), '{"key":"[API key]"}'],
		[
			'in a URL',
			`https://x.example/?key=${encodeURIComponent(KEY)}`,
			'https://x.example/?key=[API key]',
		],
		[
			'in a URL with escapes in lower case',
			'https://x.example/?key=sk_live_%22A%2fb%2bc%5c1&n=%2F',
			'https://x.example/?key=[API key]&n=%2F',
		],
	])('contains no key: %s', (_what, text, clean) => {
		expect(redactor().text(text)).toBe(clean);
	});

	test('without the key is unchanged', () => {
		expect(redactor().text('sk_live_ is a prefix')).toBe('sk_live_ is a prefix');
	});
});

test('a key of at least eight characters is redacted; a shorter one may be an ordinary word', () => {
	expect(new Redactor('messages').text('no messages')).toBe('no [API key]');
	expect(new Redactor('message').text('no message')).toBe('no message');
	expect(new Redactor('').text('no message')).toBe('no message');
});

describe('parsing', () => {
	test.each([
		['JSON', JSON.stringify({ a: [KEY, 1] }), { a: ['[API key]', 1] }],
		['JSON that hides the key', hidden({ a: [KEY, 1] }), { a: ['[API key]', 1] }],
		['a JSON string that hides the key', hidden(KEY), '[API key]'],
		['JSON without the key', '{"a":"b\\n"}', { a: 'b\n' }],
		['a text', `{ ${KEY}`, '{ [API key]'],
	])('redacts %s', (_what, text, value) => {
		expect(redactor().parse(text)).toStrictEqual(value);
	});
});

describe('a value', () => {
	test('is redacted at any depth, and everything else stays', () => {
		const value = {
			list: [{ deep: [`Bearer ${KEY}`] }, 0, null, '', false, { key: KEY }],
			[`of ${KEY}`]: { [KEY]: 5, name: KEY },
			last: null,
		};
		expect(redactor().value(value)).toStrictEqual({
			list: [{ deep: ['Bearer [API key]'] }, 0, null, '', false, { key: '[API key]' }],
			'of [API key]': { '[API key]': 5, name: '[API key]' },
			last: null,
		});
	});

	test('is changed in place and can still be changed', () => {
		const value = { [KEY]: KEY };
		const clean = redactor().value(value) as Record<string, unknown>;
		expect(clean).toBe(value);
		clean['[API key]'] = 'other';
		expect(Object.entries(clean)).toEqual([['[API key]', 'other']]);
		delete clean['[API key]'];
		expect(clean).toEqual({});
	});

	test('is redacted under the name __proto__', () => {
		const clean = redactor().value(JSON.parse(`{"__proto__": ${JSON.stringify(KEY)}}`));
		expect(JSON.stringify(clean)).toBe('{"__proto__":"[API key]"}');
	});

	test.each([5, null, undefined, true])('of another type is unchanged: %s', (value) => {
		expect(redactor().value(value)).toBe(value);
	});
});

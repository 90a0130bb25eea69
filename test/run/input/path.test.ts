import fc from 'fast-check';
import { Field, type FieldOf } from '../../../nodes/MessagingIntegration/input/field';
import { requireRelativePath as relativeTo } from '../../../nodes/MessagingIntegration/resources/common/apiRequest';
import { fillPath } from '../../../nodes/MessagingIntegration/resources/common/operation';

const BASE = 'https://x.example/api/v2';
const requireRelativePath = (path: string, base = BASE) => relativeTo(path, base);

function fieldsWith(values: Record<string, unknown>): FieldOf {
	const context = {
		getNode: () => ({ name: 'Node', parameters: values }),
		getItemIndex: () => 3,
		getNodeParameter: (name: string) => values[name],
	};
	const field = { type: 'string', default: '' } as const;
	return (name) => new Field(context as never, { ...field, displayName: `Label of ${name}`, name });
}

test.each([
	['/a/{x}/b', { x: ' 1 ' }, '/a/1/b'],
	['/{x}/{y}', { x: 'a/b?c#d', y: 'é@g.us' }, '/a%2Fb%3Fc%23d/%C3%A9%40g.us'],
	['/{x}', { x: 0 }, '/0'],
	['/{x}', { x: '...' }, '/...'],
	['/none', {}, '/none'],
])('fills %s with %j', (template, values, path) => {
	expect(fillPath(template, fieldsWith(values))).toBe(path);
});

test.each([
	['contacts', '/contacts'],
	['groups/a%40g.us/x', '/groups/a%40g.us/x'],
	['a//b/', '/a//b/'],
	['1a:b', '/1a:b'],
	['/api/v2x', '/api/v2x'],
])('reads %s as %s', (path, read) => expect(requireRelativePath(path)).toBe(read));

test.each([
	[
		['https://x.example/a', 'HTTP://x', '//x.example', 'a+b-c.9:x', 'a:b'],
		'The path must be relative to the Base URL of the credentials, without a host',
	],
	[['a?b=1', 'a#b'], 'The path must not contain "?" or "#": enter query parameters under Query Parameters instead'],
	[
		['a b', 'a\\b', 'a\u0000b', 'a\u001fb', 'a\u007fb'],
		'The path must not contain spaces, backslashes or control characters',
	],
	[
		[
			'a/..;/b',
			'..;x=1',
			'a/%2e%2E;/b',
			'a/..%3bx',
			'%252e%252e',
			'a/%252E%25252e/b',
			'.%252e%252fx',
			'..',
			'/.',
			'a/../b',
			'a/%2E%2e/b',
			'a/%2e',
			'a/..%2fb',
			'a/b%2F..',
			'a%5c..%5Cb',
			'x%2f.',
		],
		'The path must not contain "." or ".." segments',
	],
	[['', '/', ' '], 'The path is empty'],
])('rejects %j', (paths, message) => {
	for (const path of paths)
		expect(() => requireRelativePath(path)).toThrow(expect.objectContaining({ name: 'UserError', message }));
});

test.each(['https://x.example/api/v2', 'http://10.0.0.1:3000/gateway/api/v2'])(
	'a path that repeats the Base URL %s, or the end of it, is read as the rest',
	(base) => {
		const beginnings = [base, new URL(base).pathname, '/api/v2', 'api/v2', ` ${base}`];
		fc.assert(
			fc.property(fc.constantFrom(...beginnings), fc.stringMatching(/^(\/[a-z%@.]*[a-z]){1,3}\/?$/), (start, rest) => {
				expect(requireRelativePath(start + rest, base)).toBe(rest);
			}),
		);
		for (const [path, message] of [
			[base, /is empty/],
			[`${base}/../v1`, /segments/],
			[`${base}/a?b=1`, /Query Parameters/],
			[`${base}.evil.example/a`, /without a host/],
		] as const)
			expect(() => requireRelativePath(path, base)).toThrow(message);
	},
);

test('no value can leave its segment', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (value) => {
			let path: string;
			try {
				path = fillPath('/groups/{groupId}/photo', fieldsWith({ groupId: value }));
			} catch {
				return;
			}
			const { pathname, search, hash } = new URL(`https://x.example/api/v2${path}`);
			expect([pathname.split('/').length, search, hash]).toEqual([6, '', '']);
			expect(decodeURIComponent(pathname.split('/')[4]!)).toBe(value.trim());
		}),
	);
});

test.each(['.', '..', '%2e%2E', '.%252e', '..;x', '%2e.%3Bx'])(
	'the ID %s, which some servers resolve, is refused',
	(value) => {
		expect(() => fillPath('/groups/{id}/photo', fieldsWith({ id: value }))).toThrow('is not a valid ID');
	},
);

/** What servers do with a path that decode twice or drop what follows a semicolon. */
const served = (path: string) => new URL(`https://x.example${unescaped(unescaped(path)).replace(/;[^/]*/g, '')}`);
const unescaped = (path: string) => path.replace(/%(25|2e|2f|5c|3b)/gi, (each) => decodeURIComponent(each));

test('no path leaves the base URL', () => {
	const parts = fc.constantFrom(...'. .. %2e %2E%2e %252e / %2f %5c ; %3b a b : //'.split(' '));
	const check = (all: string[]) => {
		let read: string;
		try {
			read = requireRelativePath(all.join(''));
		} catch {
			return;
		}
		expect(new URL(`https://x.example/api/v2${read}`).pathname).toMatch(/^\/api\/v2\//);
		expect(served(`/api/v2${read}`).pathname).toMatch(/^\/api\/v2(\/|$)/);
	};
	fc.assert(fc.property(fc.array(parts), check), { numRuns: 1_000 });
});

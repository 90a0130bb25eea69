import { parseCredentials } from '../../../nodes/transport/credentials/credentials';
import { forbiddenPartOf, withQuery } from '../../../nodes/transport/request/url';

const PUBLIC = 'https://service.example/api/v2';

const luxon = {
	iso: '2025-01-01',
	toJSON() {
		return this.iso;
	},
};

test.each([
	['nothing', undefined, ''],
	['texts and numbers', { q: 'a', limit: 5, all: false, none: '' }, '?q=a&limit=5&all=false&none='],
	['characters with a meaning in URLs', { 'a b': 'ü&=?#+/' }, '?a+b=%C3%BC%26%3D%3F%23%2B%2F'],
	['a list, by repeating the name', { id: [1, 'b', null, undefined] }, '?id=1&id=b'],
	['neither undefined nor null', { a: undefined, b: null, c: 0 }, '?c=0'],
	['an empty name, which Field Names uses for what the service does not have', { '': 100, a: 1 }, '?a=1'],
	['an object as JSON', { filter: { a: [1] } }, '?filter=%7B%22a%22%3A%5B1%5D%7D'],
	['a date', { since: new Date(0) }, '?since=1970-01-01T00%3A00%3A00.000Z'],
	['a date of Luxon, whose method needs the object', { since: luxon }, '?since=2025-01-01'],
	['an object with its own JSON', { a: { toJSON: () => ({ b: 1 }) } }, '?a=%7B%22b%22%3A1%7D'],
])('a query with %s', (_what, query, text) => {
	expect(withQuery(PUBLIC, query)).toBe(`${PUBLIC}${text}`);
});

/** The scheme or host because of which a file is not fetched. */
const forbidden = (url: string, baseUrl: string) =>
	forbiddenPartOf(new URL(url), parseCredentials({ apiKey: 'key', baseUrl }));

test.each(['media.example', '10.media.example', '0.0.0.0.example', '127.0.0.1.example', 'service.example:444', 'a.b'])(
	'with a public base URL, files are fetched from https://%s',
	(host) => {
		expect(forbidden(`https://${host}/a`, PUBLIC)).toBeUndefined();
	},
);

test.each([
	'localhost',
	'db',
	'127.0.0.1',
	'2130706433',
	'10.0.0.1:8443',
	'169.254.169.254',
	'8.8.8.8',
	'[::ffff:127.0.0.1]',
	'[64:ff9b::10.0.0.1]',
	'[2606:4700::1111]:444',
])('with a public base URL, files are not fetched from https://%s', (host) => {
	const url = new URL(`https://${host}/a`);
	expect(forbidden(url.href, PUBLIC)).toBe(url.host);
});

const LOCAL = 'http://192.168.0.5/api/v2';
const SECURE_LOCAL = 'https://service.internal/api/v2';
test.each([
	['http://media.example/a', PUBLIC, 'http:'],
	['http://media.example/a', LOCAL, undefined],
	['https://8.8.8.8/a', LOCAL, undefined],
	['file:///etc/passwd', LOCAL, 'file:'],
	['https://10.0.0.1/a', SECURE_LOCAL, undefined],
	['http://10.0.0.1/a', SECURE_LOCAL, 'http:'],
])('the forbidden part of %s with the base URL %s is %s', (url, base, part) => {
	expect(forbidden(url, base)).toBe(part);
});

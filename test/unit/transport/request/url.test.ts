import { withQuery } from '../../../../nodes/transport/request/query';

const URL = 'https://x.example/api/v2/chats';

test.each([
	['nothing', undefined, ''],
	['no parameters', {}, ''],
	['texts and numbers', { q: 'a', limit: 5, all: false, none: '' }, '?q=a&limit=5&all=false&none='],
	['characters with a meaning in URLs', { 'a b': 'ü&=?#+/' }, '?a+b=%C3%BC%26%3D%3F%23%2B%2F'],
	['a number that JSON cannot contain', { id: 10n ** 20n }, '?id=100000000000000000000'],
	['a list, by repeating the name', { id: [1, 'b', null, undefined] }, '?id=1&id=b'],
	['neither undefined nor null', { a: undefined, b: null, c: 0 }, '?c=0'],
	['only undefined', { a: undefined }, ''],
	['an object as JSON', { filter: { a: [1] } }, '?filter=%7B%22a%22%3A%5B1%5D%7D'],
	['a list in a list as JSON', { ids: [[1, 2]] }, '?ids=%5B1%2C2%5D'],
	['a date', { since: new Date(0) }, '?since=1970-01-01T00%3A00%3A00.000Z'],
	[
		'a date of Luxon, whose method needs the object',
		{
			since: {
				iso: '2025-01-01',
				toJSON(this: { iso: string }) {
					return this.iso;
				},
			},
		},
		'?since=2025-01-01',
	],
	['an object with its own JSON', { a: { toJSON: () => ({ b: 1 }) } }, '?a=%7B%22b%22%3A1%7D'],
])('a query with %s', (_what, query, text) => {
	expect(withQuery(URL, query)).toBe(`${URL}${text}`);
});

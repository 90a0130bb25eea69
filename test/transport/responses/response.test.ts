import fc from 'fast-check';
import { readRecords } from '../../../nodes/transport/lists/records';
import { errorEnvelope, unusableReason } from '../../../nodes/transport/response';
import { isObject } from '../../../nodes/shared/values';
import { read } from '../../support/project';

const response = (body: unknown, type?: string | string[], status = 200) => ({
	status,
	headers: type === undefined ? {} : { 'content-type': type },
	body,
});

const bodies = read('test/transport/responses/bodies.txt').trimEnd().split('\n');
test.each(bodies.map((line) => line.split(/ (.*)/)))('%s: the response %s', (verdict, body) => {
	const why = unusableReason(response(JSON.parse(body!)));
	expect([verdict, why]).toEqual(why === undefined ? ['accepted', why] : ['refused', 'errorEnvelope']);
});

test('an empty text is usable', () => {
	expect(unusableReason(response('  \n', 'application/json'))).toBeUndefined();
});

test.each<[string, (string | string[])?, string?]>([
	['hello', 'text/html; charset=utf-8', 'html'],
	['<body class=a>', undefined, 'html'],
	['<p>Not found', 'application/json', 'html'],
	['hello', 'application/json', 'brokenJson'],
	[' {"a":', undefined, 'brokenJson'],
])('the text %j of the type %j is unusable: %s', (text, type, why) => {
	expect(unusableReason(response(text, type))).toBe(why);
});

test.each([
	[{ error: { code: 'A', message: 'b' } }, { code: 'A', message: 'b' }],
	[
		{ error: true, message: 'b' },
		{ code: undefined, message: 'b' },
	],
	[{ error: 'text' }, { code: undefined, message: 'text' }],
	[
		{ error: 'text', message: 'b', code: 'A' },
		{ code: 'A', message: 'b' },
	],
	[{ error: { code: 5, message: 6 } }, { code: undefined, message: undefined }],
])('reads the error envelope of %j', (body, read) => {
	expect(errorEnvelope(body)).toEqual(read);
});

test.each([
	[[], [{ success: true }]],
	[{ data: [] }, [{ success: true }]],
	[{ success: true, data: [], message: 'sent' }, [{ success: true }]],
	['', [{ success: true }]],
	['pong', [{ value: 'pong' }]],
	[{ success: true, message: 'm', meta: {}, pagination: {}, data: [{ a: 1 }, 2] }, [{ a: 1 }, { value: 2 }]],
	[{ ok: true, data: [{ a: 1 }], isCached: false }, [{ a: 1 }]],
	[{ data: { a: 1 }, other: 1 }, [{ data: { a: 1 }, other: 1 }]],
	[{ data: { a: 1 }, error: 'b' }, [{ data: { a: 1 }, error: 'b' }]],
	[
		[[1], null],
		[{ value: [1] }, { value: null }],
	],
])('reads the records of %j', (body, records) => {
	expect(readRecords(body)).toEqual(records);
});

test('an empty list has no records', () => {
	for (const body of [[], { data: [] }]) expect(readRecords(body, true)).toEqual([]);
});

describe('for generated bodies', () => {
	const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()));

	test('reading any body returns objects and never throws', () => {
		fc.assert(
			fc.property(fc.anything(), (body) => {
				expect(readRecords(body).every(isObject)).toBe(true);
				errorEnvelope(body);
				unusableReason(response(body));
			}),
		);
	});

	test('a record is unchanged, wrapped or not', () => {
		fc.assert(
			fc.property(
				fc.dictionary(
					fc.string().filter((key) => key !== 'data'),
					fc.jsonValue(),
				),
				(record) => {
					for (const body of [record, { data: record }, { success: true, data: record }])
						expect(readRecords(body)).toEqual([record]);
				},
			),
		);
	});

	test('truncated JSON is reported as broken', () => {
		fc.assert(
			fc.property(
				records.filter((all) => all.length > 0),
				fc.nat(),
				(all, cut) => {
					const text = JSON.stringify({ data: all });
					const part = text.slice(0, 1 + (cut % (text.length - 1)));
					expect(unusableReason(response(part, 'application/json'))).toBe('brokenJson');
				},
			),
		);
	});
});

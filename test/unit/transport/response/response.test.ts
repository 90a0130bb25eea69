import fc from 'fast-check';
import { errorEnvelope, header, readRecords, unusableReason } from '../../../../nodes/transport/response/response';
import { isObject } from '../../../../nodes/shared/values';

const response = (body: unknown, type?: string | string[], status = 200) => ({
	status,
	headers: type === undefined ? {} : { 'Content-Type': type },
	body,
});

test.each([
	[{ 'x-b': 'two', 'X-a': ['one', 'three'] }, 'one'],
	[{ 'x-a': 5 }, '5'],
	[{ 'x-a': '' }, ''],
	[{ 'x-a': undefined }, undefined],
	[{ 'x-a': [] }, undefined],
	[{ 'x-ab': 'no' }, undefined],
	[{}, undefined],
])('the header in %j is %j', (headers, value) => {
	expect(header(headers, 'x-a')).toBe(value);
});

test.each([
	[response({ success: false, error: 'no' }), 'errorEnvelope'],
	[response({ success: false }), 'errorEnvelope'],
	[response({ error: { code: 'X', message: 'no' } }), 'errorEnvelope'],
	[response({ data: { id: 'i' }, error: { code: 'X' } }), undefined],
	[response({ success: true, error: {} }), undefined],
	[response({ error: 'a text may be a field of a record', status: 'error' }), undefined],
	[response({ error: 'no', connected: false }), undefined],
	[response({ error: { code: 'X' }, id: 0 }), undefined],
	[response({ error: 'no', statusCode: 400, path: '/x' }), 'errorEnvelope'],
	[response({ id: null, error: { code: 'X' } }), 'errorEnvelope'],
	[response({ data: [], error: { code: 'X' } }), 'errorEnvelope'],
	[response({ data: [1], error: { code: 'X' } }), undefined],
	[response({ data: { success: false } }), 'errorEnvelope'],
	[response({ id: 'i', data: { success: false } }), undefined],
	[response({ error: '' }), undefined],
	[response({ data: { error: { code: 'X' } } }), 'errorEnvelope'],
	[response({ success: true, error: 'no' }), undefined],
	[response({ error: 'no' }), 'errorEnvelope'],
	[response(''), undefined],
	[response('  \n', 'application/json'), undefined],
	[response(undefined, 'text/html'), undefined],
	[response(Buffer.from('x'), 'text/html'), undefined],
	[response('hello', 'text/html; charset=utf-8'), 'html'],
	[response('hello', ['TEXT/HTML']), 'html'],
	[response('  <!DOCTYPE html>'), 'html'],
	[response('<head>'), 'html'],
	[response('<body class=a>'), 'html'],
	[response('see <html>'), undefined],
	[response('<note>'), undefined],
	[response('<p>Not found', 'application/json'), 'html'],
	[response('hello', 'application/json'), 'brokenJson'],
	[response('a <', 'application/json'), 'brokenJson'],
	[response(' {"a":'), 'brokenJson'],
	[response('[1,'), 'brokenJson'],
	[response('a [1]'), undefined],
	[response('pong'), undefined],
])('why %j is unusable: %s', (given, why) => {
	expect(unusableReason(given)).toBe(why);
});

test.each([
	[{ error: { code: 'A', message: 'b' } }, { code: 'A', message: 'b' }],
	[{ error: 'text' }, { code: undefined, message: 'text' }],
	[
		{ error: 'text', message: 'b', code: 'A' },
		{ code: 'A', message: 'b' },
	],
	[{ error: { code: 5, message: 6 } }, { code: undefined, message: undefined }],
	['text', {}],
	[[{ code: 'A' }], {}],
])('reads the error envelope of %j', (body, read) => {
	expect(errorEnvelope(body)).toEqual(read);
});

test.each([
	[undefined, [{ success: true }]],
	[null, [{ success: true }]],
	['', [{ success: true }]],
	[' \n', [{ success: true }]],
	['pong', [{ value: 'pong' }]],
	[0, [{ value: 0 }]],
	[{ a: 1 }, [{ a: 1 }]],
	[{ success: true, data: { a: 1 } }, [{ a: 1 }]],
	[{ success: true, message: 'm', meta: {}, pagination: {}, data: [{ a: 1 }, 2] }, [{ a: 1 }, { value: 2 }]],
	[{ data: { a: 1 }, other: 1 }, [{ data: { a: 1 }, other: 1 }]],
	[{ data: { data: { a: 1 } } }, [{ data: { a: 1 } }]],
	[{ data: 'text' }, [{ data: 'text' }]],
	[
		[[1], null],
		[{ value: [1] }, { value: null }],
	],
	[{ data: null, success: true }, [{ data: null, success: true }]],
])('reads the records of %j', (body, records) => {
	expect(readRecords(body)).toEqual(records);
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

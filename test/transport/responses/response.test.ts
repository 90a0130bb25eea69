import fc from 'fast-check';
import { errorEnvelope, header, readRecords, unusableReason } from '../../../nodes/transport/response';
import { isObject } from '../../../nodes/shared/values';

const response = (body: unknown, type?: string | string[], status = 200) => ({
	status,
	headers: type === undefined ? {} : { 'Content-Type': type },
	body,
});

test.each([
	[{ 'x-b': 'two', 'X-a': ['one', 'three'] }, 'one'],
	[{ 'x-a': 5 }, '5'],
	[{ 'x-a': undefined }, undefined],
	[{ 'x-a': [] }, undefined],
	[{}, undefined],
])('the header in %j is %j', (headers, value) => {
	expect(header(headers, 'x-a')).toBe(value);
});

type Case = [ReturnType<typeof response>, string | undefined];
const refused = (body: unknown): Case => [response(body), 'errorEnvelope'];
const accepted = (body: unknown): Case => [response(body), undefined];

test.each<Case>([
	[response({ success: false, error: 'no' }), 'errorEnvelope'],
	[response({ success: false }), 'errorEnvelope'],
	[response({ error: { code: 'X', message: 'no' } }), 'errorEnvelope'],
	[response({ data: { id: 'i' }, error: { code: 'X' } }), undefined],
	[response({ error: 'a text may be a field of a record', status: 'error' }), undefined],
	[response({ error: 'no', connected: false }), undefined],
	[response({ error: 'no', statusCode: 400, path: '/x' }), 'errorEnvelope'],
	[response({ id: null, error: { code: 'X' } }), 'errorEnvelope'],
	[response({ data: [], error: { code: 'X' } }), 'errorEnvelope'],
	[response({ data: { success: false } }), 'errorEnvelope'],
	[response({ id: 'i', data: { success: false } }), undefined],
	[response({ error: '' }), undefined],
	[response({ data: { error: { code: 'X' } } }), 'errorEnvelope'],
	[response({ error: 'no' }), 'errorEnvelope'],
	...[
		{ error: true, message: 'no' },
		{ error: 'true', message: 'no' },
		{ success: 'false', id: 'i' },
		{ ok: false },
	].map(refused),
	...[
		{ errors: [{ message: 'no' }] },
		{ errors: ['no'], data: null },
		{ errors: { to: ['no'] } },
		{ error: ['no'] },
	].map(refused),
	...[
		{ status: 'error', message: 'no' },
		{ status: 'FAILED', reason: 'no' },
		{ status: false, msg: 'no' },
	].map(refused),
	...[
		{ statusCode: 404, message: 'no' },
		{ code: 500, message: 'no' },
		{ status: '422', title: 'no', detail: 'no' },
	].map(refused),
	...[
		{ result: 'fail', detail: 'no' },
		{ sent: false, message: 'no' },
		{ data: { ok: 'False' } },
		[{ success: false }],
	].map(refused),
	...[
		{ Success: false },
		{ isSuccess: false, id: 'i' },
		{ success: 0 },
		{ result: { error: 'no' } },
		{ response: { success: false } },
		[{ error: 'no' }],
		{ status: 'fail', data: { message: 'no' } },
	].map(refused),
	...[{ status: 'fail', data: { id: 'i', message: 'Hi' } }, [{ id: 'i', error: 'no' }]].map(accepted),
	...[{ status: 'error' }, { status: 'error', phone: '1' }, { status: 'error', lastConnection: 'x' }].map(accepted),
	...[
		{ id: 'i', status: 'failed', message: 'Hi' },
		{ errors: [], message: 'sent' },
		{ errors: ['no'], id: 1 },
	].map(accepted),
	...[
		{ error: false, message: 'sent' },
		{ error: 'false', message: 'sent' },
		{ status: 200, message: 'sent' },
	].map(accepted),
	...[{ code: 'ABCD1234' }, { message: 'initiated' }, { ok: true, error: 'no' }, [{ id: 'i', error: 'no' }]].map(
		accepted,
	),
	...[[{ success: false }, { success: false }], { sent: false, n: 1 }, { type: 'text', message: 'no' }].map(accepted),
	[response(''), undefined],
	[response('  \n', 'application/json'), undefined],
	[response('hello', 'text/html; charset=utf-8'), 'html'],
	[response('hello', ['TEXT/HTML']), 'html'],
	[response('  <!DOCTYPE html>'), 'html'],
	[response('<body class=a>'), 'html'],
	[response('see <html>'), undefined],
	[response('<p>Not found', 'application/json'), 'html'],
	[response('hello', 'application/json'), 'brokenJson'],
	[response(' {"a":'), 'brokenJson'],
	[response('pong'), undefined],
])('why %j is unusable: %s', (given, why) => {
	expect(unusableReason(given)).toBe(why);
});

test.each([
	[{ errors: [{ code: 'A', message: 'b' }, { message: 'c' }] }, { code: 'A', message: 'b' }],
	[
		{ status: 'error', msg: 'b' },
		{ code: undefined, message: 'b' },
	],
	[
		{ error: true, message: 'b' },
		{ code: undefined, message: 'b' },
	],
	[{ error: { code: 'A', message: 'b' } }, { code: 'A', message: 'b' }],
	[{ error: 'text' }, { code: undefined, message: 'text' }],
	[
		{ error: 'text', message: 'b', code: 'A' },
		{ code: 'A', message: 'b' },
	],
	[{ error: { code: 5, message: 6 } }, { code: undefined, message: undefined }],
	[[{ code: 'A' }], {}],
])('reads the error envelope of %j', (body, read) => {
	expect(errorEnvelope(body)).toEqual(read);
});

test.each([
	[[], [{ success: true }]],
	[{ data: [] }, [{ success: true }]],
	[{ success: true, data: [], message: 'sent' }, [{ success: true }]],
	[null, [{ success: true }]],
	['', [{ success: true }]],
	[' \n', [{ success: true }]],
	['pong', [{ value: 'pong' }]],
	[{ a: 1 }, [{ a: 1 }]],
	[{ success: true, data: { a: 1 } }, [{ a: 1 }]],
	[{ success: true, message: 'm', meta: {}, pagination: {}, data: [{ a: 1 }, 2] }, [{ a: 1 }, { value: 2 }]],
	[{ data: { a: 1 }, other: 1 }, [{ data: { a: 1 }, other: 1 }]],
	[{ data: { data: { a: 1 } } }, [{ data: { a: 1 } }]],
	[
		[[1], null],
		[{ value: [1] }, { value: null }],
	],
	[{ data: null, success: true }, [{ data: null, success: true }]],
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

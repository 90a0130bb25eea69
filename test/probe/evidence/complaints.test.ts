import { readComplaints } from '../../../probe/evidence/complaints';

type Expected = Partial<Record<'required' | 'unknown' | 'invalid', string[]>>;

/** What is read from an error body, by kind; names of which one is enough are joined by a bar. */
function read(body: unknown, sent?: string[]): Expected {
	const found: Expected = {};
	for (const { kind, names } of readComplaints(body, sent).about)
		found[kind] = [...new Set([...(found[kind] ?? []), names.join('|')])];
	return found;
}

const message = (text: string) => ({ success: false, error: { code: 'VALIDATION_ERROR', message: text } });

const go = "Key: 'SendRequest.To' Error:Field validation for 'To' failed on the 'required' tag";

/** `wordings.test.ts` has sentences about one name. */
test.each<[string, Expected]>([
	['unknown field remoteJid; to is missing', { unknown: ['remoteJid'], required: ['to'] }],
	["Unrecognized key(s) in object: 'remoteJid', 'content'", { unknown: ['remoteJid', 'content'] }],
	['unknown field `remoteJid`, expected one of `to`, `kind`', { unknown: ['remoteJid'] }],
	['Missing required fields: to, kind and line', { required: ['to', 'kind', 'line'] }],
	['Campos obrigatórios ausentes: destino, tipo', { required: ['destino', 'tipo'] }],
	['media.url or media.data is missing', { required: ['media.url|media.data'] }],
	[go, { required: ['to'] }],
	['`to` must be a phone number', { invalid: ['to'] }],
	['Validation failed: to: must be a string', { invalid: ['to'] }],
])('the message "%s" is read', (text, expected) => {
	expect(read(message(text))).toEqual(expected);
	expect(read({ message: [text] })).toEqual(expected);
	expect(read(text)).toEqual(expected);
});

const notMore = 'must NOT have additional properties';
const [property, extra] = ["must have required property 'to'", "Unrecognized key(s): 'text'"];
const label = { context: { label: 'a.b', key: 'b' } };
const [to, both] = [{ required: ['to'] }, { required: ['a.b', 'to'] }];

test.each<[string, unknown, Expected]>([
	[
		'zod, unknown',
		{ issues: [{ code: 'unrecognized_keys', keys: ['text'], path: ['a'], message: extra }] },
		{ unknown: ['a.text'] },
	],
	['zod, flattened', { error: { formErrors: [], fieldErrors: { to: ['Required'] } } }, to],
	['zod, formatted', { to: { _errors: ['Required'] } }, to],
	['ajv', [{ instancePath: '/a', keyword: 'required', params: { missingProperty: 'to' } }], { required: ['a.to'] }],
	[
		'ajv, unknown',
		{ errors: [{ instancePath: '', params: { additionalProperty: 'x' }, message: notMore }] },
		{ unknown: ['x'] },
	],
	[
		'joi',
		{ details: [{ message: '"a.b" is required', path: ['a', 'b'], type: 'any.required', ...label }] },
		{ required: ['a.b'] },
	],
	[
		'joi, unknown',
		[{ message: '"a.b" is not allowed', path: ['a', 'b'], type: 'object.unknown', ...label }],
		{ unknown: ['a.b'] },
	],
	[
		'class-validator',
		{ statusCode: 400, message: ['to should not be empty', 'property x should not exist'] },
		{ ...to, unknown: ['x'] },
	],
	[
		'pydantic',
		{ detail: [{ type: 'extra_forbidden', loc: ['body', 'x'], msg: 'Extra inputs', input: 1 }] },
		{ unknown: ['x'] },
	],
	['django', { 'a.b': ['This field is required.'], to: ['This field is required.'] }, both],
	['problem+json', { 'invalid-params': [{ name: 'to', reason: 'must not be empty' }] }, to],
	['JSON:API', [{ source: { pointer: '/data/attributes/to' }, detail: "can't be blank" }], to],
	['a code alone', { error: { code: 'MISSING_FIELD', field: 'to' } }, to],
	['Portuguese', { erros: [{ campo: 'to', mensagem: 'é obrigatório' }] }, to],
	['Spanish', { mensaje: ['El campo to es obligatorio'] }, to],
	[
		'a path that is a choice',
		{ erros: [{ campo: 'a.url ou a.dados', mensagem: 'é obrigatório' }] },
		{ required: ['a.url|a.dados'] },
	],
	['openapi', [{ path: '/body/to', message: property, errorCode: 'required.openapi' }], to],
])('the errors of %s are read', (_title, body, expected) => {
	expect(read(body)).toEqual(expected);
});

test.each<[string, object | undefined, string[]]>([
	["tipo: Input should be 'chat' or 'image'", undefined, ['chat', 'image']],
	["Invalid enum value. Expected 'chat' | 'image', received 'text'", undefined, ['chat', 'image']],
	['must be one of the allowed values', { allowedValues: ['chat', 'image'] }, ['chat', 'image']],
	['type must be a string', undefined, []],
])('the accepted values in "%s", %j are read', (message, params, values) => {
	expect(readComplaints({ path: 'type', params, message }).about[0]?.values).toEqual(values);
});

test('names that are listed beside an unknown one are accepted names, and what was sent is not one of them', () => {
	expect(readComplaints(message('Unknown field remoteJid. Allowed fields: line, to, kind'))).toMatchObject({
		about: [{ kind: 'unknown', names: ['remoteJid'] }],
		allowed: ['line', 'to', 'kind'],
	});
	expect(readComplaints(message('unknown type "text"'), ['text'])).toMatchObject({ about: [], rejected: ['text'] });
	expect(read(message('"5511987654321" is not valid for to'), ['5511987654321']).required).toBeUndefined();
});

test.each([[null], [7], [''], ['<html>'], [{}], [[[]]], [{ message: 'Bad request' }], [{ error: 'Not found' }]])(
	'%j says nothing about names',
	(body) => {
		expect(readComplaints(body)).toEqual({ about: [], rejected: [], allowed: [] });
	},
);

import { readComplaints } from '../../../probe/evidence/complaints';

type Expected = Partial<Record<'required' | 'unknown' | 'invalid', string[]>>;

/** What is read from an error body, by kind; names of which one is enough are joined by a bar. */
function read(body: unknown, sent?: string[]): Expected {
	const found: Expected = {};
	for (const { kind, names } of readComplaints(body, sent).about)
		found[kind] = [...new Set([...(found[kind] ?? []), names.join('|')])];
	return found;
}

const message = (text: string) => ({
	success: false,
	error: { code: 'VALIDATION_ERROR', message: text },
});

test.each<[string, Expected]>([
	['Unknown field remoteJid', { unknown: ['remoteJid'] }],
	['unknown field remoteJid; to is missing', { unknown: ['remoteJid'], required: ['to'] }],
	['property remoteJid should not exist', { unknown: ['remoteJid'] }],
	['json: unknown field "remoteJid"', { unknown: ['remoteJid'] }],
	["Unrecognized key(s) in object: 'remoteJid', 'content'", { unknown: ['remoteJid', 'content'] }],
	['"remoteJid" is not allowed', { unknown: ['remoteJid'] }],
	['unknown field `remoteJid`, expected one of `to`, `kind`', { unknown: ['remoteJid'] }],
	['Campo desconhecido: remoteJid', { unknown: ['remoteJid'] }],
	['O campo remoteJid não é permitido', { unknown: ['remoteJid'] }],
	['El campo remoteJid no está permitido', { unknown: ['remoteJid'] }],
	['to is required', { required: ['to'] }],
	['"to" is required', { required: ['to'] }],
	['Query parameter to is missing', { required: ['to'] }],
	['Missing parameter: to', { required: ['to'] }],
	['Missing required fields: to, kind and line', { required: ['to', 'kind', 'line'] }],
	['The to field is required.', { required: ['to'] }],
	["must have required property 'to'", { required: ['to'] }],
	['to should not be empty', { required: ['to'] }],
	["Field 'to' is mandatory", { required: ['to'] }],
	['media.url or media.data is missing', { required: ['media.url|media.data'] }],
	[
		"Key: 'SendRequest.To' Error:Field validation for 'To' failed on the 'required' tag",
		{ required: ['to'] },
	],
	['O campo destino é obrigatório', { required: ['destino'] }],
	['Campo obrigatório: destino', { required: ['destino'] }],
	['Campos obrigatórios ausentes: destino, tipo', { required: ['destino', 'tipo'] }],
	['destino deve ser informado', { required: ['destino'] }],
	['Falta el campo destino', { required: ['destino'] }],
	['El campo destino es obligatorio', { required: ['destino'] }],
	['missing field `to`', { required: ['to'] }],
	['`to` must be a phone number', { invalid: ['to'] }],
	['type must be chat or image', { invalid: ['type'] }],
	['type must be one of the following values: chat, image', { invalid: ['type'] }],
	['O campo tipo deve ser um dos seguintes valores: frase, foto', { invalid: ['tipo'] }],
	['Validation failed: to: must be a string', { invalid: ['to'] }],
])('the message "%s" is read', (text, expected) => {
	expect(read(message(text))).toEqual(expected);
	expect(read({ message: [text] })).toEqual(expected);
	expect(read(text)).toEqual(expected);
});

test.each<[string, unknown, Expected]>([
	[
		'zod',
		{
			issues: [
				{
					code: 'invalid_type',
					expected: 'string',
					received: 'undefined',
					path: ['body', 'to'],
					message: 'Required',
				},
			],
		},
		{ required: ['to'] },
	],
	[
		'zod, unknown',
		{
			error: {
				issues: [
					{
						code: 'unrecognized_keys',
						keys: ['text'],
						path: ['content'],
						message: "Unrecognized key(s) in object: 'text'",
					},
				],
			},
		},
		{ unknown: ['content.text'] },
	],
	[
		'zod, flattened',
		{ error: { formErrors: [], fieldErrors: { to: ['Required'] } } },
		{ required: ['to'] },
	],
	['zod, formatted', { to: { _errors: ['Required'] } }, { required: ['to'] }],
	[
		'ajv',
		{
			errors: [
				{
					instancePath: '/content',
					keyword: 'required',
					params: { missingProperty: 'body' },
					message: "must have required property 'body'",
				},
			],
		},
		{ required: ['content.body'] },
	],
	[
		'ajv, unknown',
		{
			errors: [
				{
					instancePath: '',
					keyword: 'additionalProperties',
					params: { additionalProperty: 'text' },
					message: 'must NOT have additional properties',
				},
			],
		},
		{ unknown: ['text'] },
	],
	[
		'joi',
		{
			details: [
				{
					message: '"content.body" is required',
					path: ['content', 'body'],
					type: 'any.required',
					context: { label: 'content.body', key: 'body' },
				},
			],
		},
		{ required: ['content.body'] },
	],
	[
		'class-validator',
		{
			statusCode: 400,
			message: ['to should not be empty', 'property x should not exist'],
			error: 'Bad Request',
		},
		{ required: ['to'], unknown: ['x'] },
	],
	[
		'class-validator, whole',
		[{ property: 'to', constraints: { isNotEmpty: 'to should not be empty' }, children: [] }],
		{ required: ['to'] },
	],
	[
		'pydantic 1',
		{ detail: [{ loc: ['body', 'to'], msg: 'field required', type: 'value_error.missing' }] },
		{ required: ['to'] },
	],
	[
		'pydantic 2',
		{
			detail: [
				{
					type: 'extra_forbidden',
					loc: ['body', 'x'],
					msg: 'Extra inputs are not permitted',
					input: 1,
				},
			],
		},
		{ unknown: ['x'] },
	],
	[
		'laravel',
		{
			message: 'The given data was invalid.',
			errors: {
				to: ['The to field is required.'],
				'content.text': ['The content.text field is required.'],
			},
		},
		{ required: ['to', 'content.text'] },
	],
	['rails', { errors: { to: ["can't be blank"] } }, { required: ['to'] }],
	['django', { to: ['This field is required.'] }, { required: ['to'] }],
	[
		'spring',
		{ errors: [{ field: 'to', defaultMessage: 'must not be blank', rejectedValue: null }] },
		{ required: ['to'] },
	],
	[
		'problem+json',
		{ title: 'Bad Request', 'invalid-params': [{ name: 'to', reason: 'must not be empty' }] },
		{ required: ['to'] },
	],
	[
		'JSON:API',
		{
			errors: [
				{ status: '422', source: { pointer: '/data/attributes/to' }, detail: "can't be blank" },
			],
		},
		{ required: ['to'] },
	],
	['a code alone', { error: { code: 'MISSING_FIELD', field: 'to' } }, { required: ['to'] }],
	[
		'Portuguese',
		{ erros: [{ campo: 'destino', mensagem: 'é obrigatório' }] },
		{ required: ['destino'] },
	],
	[
		'a path that is a choice',
		{ erros: [{ campo: 'a.url ou a.dados', mensagem: 'é obrigatório' }] },
		{ required: ['a.url|a.dados'] },
	],
	[
		'openapi',
		{
			errors: [
				{
					path: '/body/to',
					message: "must have required property 'to'",
					errorCode: 'required.openapi.validation',
				},
			],
		},
		{ required: ['to'] },
	],
])('the errors of %s are read', (_title, body, expected) => {
	expect(read(body)).toEqual(expected);
});

test.each([
	['type must be chat or image', ['chat', 'image']],
	['type must be one of the following values: chat, image', ['chat', 'image']],
	["tipo: Input should be 'chat' or 'image'", ['chat', 'image']],
	['"kind" must be one of [chat, image]', ['chat', 'image']],
	["Invalid enum value. Expected 'chat' | 'image', received 'text'", ['chat', 'image']],
	['O campo tipo deve ser um dos seguintes valores: frase, foto', ['frase', 'foto']],
	['type must be a string', []],
])('the accepted values in "%s" are read', (text, values) => {
	expect(readComplaints({ path: 'type', message: text }).about[0]?.values).toEqual(values);
});

test('accepted names beside an unknown one are names, and what was sent is none', () => {
	expect(
		readComplaints(message('Unknown field remoteJid. Allowed fields: line, to, kind')),
	).toMatchObject({
		about: [{ kind: 'unknown', names: ['remoteJid'] }],
		allowed: ['line', 'to', 'kind'],
	});
	expect(readComplaints(message('unknown type "text"'), ['text'])).toMatchObject({
		about: [],
		rejected: ['text'],
	});
	expect(
		read(message('"5511987654321" is not valid for to'), ['5511987654321']).required,
	).toBeUndefined();
});

test.each([
	[null],
	[7],
	[''],
	['<html>'],
	[{}],
	[[[]]],
	[{ message: 'Bad request' }],
	[{ error: 'Not found' }],
])('%j says nothing about names', (body) => {
	expect(readComplaints(body)).toEqual({ about: [], rejected: [], allowed: [] });
});

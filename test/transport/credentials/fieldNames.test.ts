import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import { UserError } from '../../../nodes/shared/userError';

const errorOf = (value: unknown): string => {
	try {
		return `accepted: ${JSON.stringify(parseFieldNames(value))}`;
	} catch (error) {
		expect(error).toBeInstanceOf(UserError);
		return `${(error as UserError).message} | ${(error as UserError).description}`;
	}
};

const NULLS = '{"types":{"text":null},"query":null,"message":null}';
test.each([undefined, null, '', '  ', {}, ' {\n} ', NULLS])('%j stands for the defaults', (value) => {
	expect(parseFieldNames(value)).toEqual(DEFAULT_FIELD_NAMES);
});

test('given names replace the defaults, the others stay; an example is kept as a whole', () => {
	const message = { to: '{recipient}', constant: [1, null, { deep: true }] };
	const given = { message, types: { text: '..chat', audio: '' }, event: { chat: ' a.b ' } };
	expect(parseFieldNames(JSON.stringify(given))).toEqual({
		...DEFAULT_FIELD_NAMES,
		message,
		types: { ...DEFAULT_FIELD_NAMES.types, text: '..chat', audio: '' },
		event: { ...DEFAULT_FIELD_NAMES.event, chat: 'a.b' },
	});
	expect(parseFieldNames({ group: { lifetime: 'seconds' } }).group.lifetime).toBe('seconds');
});

test.each([{ query: { chat: 'id', instance: 'id' } }, { group: { lifetime: 'instanceId' } }])(
	'%j would lose one of two values',
	(names) => expect(errorOf(names)).toContain('for two values'),
);

test.each([
	['recipient', { recipient: 'to' }, undefined],
	['Message', { Message: { text: 'x' } }, 'message'],
	['query.pagesize', { query: { pagesize: 'x' } }, 'pageSize'],
	['__proto__', JSON.parse('{"__proto__":{"x":"y"}}') as unknown, undefined],
	['constructor', { constructor: {} }, undefined],
])('the unknown key %s is named, with the nearest valid one', (key, value, nearest) => {
	const error = errorOf(JSON.stringify(value));
	expect(error).toContain(`unknown key "${key}"`);
	expect(/Did you mean "(\w+)"/.exec(error)?.[1]).toBe(nearest);
	expect(error).toMatch(/ The keys (are message, customMessage, types, query, group, event\.|of "\w+" are text, |of)/);
});

const to = '{recipient}';
test.each<[string, string, object, string | undefined]>([
	['message', '{recipent}', { a: ['x', { b: '{recipent}' }] }, '{recipient}'],
	['message', '{media_url}', { to, '{media_url}': 1 }, '{mediaUrl}'],
	['message', '{{text}}', { to, a: '{{text}}' }, '{text}'],
	['message', '{the text}', { to, a: '{the text}' }, '{text}'],
	['message', '{content}', { to, a: '{content}' }, '{text}'],
	['customMessage', '{text}', { to, a: '{text}' }, '{type}'],
	['message', '{constructor}', { to, a: '{constructor}' }, undefined],
])('the example %s with the unknown placeholder %s is an error, which names the valid ones: %j', (...row) => {
	const [name, placeholder, example, nearest] = row;
	const error = errorOf(JSON.stringify({ [name]: example }));
	expect(error).toContain(`The example "${name}" in the Field Names of the credentials has the unknown placeholder`);
	expect(error).toContain(`"${placeholder}" | `);
	expect(/Did you mean "(\{\w+\})"/.exec(error)?.[1]).toBe(nearest);
	expect(error).toMatch(/ The placeholders of "\w+" are \{recipient\}, (\{\w+\}, )+\{\w+\}\.$/);
});

const NO_RECIPIENT = 'has no place for the recipient | Put "{recipient}"';
test.each([
	['message', { message: { remoteJid: '5511987654321', text: '{text}' } }, NO_RECIPIENT],
	['customMessage', { customMessage: { a: ['recipient'], content: '{content}' } }, NO_RECIPIENT],
	['message', { message: {} }, NO_RECIPIENT],
])('the example %s in %j is an error: it %s', (name, names, problem) => {
	const error = `The example "${name}" in the Field Names of the credentials ${problem}`;
	expect(errorOf(JSON.stringify(names))).toContain(error);
});

test.each([
	['types.text', { types: { text: 5 } }, 'a text'],
	['types', { types: 'text' }, 'a JSON object'],
	['message', { message: '{recipient}' }, 'a JSON object'],
	['customMessage', { customMessage: ['{recipient}'] }, 'a JSON object'],
])('the value of %s in %j must be %s', (key, value, expected) => {
	const error = errorOf(JSON.stringify(value));
	expect(error).toContain(`The Field Name "${key}" in the credentials must be ${expected}`);
});

test.each([
	['must be a JSON object', ['[]', '5', '"x"', 'true'], 'Correct it in the field Field Names'],
	['are not valid JSON', ['{', "{'a':1}", '{"message":{},}', 'to'], 'Keys, texts and placeholders need double quotes'],
])('the names %s, unlike %j: %s', (problem, texts, advice) => {
	const error = new RegExp(`^The Field Names in the credentials ${problem}.* \\| ${advice}`);
	for (const text of texts) expect(errorOf(text)).toMatch(error);
});

test('a name never reaches the prototype of an object', () => {
	parseFieldNames(
		'{"message":{"to":"{recipient}","a":[{"__proto__":{"polluted":"yes"}}]},"query":{"chat":"__proto__"}}',
	);
	errorOf('{"types":{"__proto__":{"polluted":"yes"}}}');
	expect({}).not.toHaveProperty('polluted');
});

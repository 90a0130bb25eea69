import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../../../nodes/transport/credentials/fieldNames';
import { UserError } from '../../../../nodes/shared/userError';

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

test.each([
	['recipient', { recipient: 'to' }, ''],
	['Message', { Message: { text: 'x' } }, 'message'],
	['custommessage', { custommessage: {} }, 'customMessage'],
	['types.txt', { types: { txt: 'x' } }, 'text'],
	['query.pagesize', { query: { pagesize: 'x' } }, 'pageSize'],
	['__proto__', JSON.parse('{"__proto__":{"x":"y"}}') as unknown, ''],
	['constructor', { constructor: {} }, ''],
])('the unknown key %s is named, with the nearest valid one', (key, value, nearest) => {
	const error = errorOf(JSON.stringify(value));
	expect(error).toContain(`unknown key "${key}"`);
	expect(error).toContain(`Did you mean "${nearest}`);
	expect(error).toMatch(/ The keys (are message, customMessage, types, query, group, event\.|of "\w+" are text, |of)/);
});

const to = '{recipient}';
test.each<[string, object, string, string]>([
	['{recipent}', { message: { a: ['x', { b: '{recipent}' }] } }, 'message.a.1.b', '{recipient}'],
	['{Text}', { message: { to, a: 'x {Text} y' } }, 'message.a', '{text}'],
	['{media_url}', { message: { to, '{media_url}': 1 } }, 'message', '{mediaUrl}'],
	['{{text}}', { message: { to, a: '{{text}}' } }, 'message.a', '{text}'],
	['{ text }', { message: { to, a: '{ text }' } }, 'message.a', '{text}'],
	['{the text}', { message: { to, a: '{the text}' } }, 'message.a', '{'],
	['{txt}', { message: { to, a: '{"b":"{txt}"}' } }, 'message.a.b', '{text}'],
	['{content}', { message: { to, a: '{content}' } }, 'message.a', '{'],
	['{text}', { customMessage: { to, a: '{text}' } }, 'customMessage.a', '{'],
	['{constructor}', { message: { to, a: '{constructor}' } }, 'message.a', '{'],
])(
	'the unknown placeholder %s in %j is named, with its place and the valid ones',
	(placeholder, names, at, nearest) => {
		const error = errorOf(JSON.stringify(names));
		expect(error).toContain(`contain the unknown placeholder "${placeholder}" in "${at}"`);
		expect(error).toContain(`Did you mean "${nearest}`);
		expect(error).toMatch(
			/The placeholders of "(message|customMessage)" are \{instance\}, \{recipient\}, \{type\}, .*\.$/,
		);
	},
);

test.each([
	['message', { message: { remoteJid: '5511987654321', text: '{text}' } }],
	['customMessage', { customMessage: { a: ['recipient'], content: '{content}' } }],
	['message', { message: {} }],
])('the example %s without a place for the recipient is an error: %j', (name, names) => {
	expect(errorOf(JSON.stringify(names))).toContain(
		`The example "${name}" in the Field Names of the credentials has no place for the recipient | Put "{recipient}"`,
	);
});

test.each([
	['types.text', { types: { text: 5 } }, 'a text'],
	['event.text', { event: { text: 'a. .b' } }, 'a name, or a path'],
	['event.text', { event: { text: '__proto__.a' } }, 'a name, or a path'],
	['query.chat', { query: { chat: 'constructor' } }, 'a name, or a path'],
	['event.chat', { event: { chat: 'a. toString' } }, 'a name, or a path'],
	['types', { types: 'text' }, 'a JSON object'],
	['message', { message: '{recipient}' }, 'a JSON object'],
	['customMessage', { customMessage: ['{recipient}'] }, 'a JSON object'],
])('the value of %s in %j must be %s', (key, value, expected) => {
	const error = errorOf(JSON.stringify(value));
	expect(error).toContain(`The Field Name "${key}" in the credentials must be ${expected}`);
});

test.each([
	['a', 'query.chat', 'query.instance', { query: { chat: 'a', instance: 'a' } }],
	['limit', 'query.pageSize', 'query.cursor', { query: { cursor: 'limit' } }],
	['instanceId', 'query.chat', 'query.instance', { query: { chat: 'instanceId' } }],
	['instanceId', 'instanceId', 'group.lifetime', { group: { lifetime: 'instanceId.a' } }],
])('the name %s for both %s and %s is an error', (name, one, other, names) => {
	const message = errorOf(JSON.stringify(names)).replace(/"instanceId\.a"/, '"instanceId"');
	expect(message).toContain(`use "${name}" for both "${one}" and "${other}"`);
});

test.each([{ query: { chat: 'id', messageId: 'id' } }, { query: { chat: '', instance: '', cursor: '' } }])(
	'names that are never in one request, or not sent, may be equal: %j',
	(names) => expect(parseFieldNames(names).query).toMatchObject(names.query),
);

test.each([
	['must be a JSON object', ['[]', '5', '"x"', 'true'], 'Correct it in the field Field Names'],
	['are not valid JSON', ['{', "{'a':1}", '{"message":{},}', 'to'], 'Keys and texts need double quotes'],
])('the names %s, unlike %j: %s', (problem, texts, advice) => {
	const error = new RegExp(`^The Field Names in the credentials ${problem}.* \\| ${advice}`);
	for (const text of texts) expect(errorOf(text)).toMatch(error);
});

test('a name never reaches the prototype of an object', () => {
	const example = `{"message":{"to":"{recipient}","a":[{"__proto__":{"polluted":"yes"}}]}}`;
	expect(errorOf(example)).toContain('contain "__proto__" in "message.a.0"');
	errorOf('{"types":{"__proto__":{"polluted":"yes"}}}');
	expect({}).not.toHaveProperty('polluted');
});

test('different texts in turn give their own names, and the same text the same object', () => {
	const [one, two] = ['{"query":{"chat":"a"}}', '{"query":{"chat":"b"}}'];
	const chats = [one, two, one, two].map((text) => parseFieldNames(text).query.chat);
	expect(chats).toEqual(['a', 'b', 'a', 'b']);
	expect(parseFieldNames(one)).toBe(parseFieldNames(one));
});

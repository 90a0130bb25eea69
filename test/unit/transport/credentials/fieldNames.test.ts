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

const NULLS = '{"message":{"text":null},"query":null}';
test.each([undefined, null, '', '  ', {}, ' {\n} ', NULLS])('%j stands for the defaults', (value) => {
	expect(parseFieldNames(value)).toEqual(DEFAULT_FIELD_NAMES);
});

test('given names replace the defaults, the others stay', () => {
	const names = parseFieldNames(
		'{"message":{"recipient":" to ","types":{"text":"..chat"},"caption":""},"event":{"chat":"a.b"}}',
	);
	expect(names).toEqual({
		...DEFAULT_FIELD_NAMES,
		message: {
			...DEFAULT_FIELD_NAMES.message,
			recipient: 'to',
			caption: '',
			types: { ...DEFAULT_FIELD_NAMES.message.types, text: '..chat' },
		},
		event: { ...DEFAULT_FIELD_NAMES.event, chat: 'a.b' },
	});
	expect(parseFieldNames({ group: { lifetime: 'seconds' } }).group.lifetime).toBe('seconds');
});

test.each([
	['message.recipent', { message: { recipent: 'to' } }, 'message.recipient'],
	['recipient', { recipient: 'to' }, 'message.recipient'],
	['Message', { Message: { text: 'x' } }, 'message'],
	['message.types.txt', { message: { types: { txt: 'x' } } }, 'message.types.text'],
	['event.lifetime', { event: { lifetime: 'x' } }, 'group.lifetime'],
	['__proto__', JSON.parse('{"__proto__":{"x":"y"}}') as unknown, ''],
	['constructor', { constructor: {} }, ''],
])('the unknown key %s is named, with the nearest valid one', (key, value, nearest) => {
	const error = errorOf(JSON.stringify(value));
	expect(error).toContain(`unknown key "${key}"`);
	expect(error).toContain(`Did you mean "${nearest}`);
	expect(error).toMatch(/ The keys are message\.instance, .*\.types\.document, query\.chat, .*, event\.name\.$/);
});

test.each([
	['message.text', { message: { text: 5 } }, 'a text'],
	['message.text', { message: { text: 'a. .b' } }, 'a name, or a path'],
	['message.text', { message: { text: '__proto__.a' } }, 'a name, or a path'],
	['query.chat', { query: { chat: 'constructor' } }, 'a name, or a path'],
	['event.chat', { event: { chat: 'a. toString' } }, 'a name, or a path'],
	['message.types', { message: { types: 'text' } }, 'a JSON object'],
	['message.mediaDataFormat', { message: { mediaDataFormat: 'hex' } }, '"base64" or "dataUri"'],
	['message.recipientSuffix', { message: { recipientSuffix: 'a b' } }, 'a text without spaces'],
])('the value of %s in %j must be %s', (key, value, expected) => {
	const error = errorOf(JSON.stringify(value));
	expect(error).toContain(`The Field Name "${key}" in the credentials must be ${expected}`);
});

test.each([
	['must be a JSON object', ['[]', '5', '"x"', 'true'], 'Correct it in the field Field Names'],
	['are not valid JSON', ['{', "{'a':1}", '{"message":{},}', 'to'], 'Keys and texts need double quotes'],
])('the names %s, unlike %j: %s', (problem, texts, advice) => {
	const error = new RegExp(`^The Field Names in the credentials ${problem}.* \\| ${advice}`);
	for (const text of texts) expect(errorOf(text)).toMatch(error);
});

test('a name never reaches the prototype of an object', () => {
	errorOf('{"message":{"__proto__":{"polluted":"yes"}}}');
	expect({}).not.toHaveProperty('polluted');
});

test('different texts in turn give their own names, and the same text the same object', () => {
	const [one, two] = ['{"query":{"chat":"a"}}', '{"query":{"chat":"b"}}'];
	const chats = [one, two, one, two].map((text) => parseFieldNames(text).query.chat);
	expect(chats).toEqual(['a', 'b', 'a', 'b']);
	expect(parseFieldNames(one)).toBe(parseFieldNames(one));
});

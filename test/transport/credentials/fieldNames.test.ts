import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import { expectLines, refusal } from '../../support/project';

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
	const events = { 'chat.in': 'received', '': 'message' };
	expect(parseFieldNames({ events }).events).toEqual(events);
});

const to = '{recipient}';
test('names that lose a value, that nobody knows or of the wrong type are refused, with what is right instead', () => {
	const refused = [
		{ query: { chat: 'id', instance: 'id' } },
		{ query: { pageSize: 'n', cursor: 'n' } },
		{ group: { lifetime: 'instanceId' } },
		{ recipient: 'to' },
		{ Message: { text: 'x' } },
		{ query: { pagesize: 'x' } },
		JSON.parse('{"__proto__":{"x":"y"}}'),
		{ constructor: {} },
		{ message: { a: ['x', { b: '{recipent}' }] } },
		{ message: { to, '{media_url}': 1 } },
		...['{{text}}', '{the text}', '{content}', '{constructor}'].map((a) => ({ message: { to, a } })),
		{ customMessage: { to, a: '{text}' } },
		{ customMessage: { a: ['recipient'], content: '{content}' } },
		{ message: { remoteJid: '5511987654321', text: '{text}' } },
		{ message: {} },
		{ types: { text: 5 } },
		{ types: 'text' },
		{ message: to },
		{ customMessage: [to] },
		{ event: { name: [] } },
		{ events: [] },
		{ events: { a: 'recieved' } },
		{ events: { '': null } },
		{ events: { a: 'foreign' } },
		{ ignore: 'bot' },
		{ ignore: [5] },
		{ ignore: { bot: true } },
	].map((names) => JSON.stringify(names));
	const texts = [...refused, '[]', '5', '"x"', 'true', '{', "{'a':1}", '{"message":{},}', 'to'];
	expectLines(
		'transport/credentials/refusedNames.txt',
		texts.map((text) => `${text}: ${refusal(() => parseFieldNames(text))?.replace(/(JSON: ).*( \|)/, '$1…$2')}`),
	);
});

test('a name never reaches the prototype of an object', () => {
	parseFieldNames(
		'{"message":{"to":"{recipient}","a":[{"__proto__":{"polluted":"yes"}}]},"query":{"chat":"__proto__"}}',
	);
	refusal(() => parseFieldNames('{"types":{"__proto__":{"polluted":"yes"}}}'));
	expect({}).not.toHaveProperty('polluted');
});

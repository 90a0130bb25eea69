import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import { expectTexts, refusal } from '../../support/project';

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

test('names that lose a value, that nobody knows or of the wrong type are refused, with what is right instead', async () => {
	const refused = (text: string) => refusal(() => parseFieldNames(text))?.replace(/(JSON: ).*( \|)/, '$1…$2');
	await expectTexts('transport/credentials/refusedNames.txt', refused, /: (?=The )/);
});

test('a name never reaches the prototype of an object', () => {
	parseFieldNames(
		'{"message":{"to":"{recipient}","a":[{"__proto__":{"polluted":"yes"}}]},"query":{"chat":"__proto__"}}',
	);
	refusal(() => parseFieldNames('{"types":{"__proto__":{"polluted":"yes"}}}'));
	expect({}).not.toHaveProperty('polluted');
});

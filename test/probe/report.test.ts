import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFieldNames } from '../../nodes/transport/credentials/fieldNames';
import { defaultName, fieldNamesOf } from '../../probe/names/fieldNames';
import { questions } from '../../probe/run';
import { notAsked } from '../../probe/question/notAsked';

const page = readFileSync(join(__dirname, '../../docs/open-questions.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\d\S*) \|/gm)].map(([, id]) => id!);

test('each open question is asked, or listed with the reason why not', () => {
	const asked = questions.flatMap(({ ids }) => ids);
	const excused = Object.values(notAsked).flat();
	expect(rows.length).toBeGreaterThan(80);
	expect([...new Set([...asked, ...excused])].sort()).toEqual([...rows].sort());
	expect(excused.filter((id) => asked.includes(id))).toEqual([]);
	expect(new Set(excused).size).toBe(excused.length);
});

test('each question that changes something says what it does and how to undo it', () => {
	const writing = questions.filter(({ needs }) => needs !== undefined);
	expect(writing.length).toBeGreaterThan(4);
	expect(writing.filter(({ does, undo }) => !does || !undo)).toEqual([]);
});

test('the Field Names have what differs from the defaults, and the credentials accept them', () => {
	const found = fieldNamesOf({
		'query.chat': 'chatId',
		'message.recipient': 'to',
		'message.types.text': 'chat',
		'message.type': '',
		'message.recipientSuffix': '',
	});
	expect(found).toEqual({ message: { recipient: 'to', type: '', types: { text: 'chat' } } });
	expect(parseFieldNames(found).message.types).toMatchObject({ text: 'chat', image: 'image' });
	expect(fieldNamesOf({ 'message.text': 'content.text' })).toEqual({});
});

test('a name that the credentials do not know is an error', () => {
	expect(defaultName('message.colour')).toBeUndefined();
	expect(() => fieldNamesOf({ 'message.colour': 'x' })).toThrow('unknown key');
});

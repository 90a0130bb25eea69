import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../nodes/transport/credentials/fieldNames';
import { read } from '../support/project';

const [, section = ''] = read('docs/reference.md').split('\n### Field Names\n');
const [text = ''] = section.split('\n## ');
const { message, query, group, event } = DEFAULT_FIELD_NAMES;

const rows = [...text.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.replaceAll('`', '').split(' | '));
const shown = Object.fromEntries(
	rows.filter((cells) => cells.length === 3).map(([key = '', value = '']) => [key, value === '""' ? '' : value]),
);

test('the reference has each key of messages and queries with its default', () => {
	const { types, ...names } = message;
	const inGroup = (name: string, values: object) =>
		Object.entries(values).map(([key, value]) => [`${name}.${key}`, value as string]);
	const expected = [
		...Object.entries(names),
		['types', Object.values(types).join(', ')],
		...inGroup('query', query),
		...inGroup('group', group),
	];
	expect(shown).toEqual(Object.fromEntries(expected));
});

test('the reference has each key of events, which are empty by default', () => {
	const keys = rows.filter((cells) => cells.length === 2).flatMap(([key = '']) => key.split(', '));
	expect(keys.sort()).toEqual(Object.keys(event).sort());
	expect(new Set(Object.values(event))).toEqual(new Set(['']));
});

test('the credentials accept the example in the reference', () => {
	const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
	expect(parseFieldNames(example)).not.toEqual(DEFAULT_FIELD_NAMES);
});

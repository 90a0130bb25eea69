import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
import { combinations, settings } from '../../probe/question/question';
import { questions } from '../../probe/run';
import { bodyWith } from '../../probe/topics/messages';
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

const { properties } = new MessagingIntegration().description;

test.each(Object.values(settings))(
	'the node has the setting %s (%s) with the default %j',
	(label, parameter, value) => {
		let level: INodeProperties[] = properties;
		const labels = label.split(' > ');
		const found = labels.map((displayName) => {
			const property = level.find((each) => each.displayName === displayName);
			level = (property?.options ?? []) as INodeProperties[];
			return property;
		});
		expect(found.at(-1)).toMatchObject({ name: parameter.split('.').at(-1), default: value });
	},
);

test('combinations begin with the first candidates of all lists', () => {
	const found = combinations(['a', 'b', 'c'], ['1', '2']);
	expect(found.slice(0, 3)).toEqual([
		['a', '1'],
		['a', '2'],
		['b', '1'],
	]);
	expect(found).toHaveLength(6);
	expect(combinations(['a'], [])).toEqual([]);
});

test('the parts of a body have their own places', () => {
	const base = { type: 'text', content: { url: 'x' } };
	expect(
		bodyWith(base, [
			['content.text', 'hello'],
			['to', '1'],
		]),
	).toEqual({ type: 'text', content: { url: 'x', text: 'hello' }, to: '1' });
	expect(base).toEqual({ type: 'text', content: { url: 'x' } });
	for (const path of ['type', 'type.text', 'content', 'content.url'])
		expect(bodyWith(base, [[path, 'x']])).toBeUndefined();
});

import { FLAGS, MARKS, MESSAGE_WORDS, NO_MESSAGE, WRAPPERS } from '../../../nodes/messages/names';
import { read } from '../../support/project';

/** The rules of the reference, one text each. */
const rules = [...read('docs/reference.md').matchAll(/\n {2}(\d)\. (.*?)(?=\n {2}\d\. |\n- )/gs)].map(
	([, , text = '']) => text,
);
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z0-9]+/g));

test('the reference has eight rules, each of which begins with one sentence', () => {
	expect(rules).toHaveLength(8);
	for (const rule of rules) expect(rule).toMatch(/^\*\*It/);
});

test.each([
	[2, MESSAGE_WORDS],
	[5, FLAGS],
	[5, MARKS],
	[6, NO_MESSAGE],
	[8, WRAPPERS],
])('rule %i of the reference has all its words', (number, words) => {
	const inRule = wordsOf(rules[number - 1] ?? '');
	expect(words.split(/\s+/).filter((word) => !inRule.has(word))).toEqual([]);
});

import fc from 'fast-check';
import { toChatFormat } from '../../../nodes/MessagingIntegration/input/markdown';
import { expectLines, read } from '../../support/project';

test('each Markdown of the list is shown as the list says', () => {
	const lines = read('test/run/input/markdown.jsonl').trim().split('\n');
	const shown = lines.map((line) => {
		const [markdown] = JSON.parse(line) as [string];
		return JSON.stringify([markdown, toChatFormat(markdown)]);
	});
	expectLines('run/input/markdown.jsonl', shown);
});

test('a text of 200,000 characters that opens much and closes nothing is converted quickly enough to test it', () => {
	for (const piece of ['*a ', '[a', '`', '_a', '<https://', '|', '> ', '~~a', '((', '**a* '])
		expect(toChatFormat(piece.repeat(20_000 / piece.length)).length).toBeGreaterThan(0);
});

/** A piece of Markdown and the content that it must show, without marks. */
interface Piece {
	markdown: string;
	content: string;
}

const word = fc.stringMatching(/^[a-zA-Z0-9áçñ]{1,8}$/);
const url = fc.stringMatching(/^https:\/\/[a-z]{1,5}\.[a-z]{2,3}\/[a-z_*0-9-]{0,8}[a-z0-9]$/);
const code = fc.stringMatching(/^[a-z*_#|[\]()~]{1,10}$/);
const plain = word.map((text): Piece => ({ markdown: text, content: text }));
const around =
	(mark: string) =>
	(inner: Piece): Piece => ({ ...inner, markdown: mark + inner.markdown + mark });
const marked = fc.oneof(...['*', '_', '**', '__', '***', '~~'].map((mark) => plain.map(around(mark))));
const linked = fc
	.tuple(fc.oneof(plain, marked), url)
	.map(([text, to]): Piece => ({ markdown: `[${text.markdown}](${to})`, content: text.content + to }));
const inlineCode = code.map((text): Piece => ({ markdown: `\`${text}\``, content: text }));
const bare = url.map((text): Piece => ({ markdown: text, content: text }));
const sentence = fc
	.array(fc.oneof(plain, marked, linked, inlineCode, bare), { minLength: 1, maxLength: 6 })
	.map((pieces): Piece => ({
		markdown: pieces.map((each) => each.markdown).join(' '),
		content: pieces.map((each) => each.content).join(''),
	}));
const prefixes = ['', '# ', '### ', '- ', '* ', '> ', '1. ', '  - '];
const lineOf = fc.tuple(fc.constantFrom(...prefixes), sentence).map(([prefix, { markdown, content }]): Piece => ({
	markdown: prefix + markdown,
	content: /\d/.exec(prefix) ? `1${content}` : content,
}));
const block = code.map((text): Piece => ({ markdown: `\`\`\`ts\n${text}\n\`\`\``, content: text }));
const table = fc.tuple(plain, marked, plain, marked).map(([a, b, c, d]): Piece => ({
	markdown: `| ${a.markdown} | ${b.markdown} |\n|---|---|\n| ${c.markdown} | ${d.markdown} |`,
	content: [a, b, c, d].map((each) => each.content).join(''),
}));
const document = fc.array(fc.oneof({ weight: 5, arbitrary: lineOf }, block, table), { minLength: 1, maxLength: 8 });

const characters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

test('no character of generated Markdown is lost or added, and code and URLs stay as they are', () => {
	fc.assert(
		fc.property(document, (pieces) => {
			const markdown = pieces.map((each) => each.markdown).join('\n');
			const shown = toChatFormat(markdown);
			expect(characters(shown)).toBe(characters(pieces.map((each) => each.content).join('')));
			for (const [exact] of markdown.matchAll(/https:[^\s)]+[a-z0-9]|`[^`\s]+`/g)) expect(shown).toContain(exact);
		}),
		{ numRuns: process.env.FULL ? 10_000 : 400, seed: 7 },
	);
});

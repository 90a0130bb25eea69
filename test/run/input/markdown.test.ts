import fc from 'fast-check';
import { toChatFormat } from '../../../nodes/MessagingIntegration/input/markdown';

test.each([
	['**b**, __b__', '*b*, *b*'],
	['*i* and _i_', '_i_ and _i_'],
	['***both***', '_*both*_'],
	['~~s~~', '~s~'],
	['# **T** x', '*T x*'],
	['### H ###', '*H*'],
	['- a\n* b\n  + **c**', '- a\n- b\n  - *c*'],
	['1. **a**: b', '1. *a*: b'],
	['> **q**\n> # h', '> *q*\n> *h*'],
	['[Docs](https://a.b/c_d_e)', 'Docs (https://a.b/c_d_e)'],
	['[https://a.b](https://a.b)', 'https://a.b'],
	['![x](https://a.b/x.png) [](https://a.b)', 'x (https://a.b/x.png) https://a.b'],
	['[**D**](https://a.b/(x))', '*D* (https://a.b/(x))'],
	['<https://a.b/x_y_z>', 'https://a.b/x_y_z'],
	['https://a.b/*c*_d_ **x**', 'https://a.b/*c*_d_ *x*'],
	['**https://a.b/c**', '*https://a.b/c*'],
	['a_b@c_d.com _x_', 'a_b@c_d.com _x_'],
	['`a*b*c` *x*', '`a*b*c` _x_'],
	['```js\na **b**\n```\n**c**', '```\na **b**\n```\n*c*'],
	['~~~\n**x**', '```\n**x**\n```'],
	[
		'- a\n            ```py\n            print("**x**", __name__)\n            ```',
		'- a\n```\n            print("**x**", __name__)\n```',
	],
	['~~~\n```', '```\n```\n```'],
	['| A | B |\n|---|:-:|\n| 1 | **2** |\n| x | `a|b` |\nend', '*A* | *B*\n1 | *2*\nx | `a|b`\nend'],
	['a | b\n--- | ---\n1 \\| 2 | 3', '*a* | *b*\n1 | 2 | 3'],
	['a | b\nc | d', 'a | b\nc | d'],
	['5 * 3 * 2, 2**3**2, 4*5*6, snake_case_name', '5 * 3 * 2, 2**3**2, 4*5*6, snake_case_name'],
	['un**be**lievable', 'unbelievable'],
	['**a*b*c**', '*a*b*c*'],
	['*a **b** c*', '_a *b* c_'],
	['\\*no\\* ** a ** **a', '*no* ** a ** **a'],
	['---\n***', '---\n***'],
	['one<br>two', 'one\ntwo'],
])('%j is shown as %j', (markdown, shown) => {
	expect(toChatFormat(markdown)).toBe(shown);
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

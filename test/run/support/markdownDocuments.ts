// Generated Markdown that contains each construct inside each other, with what must be left of it.

import fc from 'fast-check';

/** Markdown in lines, its letters and digits in order, and texts in it that must stay as they are. */
export interface Piece {
	lines: string[];
	content: string;
	exact: string[];
}

const piece = (lines: string[], content = lines.join(''), exact: string[] = []): Piece => ({ lines, content, exact });

/** Joins pieces, so that the next one begins in the last line of the one before it, or in a line of its own. */
function joined(pieces: Piece[], glue: (at: number) => string): Piece {
	const text = pieces.map(({ lines }, at) => (at === 0 ? '' : glue(at)) + lines.join('\n')).join('');
	return piece(
		text.split('\n'),
		pieces.map(({ content }) => content).join(''),
		pieces.flatMap(({ exact }) => exact),
	);
}

const around = (start: string, inner: Piece, end: string, more = '', exact: string[] = []): Piece =>
	piece(
		`${start}${inner.lines.join('\n')}${end}`.split('\n'),
		inner.content + more.replace(/[^\p{L}\p{N}]/gu, ''),
		inner.exact.concat(exact),
	);

const word = fc.stringMatching(/^[a-zA-Záçñ]{1,6}$/);
const url = fc.stringMatching(/^https:\/\/[a-z]{1,4}\.[a-z]{2}\/(\([a-z]\)|[a-z_*-]){0,6}[a-z]$/);
const code = fc.stringMatching(/^[a-z*_#|[\]()~]{0,9}[a-z]$/);
const plain = word.map((text) => piece([text]));
const exactly = (text: string, shown: string) => around(text, piece([]), '', shown, [shown]);

const sentenceOf = (parts: fc.Arbitrary<Piece>) =>
	fc
		.tuple(
			fc.array(parts, { minLength: 1, maxLength: 4 }),
			fc.array(fc.constantFrom(' ', ' ', '\n', '<br>'), { minLength: 4 }),
		)
		.map(([pieces, glues]) => joined(pieces, (at) => glues[at % glues.length]!));

/** Emphasis of each kind in each other, but never of a kind in itself, which chats cannot show. */
const inline = (marks: string[], mayLink: boolean): fc.Arbitrary<Piece> => {
	const emphasized = marks.map((mark) => {
		const others = marks.filter((other) => other !== mark);
		return inline(others, mayLink).map((inner) => around(mark, inner, mark));
	});
	const linked = fc
		.tuple(mayLink ? inline(marks, false) : plain, url, fc.constantFrom('', ' "t1 u2"', " 't1'"))
		.map(([text, to, title]) => around('[', text, `](${to}${title})`, title + to, [to]));
	const picture = fc.tuple(word, url).map(([text, to]) => around('![', piece([text]), `](${to})`, to, [to]));
	const linkedPicture = fc.tuple(picture, url).map(([inner, to]) => around('[', inner, `](${to})`, to, [to]));
	const links = mayLink
		? [linked, picture, linkedPicture, url.map((to) => exactly(to, to)), url.map((to) => exactly(`<${to}>`, to))]
		: [];
	const codes = [
		code.map((text) => exactly(`\`${text}\``, text)),
		code.map((text) => exactly(`\`\`\`${text}\`\`\``, text)),
	];
	const escaped = word.map((text) => piece([`\\#${text}\\!`], text));
	return sentenceOf(fc.oneof({ weight: 4, arbitrary: plain }, ...emphasized, ...links, ...codes, escaped));
};

const paragraph = inline(['*', '**', '~~'], true);
const underscored = inline(['_', '__'], true);
const oneLine = paragraph.map((inner) => piece([inner.lines.join(' ')], inner.content, inner.exact));
const heading = oneLine.map((inner) => around('## ', inner, ''));
const fenced = fc
	.tuple(
		fc.constantFrom('```', '~~~', '````'),
		fc.constantFrom('', 'ts', 'c++'),
		fc.array(code, { minLength: 1, maxLength: 3 }),
	)
	.map(([fence, language, texts]) => piece([fence + language, ...texts, fence], texts.join(''), texts));
const fencedWord = code.map((text) => piece([`\`\`\`${text}`, '```'], text, [text]));
const table = fc.tuple(oneLine, oneLine, oneLine, oneLine).map(([a, b, c, d]) =>
	piece(
		[`| ${a.lines.join('')} | ${b.lines.join('')} |`, '|:--|---|', `| ${c.lines.join('')} | ${d.lines.join('')} |`],
		[a, b, c, d].map(({ content }) => content).join(''),
		[a, b, c, d].flatMap(({ exact }) => exact),
	),
);

const { block } = fc.letrec<{ block: Piece; blocks: Piece }>((tie) => ({
	block: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		paragraph,
		underscored,
		heading,
		fenced,
		fencedWord,
		table,
		fc.tuple(fc.constantFrom('- ', '* ', '1. ', '  + '), tie('blocks')).map(([mark, inner]) => {
			const indented = inner.lines.map((line, at) => (at === 0 ? mark : ' '.repeat(mark.length)) + line);
			return piece(indented, /\d/.test(mark) ? `1${inner.content}` : inner.content, inner.exact);
		}),
		tie('blocks').map((inner) =>
			piece(
				inner.lines.map((line) => `> ${line}`),
				inner.content,
				inner.exact,
			),
		),
	),
	blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((pieces) => joined(pieces, () => '\n\n')),
}));

/** Documents as one piece. */
export const documents = fc.array(block, { minLength: 1, maxLength: 4 }).map((pieces) => joined(pieces, () => '\n\n'));

/** The letters and digits of a text. */
export const characters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Says what is wrong with the conversion of a document; undefined if nothing is. */
export function faultOf({ lines, content, exact }: Piece, convert: (markdown: string) => string): string | undefined {
	const shown = convert(lines.join('\n'));
	const isLost = characters(shown) !== characters(content);
	const changed = exact.find((text) => !shown.includes(text));
	const longest = exact.toSorted((one, other) => other.length - one.length);
	const rest = longest.reduce((text, each) => text.replaceAll(each, 'x'), shown);
	const isRaw = /\*\*|~~|__|\]\(|<br>/.test(rest);
	if (!isLost && changed === undefined && !isRaw) return undefined;
	return JSON.stringify({ markdown: lines.join('\n'), shown, isLost, changed, isRaw });
}

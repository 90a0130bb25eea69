/**
 * Converts Markdown, as language models write it, to the formatting of chats: `**bold**` to `*bold*`, `*italic*` to
 * `_italic_`, `~~struck~~` to `~struck~`, headings to bold lines, links to their text and URL, tables to lines. Code
 * and URLs stay as they are, and no character of the content is lost or added.
 */
export const toChatFormat = (markdown: string): string => converted(markdown, IN_CHATS);

/** Converts Markdown to text without marks, for a page. */
export const toPlainText = (markdown: string): string => converted(markdown, IN_TEXT);

/** What is put around each kind of text. In words, chats would show the marks of emphasis. */
const IN_CHATS = { bold: '*', italic: '_', struck: '~', inWord: '', code: '`', fence: '```' };
const IN_TEXT = { bold: '', italic: '', struck: '', inWord: '', code: '', fence: '' };

type Marks = typeof IN_CHATS;

function converted(markdown: string, marks: Marks): string {
	const blocks = blocksOf(markdown.replaceAll('\r\n', '\n').split('\n'));
	return blocks.map((block) => formattedBlock(block, marks)).join('\n');
}

/** Lines that belong together, e.g. a paragraph, or a row of a table. */
interface Block {
	kind: 'text' | 'heading' | 'rule' | 'code' | 'tableHead' | 'tableRow';
	/** The marks of quotes and lists before it. */
	prefix: string;
	text: string;
}

const PREFIX = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
/** What lines after the first one begin with in a quote or an item. */
const INDENT = /^[ \t>]*/;
const HEADING = /^#{1,6}[ \t]/;
const RULE = /^[ \t>]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
/** Opens code. A fence that is closed in the same line is none. */
const FENCE = /^(([`~])\2{2,})((?:(?!\2).)*)$/;
/** What may stand after a fence above code without being a part of it. */
const LANGUAGE = /^[a-z][\w+#.-]{0,19}$/i;

/** The first step: divides lines into blocks. */
function blocksOf(lines: string[]): Block[] {
	const blocks: Block[] = [];
	for (let index = 0; index < lines.length; index += 1) {
		const line = lines[index]!;
		const block = blockOf(line);
		const previous = blocks.at(-1);
		const [, fence, , info = ''] = FENCE.exec(block.text) ?? [];
		if (fence !== undefined) {
			const { code, length } = codeAfter(fence, block.prefix, lines.slice(index + 1));
			const hasLanguage = LANGUAGE.test(info.trim()) && code.some((codeLine) => codeLine.trim() !== '');
			const text = (hasLanguage || info.trim() === '' ? code : [info.trim(), ...code]).join('\n');
			blocks.push({ ...block, kind: 'code', text });
			index += length;
		} else if (isTableHead(block.text, (lines[index + 1] ?? '').replace(INDENT, ''))) {
			blocks.push({ ...block, kind: 'tableHead' });
			// The line below the head has no content.
			index += 1;
		} else if (previous?.kind.startsWith('table') && block.text.includes('|'))
			blocks.push({ ...block, kind: 'tableRow' });
		else if (previous && isContinued(previous, block)) previous.text += `\n${line}`;
		else blocks.push(block);
	}
	return blocks;
}

function blockOf(line: string): Block {
	if (RULE.test(line)) return { kind: 'rule', prefix: '', text: line };
	const [prefix = ''] = PREFIX.exec(line) ?? [];
	const text = line.slice(prefix.length);
	return { kind: HEADING.test(text) ? 'heading' : 'text', prefix, text };
}

const quotesOf = (prefix: string): string => prefix.replace(/[^>]/g, '');

/** Whether a line belongs to the paragraph before it: no new item, in the same quote. */
function isContinued(previous: Block, { kind, prefix, text }: Block): boolean {
	const isText = previous.kind === 'text' && kind === 'text' && previous.text !== '' && text !== '';
	return isText && !/[^\s>]/.test(prefix) && quotesOf(prefix) === quotesOf(previous.prefix);
}

/** Returns the code after a fence: to the next such fence, or to the end of the quote or the text. */
function codeAfter(fence: string, prefix: string, lines: string[]): { code: string[]; length: number } {
	const isInQuote = prefix.includes('>');
	const isClosing = (line: string) => {
		const text = (isInQuote ? line.replace(INDENT, '') : line).trim();
		return text.startsWith(fence) && text === fence.charAt(0).repeat(text.length);
	};
	const end = lines.findIndex((line) => isClosing(line) || (isInQuote && !/^\s*>/.test(line)));
	const code = end < 0 ? lines : lines.slice(0, end);
	return { code, length: code.length + (end >= 0 && isClosing(lines[end]!) ? 1 : 0) };
}

/** Whether a line is the head of a table, by the line after it. */
function isTableHead(text: string, next: string): boolean {
	const columns = cells(next);
	const isSeparator = columns.length > 0 && columns.every((column) => /^:?-+:?$/.test(column));
	return isSeparator && text.includes('|') && cells(text).length === columns.length;
}

/** Splits a row at its bars, except those that are escaped or in code. */
function cells(row: string): string[] {
	const result = [''];
	for (const [token] of row.matchAll(/\\.|`[^`]*`|[^]/g))
		if (token === '|') result.push('');
		else result[result.length - 1] += token;
	const trimmedCells = result.map((cell) => cell.trim());
	return trimmedCells.filter((cell, index) => cell !== '' || (index > 0 && index < trimmedCells.length - 1));
}

function formattedBlock({ kind, prefix, text }: Block, marks: Marks): string {
	const start = prefix.replace(/[*+]/g, '-');
	// Only text keeps an indentation of its own.
	const lead = start.trim() === '' ? '' : `${start.trimEnd()} `;
	const bold = (title: string) => withMarks(inline(title, marks, true), marks.bold);
	switch (kind) {
		case 'rule':
			return text;
		case 'text':
			return start + inline(text, marks);
		case 'heading':
			// It may end with signs like those at its start.
			return (
				lead +
				bold(
					text
						.replace(HEADING, '')
						.trim()
						.replace(/(^|\s)#+$/, '')
						.trim(),
				)
			);
		case 'tableHead':
			return lead + cells(text).map(bold).join(' | ');
		case 'tableRow':
			return (
				lead +
				cells(text)
					.map((cell) => inline(cell, marks))
					.join(' | ')
			);
		case 'code': {
			const end = `${quotesOf(prefix)} `.trimStart() + marks.fence;
			return [lead + marks.fence, text, end].filter((line) => line.trim() !== '').join('\n');
		}
	}
}

/** A part of a paragraph: text, marks, or what contains other parts. */
type Part = string | Run | Emphasis | Link;

/** Marks of emphasis in a row, as long as they have no counterpart. */
interface Run {
	mark: string;
	count: number;
	before: string;
	after: string;
}

interface Emphasis {
	style: 'bold' | 'italic' | 'struck' | 'inWord';
	parts: Part[];
}

interface Link {
	parts: Part[];
	url: string;
	title?: string;
}

/** What is not plain text in a paragraph. */
const TOKEN = new RegExp(
	[
		/\\(?<escaped>[!-/:-@[-`{-~])/,
		/(?<!`)(?<ticks>`+)(?!`)(?<code>[^]*?[^`])\k<ticks>(?!`)/,
		/<(?<address>(?:https?:\/\/|mailto:|[^\s<>@]+@)[^\s<>]+)>/,
		/(?<exact>(?:https?:\/\/|www\.)(?:(?!\]\(|(?:\*\*|~~)[.,;:!?)])[^\s<>])*(?<![*_~])|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]*[^\W_])+)/,
		/(?<lineBreak><br\s*\/?>)/,
		/(?<opening>!?\[)/,
		/\]\(<?(?<url>[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+(?<title>"[^"]*"|'[^']*'))?\s*\)/,
		/(?<closing>\])/,
		// More of them are a line, or a picture of characters.
		/(?<run>(?<!(?<!\\)\*)\*{1,3}(?!\*)|(?<!(?<!\\)_)_{1,3}(?!_)|(?<!~)~~(?!~))/,
	]
		.map(({ source }) => source)
		.join('|'),
	'gi',
);

/** The second step: converts the formatting inside a paragraph. @param isBold whether it is bold already */
const inline = (text: string, marks: Marks, isBold = false): string =>
	formattedParts(emphasized(partsOf(text, marks)), marks, isBold);

/** Divides a paragraph into parts, with its links. */
function partsOf(text: string, marks: Marks): Part[] {
	const parts: Part[] = [];
	/** The places of brackets that are open. */
	const brackets: number[] = [];
	let end = 0;
	for (const { 0: token, index, groups = {} } of text.matchAll(TOKEN)) {
		parts.push(text.slice(end, index));
		end = index + token.length;
		const { escaped, ticks = '', code, address, lineBreak, opening, closing, url, title, run } = groups;
		if (opening !== undefined) brackets.push(parts.length);
		const bracket = url !== undefined || closing !== undefined ? brackets.pop() : undefined;
		if (url !== undefined && bracket !== undefined) {
			const [, ...linkParts] = parts.splice(bracket);
			parts.push({ parts: emphasized(linkParts), url, title: title?.slice(1, -1) });
		} else if (run !== undefined)
			parts.push({ mark: run.charAt(0), count: run.length, before: text.charAt(index - 1), after: text.charAt(end) });
		else if (code !== undefined) parts.push(marks.code === '' ? code : ticks + code + ticks);
		else parts.push(lineBreak === undefined ? (escaped ?? address ?? token) : '\n');
	}
	return [...parts, text.slice(end)];
}

const WORD = /[\p{L}\p{N}]/u;
/** Between such characters, one and two marks are operators: `a*b*4`, `2**3**2`. */
const OPERANDS = [/[\p{Script=Latin}\p{N}]/u, /\p{N}/u];

/** Whether marks touch a text on one side. In a word, `_` is a part of it. */
const touches = (mark: string, innerCharacter: string, outerCharacter: string): boolean =>
	innerCharacter.trim() !== '' && !(mark === '_' && WORD.test(outerCharacter));

/** Finds the marks that belong together, and puts what is between them into one part. */
function emphasized(parts: Part[]): Part[] {
	const result: Part[] = [];
	/** The places of marks that may open an emphasis. */
	const openers: number[] = [];
	for (const part of parts) {
		if (typeof part === 'object' && 'mark' in part) {
			const { mark, before, after } = part;
			while (part.count > 0 && touches(mark, before, after)) {
				const index = openers.findLastIndex((position) => isPair(result[position] as Run, part));
				const position = openers[index];
				if (position === undefined) break;
				const opener = result[position] as Run;
				result.push({ style: styleOf(opener, part), parts: result.splice(position + 1) });
				const count = sizeOf(opener, part);
				opener.count -= count;
				part.count -= count;
				openers.length = opener.count > 0 ? index + 1 : index;
			}
			if (part.count > 0 && touches(mark, after, before)) openers.push(result.length);
		}
		result.push(part);
	}
	return result;
}

const sizeOf = (opener: Run, closer: Run): number => Math.min(opener.count, closer.count, 2);

function isPair(opener: Run, closer: Run): boolean {
	const isSame = opener.count === closer.count || opener.count === 3 || closer.count === 3;
	if (opener.mark !== closer.mark || !isSame) return false;
	const operand = OPERANDS[sizeOf(opener, closer) - 1]!;
	return opener.mark === '~' || !(operand.test(opener.before) && operand.test(closer.after));
}

function styleOf(opener: Run, closer: Run): Emphasis['style'] {
	// Chats show marks inside of words.
	if (WORD.test(opener.before) || WORD.test(closer.after)) return 'inWord';
	if (opener.mark === '~') return 'struck';
	return sizeOf(opener, closer) === 2 ? 'bold' : 'italic';
}

function formattedParts(parts: Part[], marks: Marks, isBold: boolean): string {
	const texts = parts.map((part) => {
		if (typeof part === 'string') return part;
		if ('mark' in part) return part.mark.repeat(part.count);
		if ('url' in part) return formattedLink(part, formattedParts(part.parts, marks, isBold));
		const text = formattedParts(part.parts, marks, isBold || part.style === 'bold');
		return isBold && part.style === 'bold' ? text : withMarks(text, marks[part.style]);
	});
	return texts.join('');
}

function formattedLink({ url, title }: Link, text: string): string {
	const details = [title, url].filter((detail) => detail && detail !== text).join(': ');
	return text !== '' && details !== '' ? `${text} (${details})` : text + details;
}

/** Puts marks around each line, because chats end an emphasis with the line. */
function withMarks(text: string, mark: string): string {
	const lines = text.split(/(\n[ \t>]*)/);
	return lines.map((line) => line.replace(/^(?!\n)(\s*)(\S(?:.*\S)?)/, `$1${mark}$2${mark}`)).join('');
}

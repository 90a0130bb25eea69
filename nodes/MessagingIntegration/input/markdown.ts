import { trimEnd } from '../../shared/texts';

/**
 * Converts Markdown, as language models write it, to the formatting of chats: `**bold**` to `*bold*`, `*italic*` to
 * `_italic_`, `~~struck~~` to `~struck~`, headings to bold lines, links to their text and URL, tables to lines. Code
 * and URLs stay as they are, and no character of the content is lost or added.
 */
export function toChatFormat(markdown: string): string {
	const lines = markdown.split(/\r?\n/);
	const output: string[] = [];
	/** Of the code around the line. */
	let fence: string | undefined;
	let isTable = false;
	for (let at = 0; at < lines.length; at += 1) {
		const text = lines[at] as string;
		if (fence !== undefined) {
			const isEnd = isEndOfCode(text, fence);
			output.push(isEnd ? CODE : text);
			if (isEnd) fence = undefined;
			continue;
		}
		fence = FENCE.exec(text)?.[1];
		const isHead = isTableHead(text, lines[at + 1] ?? '');
		isTable = fence === undefined && (isHead || (isTable && text.includes('|')));
		if (fence !== undefined) output.push(CODE);
		else output.push(isTable ? row(text, isHead) : line(text));
		// The line below the head of a table has no content.
		if (isTable && isHead) at += 1;
	}
	return [...output, ...(fence === undefined ? [] : [CODE])].join('\n');
}

const CODE = '```';

/** After the fence there may be the name of a language. */
const FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;

const isEndOfCode = (text: string, fence: string) => text.trim().startsWith(fence) && /^\s*[`~]+\s*$/.test(text);

/** Whether a line is the head of a table, by the line after it. */
function isTableHead(text: string, next: string): boolean {
	const columns = cells(next);
	const isSeparator = columns.every((column) => /^:?-+:?$/.test(column));
	return isSeparator && text.includes('|') && cells(text).length === columns.length;
}

function row(text: string, isHead: boolean): string {
	const shown = cells(text).map((cell) => (isHead ? bolded(inline(cell, true)) : inline(cell)));
	return shown.join(' | ');
}

/** Splits a row at its bars, except those that are escaped or in code. */
function cells(row: string): string[] {
	const found = row.trim().match(/(?:\\.|`[^`]*`|[^|\\`]|`|\\)+|\|/g) ?? [];
	const result = [''];
	for (const each of found)
		if (each === '|') result.push('');
		else result[result.length - 1] += each;
	const isEdge = (at: number) => (at === 0 || at === result.length - 1) && result[at]?.trim() === '';
	return result.filter((_, at) => !isEdge(at)).map((cell) => cell.trim());
}

const QUOTE = /^(?:\s*>)+/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/;
const BULLET = /^(\s*)[*+-](?=[ \t])/;

function line(text: string): string {
	const [quote = ''] = QUOTE.exec(text) ?? [];
	const quoted = text.slice(quote.length);
	if (RULE.test(quoted)) return text;
	const [heading = ''] = HEADING.exec(quoted) ?? [];
	if (heading !== '') return `${quote}${quote && ' '}${bolded(inline(titleOf(quoted.slice(heading.length)), true))}`;
	const [bullet = '', indent = ''] = BULLET.exec(quoted) ?? [];
	const start = bullet === '' ? '' : `${indent}-`;
	return quote + start + inline(quoted.slice(bullet.length));
}

/** A heading may end with signs like those at its start. */
function titleOf(text: string): string {
	const title = text.trim();
	const start = trimEnd(title, '#');
	return start === '' || /\s$/.test(start) ? start.trim() : title;
}

const bolded = (text: string): string => (text.trim() === '' ? text : `*${text}*`);

/** Stand for a token, and for the mark of bold text. Characters of private use, which nobody writes. */
const [KEPT, BOLD] = ['\ue000', '\ue001'];

/** What contains no emphasis: escaped characters, code, links, addresses and line breaks. */
const TOKEN = new RegExp(
	[
		/\\(?<escaped>[!-/:-@[-`{-~])/,
		/(?<code>(?<!`)(?<ticks>`+)(?!`)[^]*?[^`]\k<ticks>(?!`))/,
		/!?\[(?<text>[^[\]]*)\]\(<?(?<to>[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?\)/,
		/<(?<address>(?:https?:\/\/|mailto:|[^\s<>@]+@)[^\s<>]+)>/,
		/(?<url>(?:https?:\/\/|www\.)[^\s<>]*[^\s<>*_~]|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]*[^\W_])+)/,
		/(?<lineBreak><br\s*\/?>)/,
		/[\ue000\ue001]/,
	]
		.map(({ source }) => source)
		.join('|'),
	'gi',
);

type Token = Partial<Record<'escaped' | 'code' | 'text' | 'to' | 'address' | 'url' | 'lineBreak', string>>;

function shownToken({ escaped, code, text = '', to, address, url, lineBreak }: Token): string | undefined {
	if (lineBreak !== undefined) return '\n';
	if (to === undefined) return escaped ?? code ?? address ?? url;
	const shown = inline(text);
	return shown === '' || shown === to ? to : `${shown} (${to})`;
}

const WORD = /[\p{L}\p{N}]/u;
const [LETTER, DIGIT, NOTHING] = [/[\p{Script=Latin}\p{N}]/u, /\p{N}/u, /(?!)/];

/** Marks of Markdown, and of chats, where `_` is the same. Between operands they are none: `a*b*4`, `2**3**2`. */
const EMPHASIS = (
	[
		['***', `_${BOLD}`, NOTHING],
		['___', `_${BOLD}`, NOTHING],
		['**', BOLD, DIGIT],
		['__', BOLD, DIGIT],
		['~~', '~', NOTHING],
		['*', '_', LETTER],
	] as const
).map(([mark, shown, operand]) => {
	const [all, one] = [mark, mark.charAt(0)].map((each) => each.replaceAll('*', '\\*')) as [string, string];
	const isEnd = `${all}(?!${one})`;
	const pattern = new RegExp(`(?<!${one})${all}(?=[^\\s${one}])((?:(?!${isEnd}).)*\\S)${isEnd}`, 'g');
	return { mark, pattern, open: shown, close: [...shown].reverse().join(''), operand };
});

/** Converts the formatting inside one line. @param isBold whether it is bold already */
function inline(text: string, isBold = false): string {
	const kept: string[] = [];
	let result = text.replace(TOKEN, (token: string, ...groups: unknown[]) => {
		kept.push(shownToken(groups.at(-1) as Token) ?? token);
		return KEPT;
	});
	for (const { mark, pattern, open, close, operand } of EMPHASIS)
		result = result.replace(pattern, (whole: string, content: string, at: number, all: string) => {
			const around = [all.charAt(at - 1), all.charAt(at + whole.length)];
			const isInWord = around.some((each) => WORD.test(each));
			if (around.every((each) => operand.test(each)) || (isInWord && mark.startsWith('_'))) return whole;
			// Inside of words, chats show the marks.
			return isInWord ? content : open + content + close;
		});
	return result.replaceAll(BOLD, isBold ? '' : '*').replaceAll(KEPT, () => kept.shift() ?? '');
}

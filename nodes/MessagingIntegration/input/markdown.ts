/**
 * Converts Markdown, as language models write it, to the formatting of chats: `**bold**` to `*bold*`, `*italic*` to
 * `_italic_`, `~~struck~~` to `~struck~`, headings to bold lines, links to their text and URL, tables to lines. Code
 * and URLs stay as they are, and no character of the content is lost or added.
 */
export function toChatFormat(markdown: string): string {
	// Of three parts, the second is a fence, and the third the code after it.
	const parts = markdown.replaceAll('\r\n', '\n').split(CODE_BLOCK);
	const converted = parts.map((part, at) => {
		if (at % 3 === 0) return lines(part);
		return at % 3 === 1 ? CODE : codeOf(part);
	});
	return converted.join('');
}

const CODE = '```';

/** Code between fences, or to the end. After the first fence there may be the name of a language. */
const CODE_BLOCK = /^[ \t]*(`{3,}(?=[^`\n]*$)|~{3,}(?!~)).*(\n[^]*?|)(?:^[ \t]*\1[`~]*[ \t]*$|(?![^]))/m;

const codeOf = (code: string): string => (code.endsWith('\n') ? code : `${code}\n`) + CODE;

function lines(text: string): string {
	const all = text.split('\n');
	let isTable = false;
	const shown = all.flatMap((each, at) => {
		// The line below the head of a table has no content.
		if (isTable && isTableHead(all[at - 1]!, each)) return [];
		const isHead = isTableHead(each, all[at + 1] ?? '');
		isTable = isHead || (isTable && each.includes('|'));
		return [isTable ? row(each, isHead) : line(each)];
	});
	return shown.join('\n');
}

/** Whether a line is the head of a table, by the line after it. */
function isTableHead(text: string, next: string): boolean {
	const columns = cells(next);
	const isSeparator = columns.length > 0 && columns.every((column) => /^:?-+:?$/.test(column));
	return isSeparator && text.includes('|') && cells(text).length === columns.length;
}

function row(text: string, isHead: boolean): string {
	const shown = cells(text).map((cell) => (isHead ? bolded(inline(cell, true)) : inline(cell)));
	return shown.join(' | ');
}

/** Splits a row at its bars, except those that are escaped or in code. */
function cells(row: string): string[] {
	const result = [''];
	for (const [each] of row.matchAll(/\\.|`[^`]*`|[^]/g))
		if (each === '|') result.push('');
		else result[result.length - 1] += each;
	const shown = result.map((cell) => cell.trim());
	return shown.filter((cell, at) => cell !== '' || (at > 0 && at < shown.length - 1));
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
	// A heading may end with signs like those at its start.
	const title = quoted.slice(heading.length).trim();
	const shown = inline(title.replace(/(^|\s)#+$/, '').trim(), true);
	if (heading !== '') return `${quote}${quote && ' '}${bolded(shown)}`;
	const [bullet = '', indent = ''] = BULLET.exec(quoted) ?? [];
	const start = bullet === '' ? '' : `${indent}-`;
	return quote + start + inline(quoted.slice(bullet.length));
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

function shownToken({ escaped, code, text, to, address, url, lineBreak }: Token): string | undefined {
	if (lineBreak !== undefined) return '\n';
	if (to === undefined) return escaped ?? code ?? address ?? url;
	const shown = inline(text!);
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
			if (around.every((each) => operand.test(each)) || (isInWord && mark.includes('_'))) return whole;
			// Inside of words, chats show the marks.
			return isInWord ? content : open + content + close;
		});
	return result.replaceAll(BOLD, isBold ? '' : '*').replaceAll(KEPT, () => kept.shift()!);
}

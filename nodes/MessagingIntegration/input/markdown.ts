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
			const isEnd = text.trim().startsWith(fence) && /^\s*[`~]+\s*$/.test(text);
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

const TOKENS: Array<[pattern: RegExp, convert: (match: RegExpExecArray) => string]> = [
	[/\\([!-/:-@[-`{-~])/y, ([, character = '']) => character],
	[/(`+)(?!`)[^]*?[^`]\1(?!`)/y, ([code]) => code],
	[/!?\[([^[\]]*)\]\(<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?\)/y, ([, text = '', url = '']) => link(text, url)],
	[/<((?:https?:\/\/|mailto:|[^\s<>@]+@)[^\s<>]+)>/y, ([, url = '']) => url],
	[/(?:https?:\/\/|www\.)[^\s<>]*[^\s<>*_~]|[\w.+-]+@[\w-]+(?:\.[\w-]*[^\W_])+/y, ([url]) => url],
	[/<br\s*\/?>/iy, () => '\n'],
];

function link(text: string, url: string): string {
	const shown = inline(text);
	return shown === '' || shown === url ? url : `${shown} (${url})`;
}

const RUN = /\*+|_+|~~/y;
const WORD = /[\p{L}\p{N}]/u;
/** By their number, between what marks are operators, as in `a*b*4` and `2**3**2`. */
const OPERANDS = [/$^/, /[\p{Script=Latin}\p{N}]/u, /\p{N}/u] as const;

/** Marks of chats, by the number of marks in Markdown. */
const CHAT_MARKS = ['', '_', '*'];

/** Marks that may begin something: how many, and where they are in the output. */
interface Opener {
	mark: string;
	count: number;
	at: number;
	before: string;
}

/** Converts the formatting inside one line. @param isBold whether it is bold already */
function inline(text: string, isBold = false): string {
	const formatting = new Formatting(isBold);
	for (let at = 0; at < text.length;) {
		const token = tokenAt(text, at);
		RUN.lastIndex = at;
		const [run = ''] = token ? [] : (RUN.exec(text) ?? []);
		if (run === '') formatting.output.push(token?.shown ?? (text[at] as string));
		else formatting.add(run, text[at - 1] ?? ' ', text[at + run.length] ?? ' ');
		at += token?.length ?? Math.max(1, run.length);
	}
	return formatting.output.join('');
}

/** The output of a line, whose pairs of marks become those of chats. */
class Formatting {
	readonly output: string[] = [];
	private readonly open: Opener[] = [];

	constructor(private readonly isBold: boolean) {}

	/** Marks open before what is no space, and close after it (CommonMark, "left-flanking" and "right-flanking"). */
	add(run: string, before: string, after: string): void {
		const mark = run.charAt(0);
		const [isAfterWord, isBeforeWord] = [WORD.test(before), WORD.test(after)];
		const isInside = mark === '_' && isAfterWord && isBeforeWord;
		const canOpen = !isInside && !/\s/.test(after) && (isBeforeWord || !isAfterWord);
		const canClose = !isInside && !/\s/.test(before) && (isAfterWord || !isBeforeWord);
		const left = canClose ? this.close(run, after, canOpen) : run.length;
		const counts = canOpen && left < 4 ? [left % 2, left & 2].filter(Boolean) : [];
		for (const count of counts) this.open.push({ mark, count, at: this.output.push(mark.repeat(count)) - 1, before });
		if (counts.length === 0) this.output.push(mark.repeat(left));
	}

	/** Closes what is open. @returns how many marks are left */
	private close(run: string, after: string, canOpen: boolean): number {
		const mark = run.charAt(0);
		let left = run.length;
		for (;;) {
			// What both opens and closes must have a partner with as many marks.
			const opener = this.open.findLast(
				(each) => each.mark === mark && (canOpen ? each.count === left : each.count <= left),
			);
			if (opener === undefined) return left;
			this.open.length = this.open.indexOf(opener);
			left -= opener.count;
			const operand = OPERANDS[opener.count] as RegExp;
			if (operand.test(opener.before) && operand.test(after)) {
				this.output.push(mark.repeat(opener.count));
				continue;
			}
			const shown = mark === '~' ? mark : (CHAT_MARKS[opener.count] as string);
			// Inside of words, chats show the marks.
			const isHidden = (shown === '*' && this.isBold) || WORD.test(opener.before) || WORD.test(after);
			this.output[opener.at] = isHidden ? '' : shown;
			this.output.push(isHidden ? '' : shown);
		}
	}
}

/** Returns what is shown for code, a link or another token at this place. */
function tokenAt(text: string, at: number): { shown: string; length: number } | undefined {
	for (const [pattern, convert] of TOKENS) {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		if (match) return { shown: convert(match), length: match[0].length };
	}
	return undefined;
}

import { trimEnd } from '../../shared/values';

/**
 * Converts Markdown, as language models write it, to the formatting of chats: `**bold**` to `*bold*`, `*italic*` to
 * `_italic_`, `~~struck~~` to `~struck~`, headings to bold lines, links to their text and URL, tables to lines. Code
 * and URLs stay as they are, and no character of the content is lost or added.
 */
export function toChatFormat(markdown: string): string {
	const lines = markdown.split(/\r?\n/);
	const output: string[] = [];
	for (let at = 0; at < lines.length;) {
		const length = codeLength(lines, at) || tableLength(lines, at);
		if (length === 0) output.push(line(lines[at] as string));
		else output.push(...block(lines.slice(at, at + length)));
		at += length || 1;
	}
	return output.join('\n');
}

/** After the fence there may be the name of a language. */
const FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;

/** Returns how many lines a block of code has from here, with its fences; 0 if none begins here. */
function codeLength(lines: string[], start: number): number {
	const fence = FENCE.exec(lines[start] as string)?.[1];
	if (fence === undefined) return 0;
	const isEnd = (each: string) => each.trim().startsWith(fence) && /^\s*[`~]+\s*$/.test(each);
	const end = lines.slice(start + 1).findIndex(isEnd);
	return end < 0 ? lines.length - start : end + 2;
}

/** Returns how many lines a table has from here; 0 if none begins here. */
function tableLength(lines: string[], start: number): number {
	const [head = '', separator = ''] = lines.slice(start, start + 2);
	const columns = cells(separator);
	if (!head.includes('|') || cells(head).length !== columns.length) return 0;
	if (!columns.every((column) => /^:?-+:?$/.test(column))) return 0;
	const end = lines.slice(start + 2).findIndex((each) => !each.includes('|'));
	return end < 0 ? lines.length - start : end + 2;
}

/** Converts a block of code or a table. */
function block(lines: string[]): string[] {
	const [first = ''] = lines;
	if (!FENCE.test(first)) {
		const [head, , ...rows] = lines.map(cells);
		const bold = head?.map((cell) => bolded(inline(cell, true)));
		return [bold ?? [], ...rows.map((row) => row.map((cell) => inline(cell)))].map((row) => row.join(' | '));
	}
	const isClosed = lines.length > 1 && FENCE.test(lines.at(-1) as string);
	const code = lines.slice(1, isClosed ? -1 : undefined);
	return ['```', ...code, '```'];
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

/** A run of `*`, `_` or `~~`: how much of it has no partner yet, and the marks that replace the rest. */
interface Run {
	mark: string;
	length: number;
	left: number;
	canOpen: boolean;
	canClose: boolean;
	/** Whether a letter or digit stands before or after it: inside of words, chats show the marks. */
	isAfterWord: boolean;
	isBeforeWord: boolean;
	/** Marks before and after what has no partner. */
	closing: string;
	opening: string;
}

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

/** Converts the formatting inside one line. @param isBold whether it is bold already */
function inline(text: string, isBold = false): string {
	const parts: Array<string | Run> = [];
	for (let at = 0; at < text.length;) {
		const found = tokenAt(text, at);
		parts.push(found.part);
		at += found.length;
	}
	const runs = parts.filter((part): part is Run => typeof part !== 'string');
	pair(runs, isBold);
	return parts.map((part) => (typeof part === 'string' ? part : shownRun(part))).join('');
}

const shownRun = ({ closing, mark, left, opening }: Run) => closing + mark.repeat(left) + opening;

function tokenAt(text: string, at: number): { part: string | Run; length: number } {
	for (const [pattern, convert] of TOKENS) {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		if (match) return { part: convert(match), length: match[0].length };
	}
	RUN.lastIndex = at;
	const [marks] = RUN.exec(text) ?? [];
	if (marks === undefined) return { part: text[at] as string, length: 1 };
	return { part: runOf(marks, text[at - 1] ?? ' ', text[at + marks.length] ?? ' '), length: marks.length };
}

/** A run opens before what is no space, and closes after it (CommonMark, "left-flanking" and "right-flanking"). */
function runOf(marks: string, before: string, after: string): Run {
	const isWordBefore = WORD.test(before);
	const isWordAfter = WORD.test(after);
	const canOpen = !/\s/.test(after) && (isWordAfter || !isWordBefore);
	const canClose = !/\s/.test(before) && (isWordBefore || !isWordAfter);
	const isInside = marks.startsWith('_') && isWordBefore && isWordAfter;
	const mark = marks[0] as string;
	return {
		...{ mark, length: marks.length, left: marks.length, closing: '', opening: '' },
		...{ canOpen: canOpen && !isInside, canClose: canClose && !isInside },
		...{ isAfterWord: isWordBefore, isBeforeWord: isWordAfter },
	};
}

/** A pair of runs, of which one both opens and closes, does not have a multiple of three marks (CommonMark, rule 9). */
function isPartner(opener: Run, closer: Run): boolean {
	const isEither = opener.canClose || closer.canOpen;
	const isThird = (opener.length + closer.length) % 3 === 0 && opener.length % 3 !== 0;
	return opener.mark === closer.mark && opener.left > 0 && !(isEither && isThird);
}

/** Replaces the marks of each pair of runs by those of chats. */
function pair(runs: Run[], isBold: boolean): void {
	const open: Run[] = [];
	for (const run of runs) {
		while (run.canClose && run.left > 0) {
			const partner = open.findLast((each) => isPartner(each, run));
			if (partner === undefined) break;
			open.length = open.indexOf(partner) + 1;
			join(partner, run, isBold);
			if (partner.left === 0) open.pop();
		}
		if (run.canOpen && run.left > 0) open.push(run);
	}
}

const CHAT_MARKS = ['', '_', '*'];

function join(opener: Run, closer: Run, isBold: boolean): void {
	const count = Math.min(2, opener.left, closer.left);
	const mark = opener.mark === '~' ? '~' : CHAT_MARKS[count];
	const isShown = !(mark === '*' && isBold) && !opener.isAfterWord && !closer.isBeforeWord;
	const shown = isShown ? mark : '';
	opener.left -= count;
	opener.opening = shown + opener.opening;
	closer.left -= count;
	closer.closing += shown;
}

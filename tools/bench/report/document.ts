import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChapterResult, Table } from './chapter';

const FILE = join(__dirname, '../../../reports/benchmarks.md');

const INTRODUCTION = `# Benchmarks

\`npm run bench\` writes this file; each chapter names what it compares. Everything runs on one machine: two cores, Node 20, n8n 2.41.1 with Node 24.
Subjects are measured in turns, after a round that only warms up. Figures are medians of five rounds (three for 10,000 items), with minimum and
maximum in parentheses. A ratio is the median of the ratios of the rounds. The chapters were measured one after the other, on an idle machine unless they
say otherwise.`;

/**
 * Replaces a chapter in reports/benchmarks.md, or adds it.
 *
 * @param order the ids of all chapters
 * @returns the text of the chapter
 */
export function writeChapter(id: string, title: string, result: ChapterResult, order: string[]): string {
	const text = [`## ${title}`, ...result.text, ...result.tables.map(toMarkdown)].join('\n\n');
	const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
	const sections = order.map((each) => {
		const [begin, end] = [`<!-- begin ${each} -->`, `<!-- end ${each} -->`];
		if (each === id) return `${begin}\n\n${text}\n\n${end}`;
		const from = before.indexOf(begin);
		return from < 0 ? '' : before.slice(from, before.indexOf(end) + end.length);
	});
	mkdirSync(dirname(FILE), { recursive: true });
	writeFileSync(FILE, `${[INTRODUCTION, ...sections.filter(Boolean)].join('\n\n')}\n`);
	return text;
}

function toMarkdown({ columns, rows }: Table): string {
	const line = (cells: Array<string | number>) => `| ${cells.join(' | ')} |`;
	return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

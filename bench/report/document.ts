import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChapterResult, Table } from './chapter';
import { drawPlot } from './plot';

const FILE = join(__dirname, '../../docs/benchmarks.md');

/**
 * Replaces a chapter in docs/benchmarks.md, or adds it at the end, and draws its plot to docs/benchmarks/<id>.svg.
 *
 * @returns the text of the chapter
 */
export function writeChapter(id: string, title: string, result: ChapterResult): string {
	const picture = join(dirname(FILE), 'benchmarks', `${id}.svg`);
	mkdirSync(dirname(picture), { recursive: true });
	writeFileSync(picture, `${drawPlot(result.plot)}\n`);
	const [begin, end] = [`<!-- begin ${id} -->`, `<!-- end ${id} -->`];
	const text = [
		`## ${title}`,
		...result.text,
		...result.tables.map(toMarkdown),
		`![${result.plot.title}](benchmarks/${id}.svg)`,
	].join('\n\n');
	const section = `${begin}\n\n${text}\n\n${end}`;
	const document = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Benchmarks\n';
	const [from, to] = [document.indexOf(begin), document.indexOf(end)];
	writeFileSync(
		FILE,
		from < 0
			? `${document.trimEnd()}\n\n${section}\n`
			: document.slice(0, from) + section + document.slice(to + end.length),
	);
	return text;
}

function toMarkdown({ columns, rows }: Table): string {
	const line = (cells: Array<string | number>) => `| ${cells.join(' | ')} |`;
	return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

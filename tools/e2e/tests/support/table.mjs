// A table of results that a test prints at its end.

/** Rows of a Markdown table. The last cell of a row is the time at which its test began, in ms. */
export class Table {
	#rows = [];

	constructor(columns) {
		this.columns = columns;
	}

	add(row) {
		const started = row.at(-1);
		this.#rows.push([...row.slice(0, -1), ((Date.now() - started) / 1000).toFixed(1)]);
	}

	/** Prints the table to stdout. */
	print() {
		console.log(markdownTable(this.columns, this.#rows));
	}
}

/** Returns a Markdown table. A cell that is a list becomes lines. */
export function markdownTable(columns, rows) {
	const line = (cells) => `| ${cells.map(cellText).join(' | ')} |`;
	return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Lists become lines, and long texts are cut after 600 characters. */
function cellText(cell) {
	const text = Array.isArray(cell) ? cell.map(cellText).join('<br>') : String(cell);
	return text.replace(/\n/g, ' ').replaceAll('|', '\\|').slice(0, 600);
}

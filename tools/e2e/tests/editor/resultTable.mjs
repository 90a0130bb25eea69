// What a test file ran, as a table.
import { test } from 'node:test';
import { markdownTable } from '../support/table.mjs';

/**
 * Collects the results of tests, and prints them as a Markdown table: one row per check, one column per run of all
 * checks.
 */
export class ResultTable {
	#rows = new Map();
	#columns = [];

	constructor(heading) {
		this.heading = heading;
	}

	/** Registers a test, whose result and time go into the table. Without them, the table says "not run". */
	test({ title, row, column }, work) {
		if (!this.#columns.includes(column)) this.#columns.push(column);
		if (!this.#rows.has(row)) this.#rows.set(row, new Map());
		test(title, async () => {
			const started = Date.now();
			const time = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
			try {
				await work();
				this.#rows.get(row).set(column, `ok, ${time()}`);
			} catch (error) {
				const [sentence] = String(error.message).split('\n');
				this.#rows.get(row).set(column, `**failed**, ${time()}: ${sentence}`);
				throw error;
			}
		});
	}

	/** Prints the table. */
	print() {
		const rows = [...this.#rows].map(([row, results]) => [
			row,
			...this.#columns.map((column) => results.get(column) ?? 'not run'),
		]);
		console.log(markdownTable([this.heading, ...this.#columns], rows));
	}
}

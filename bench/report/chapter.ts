/** A table of a chapter. */
export interface Table {
	columns: string[];
	rows: Array<Array<string | number>>;
}

/** A plot with one group of bars, or one point of each line, for each category. */
export interface Plot {
	kind: 'bar' | 'line';
	title: string;
	/** Label of the value axis, with its unit. */
	unit: string;
	categories: string[];
	/** One value per category; null where there is none. */
	series: Array<{ name: string; values: Array<number | null> }>;
}

/** What a chapter measured. */
export interface ChapterResult {
	/** Paragraphs above the tables: what was compared, and how. */
	text: string[];
	tables: Table[];
	plot: Plot;
}

/** A chapter of docs/benchmarks.md. */
export interface Chapter {
	title: string;
	measure(): Promise<ChapterResult>;
}

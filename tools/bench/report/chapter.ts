/** A table of a chapter. */
export interface Table {
	columns: string[];
	rows: Array<Array<string | number>>;
}

/** What a chapter measured. */
export interface ChapterResult {
	/** Paragraphs above the tables: what was compared, and how. */
	text: string[];
	tables: Table[];
}

/** A chapter of reports/benchmarks.md. */
export interface Chapter {
	title: string;
	measure(): Promise<ChapterResult>;
}

import { isObject } from '../response/response';

/** The records of a list so far, in order. */
export class CollectedRecords {
	readonly records: unknown[] = [];

	/** How many records the last page contained. */
	lastLength = 0;

	private readonly ids = new Set<unknown>();

	constructor(first: unknown[]) {
		this.add(first);
	}

	add(page: unknown[]): void {
		this.lastLength = page.length;
		for (const record of page) {
			this.records.push(record);
			if (isObject(record)) this.ids.add(record.id);
		}
	}

	/**
	 * Whether a page contains nothing new: all its IDs are known or, without IDs, it equals the first records (the service
	 * ignores the page parameter) or the last ones (it returns its last page for every later number).
	 */
	isRepeatedBy(page: unknown[]): boolean {
		const { length } = page;
		if (length === 0) return false;
		if (page.every((record) => isObject(record) && record.id !== undefined)) {
			return page.every((record) => this.ids.has((record as { id: unknown }).id));
		}
		const text = JSON.stringify(page);
		return [this.records.slice(0, length), this.records.slice(-length)].some(
			(part) => JSON.stringify(part) === text,
		);
	}
}

/** The service reports more records than it returns. */
export class IncompleteList extends Error {
	override name = 'IncompleteList';

	readonly description: string;

	/**
	 * @param records how many different records were received
	 * @param parameter query parameter that selects the next page
	 * @param total how many records the service reports
	 */
	constructor(records: number, parameter: string, total?: number) {
		super(
			`The list is incomplete: the service repeats the first ${records} records instead of sending the next ones`,
		);
		const known = total === undefined ? '' : ` It reports a total of ${total}.`;
		this.description = `The service seems to ignore the query parameter "${parameter}".${known} Set a Limit of at most ${records}, or use API Request with the query parameters that the service expects.`;
	}
}

import { isObject } from '../response/response';
import { MAX_RECORDS, tooManyRecords } from './incompleteList';

/** The records of a list so far, in order. */
export class CollectedRecords {
	readonly records: unknown[] = [];

	/** How many records the last page contained. */
	lastLength = 0;

	private readonly ids = new Set<unknown>();

	constructor(first: unknown[]) {
		this.add(first);
	}

	/** @throws IncompleteList for records after `MAX_RECORDS` */
	add(page: unknown[]): void {
		if (this.records.length >= MAX_RECORDS && page.length > 0) throw tooManyRecords();
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

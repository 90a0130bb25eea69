import { isObject, textOf } from '../../shared/values';
import { incomplete } from './listErrors';

/**
 * The records of a list so far. Records with an ID are compared by their content, because two instances may have chats
 * with the same ID. Records without one are all different: dropping one that equals another could lose it.
 */
export class DistinctRecords {
	readonly records: unknown[] = [];
	private readonly contents = new Set<string>();
	private previousIds?: string;

	/** @param idNames the fields of which each may be the ID of a record */
	constructor(private readonly idNames = ['id']) {}

	/**
	 * Adds the new records of a page, and returns their number. A page on which all records are known repeats earlier
	 * ones, and so does one with the IDs of the page before, although some of its records have changed.
	 * @throws IncompleteListError if it cannot be decided which records are new
	 */
	add(page: unknown[]): number {
		const pageContents = page.map((record) => JSON.stringify(record));
		const isNew = pageContents.map((content) => !this.contents.has(content));
		const isRepeated = this.hasIdsOfPrevious(page);
		if (!isNew.includes(true)) return 0;
		if (isRepeated && !isNew.includes(false)) throw incomplete.changedMeanwhile();
		if (isRepeated) return 0;
		const newRecords = page.filter((record, index) => isNew[index] || this.idOf(record) === undefined);
		for (const content of pageContents) this.contents.add(content);
		for (const record of newRecords) this.records.push(record);
		return newRecords.length;
	}

	private hasIdsOfPrevious(page: unknown[]): boolean {
		const ids = page.map((record) => this.idOf(record));
		const sorted = ids.includes(undefined) ? undefined : ids.sort().join();
		const isSame = sorted !== undefined && sorted === this.previousIds;
		this.previousIds = sorted;
		return isSame;
	}

	private idOf(record: unknown): string | undefined {
		if (!isObject(record)) return undefined;
		const id = this.idNames.map((name) => textOf(record[name])).find((value) => value !== undefined);
		return id && JSON.stringify([id, record.instanceId]);
	}
}

import { isObject, textOf } from '../../shared/values';
import { incomplete } from './listErrors';

/**
 * The records of a list so far. Records with an ID are told apart by their content, because two instances may have
 * chats with the same ID. Records without one are all different: dropping one that equals another could lose it.
 */
export class DistinctRecords {
	readonly records: unknown[] = [];
	private readonly known = new Set<string>();
	private previousIds?: string;

	/**
	 * Adds the new records of a page, and returns their number. A page on which all records are known repeats earlier
	 * ones, and so does one with the IDs of the page before, although some of its records have changed.
	 * @throws IncompleteListError if it cannot be decided which records are new
	 */
	add(page: unknown[]): number {
		const texts = page.map(canonical);
		const isUnknown = texts.map((text) => !this.known.has(text));
		const isSame = this.hasIdsOfPrevious(page);
		if (!isUnknown.includes(true)) return 0;
		if (isSame && !isUnknown.includes(false)) throw incomplete.changed();
		if (isSame) return 0;
		const added = page.filter((record, index) => isUnknown[index] || !hasId(record));
		for (const text of texts) this.known.add(text);
		for (const record of added) this.records.push(record);
		return added.length;
	}

	private hasIdsOfPrevious(page: unknown[]): boolean {
		const ids = page.map((record) => (hasId(record) ? JSON.stringify([record.id, record.instanceId]) : undefined));
		const sorted = ids.includes(undefined) ? undefined : ids.sort().join();
		const isSame = sorted !== undefined && sorted === this.previousIds;
		this.previousIds = sorted;
		return isSame;
	}
}

function hasId(record: unknown): record is { id: string | number; instanceId?: unknown } {
	return isObject(record) && textOf(record.id) !== undefined;
}

/** Returns the same text for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_name, each: unknown) =>
		isObject(each) ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each,
	);
}

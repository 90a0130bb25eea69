import { isObject, textOf } from '../../shared/values';
import { incomplete } from './listErrors';

/** The records of a list so far, told apart by their content: two instances may have chats with the same ID. */
export class DistinctRecords {
	readonly records: unknown[] = [];
	private readonly known = new Set<string>();
	private previousIds?: string;
	private hasEqual = false;

	/**
	 * Adds the records of a page that no earlier page has, and returns their number. A page with the IDs of the page
	 * before repeats it, although some of its records have changed.
	 * @param areUnique whether an ID belongs to one record only
	 * @throws IncompleteListError if it cannot be decided which records are new
	 */
	add(page: unknown[], areUnique = false): number {
		const texts = page.map(canonical);
		const isNew = texts.map((text) => !this.known.has(text));
		const added = isNew.filter(Boolean).length;
		const isSame = this.hasIdsOfPrevious(page);
		this.hasEqual ||= new Set(texts).size < texts.length && !page.every(hasId);
		if (added === 0) return 0;
		if (isSame && added === page.length && !areUnique) throw incomplete.changed();
		if (isSame) return 0;
		const known = page.filter((_, n) => !isNew[n]);
		// Where equal records occur without IDs, a known one may be another one.
		if (this.hasEqual && !known.every(hasId)) throw incomplete.changed();
		for (const text of texts) this.known.add(text);
		page.forEach((record, n) => isNew[n] && this.records.push(record));
		return added;
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

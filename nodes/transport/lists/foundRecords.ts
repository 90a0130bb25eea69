import { isObject } from '../../shared/values';
import { incomplete } from './listErrors';

export class FoundRecords {
	readonly records: unknown[] = [];
	private readonly keys: string[] = [];
	/** Where the records with a key are. */
	private readonly places = new Map<string, number[]>();
	private previousKeys?: string;

	/**
	 * Adds the new records of a page and returns their number. A record with an ID is known if an earlier page has an
	 * equal one; one without an ID only where the page overlaps what was found, because equal ones may be genuine. A page
	 * with the same IDs as the one before repeats it, with newer contents.
	 * @param areUnique whether an ID belongs to one record only; two instances may have chats with the same IDs
	 * @throws IncompleteListError if it cannot be decided which records are new
	 */
	add(page: unknown[], areUnique = false): number {
		const keys = page.map(identityOf);
		const sorted = [...keys].sort().join('\n');
		const isSame = sorted === this.previousKeys;
		this.previousKeys = sorted;
		const hasIds = page.every(hasId);
		const overlap = hasIds ? 0 : this.overlapWith(keys);
		const isNew = page.map((record, n) => (hasId(record) ? !this.has(keys[n]!, record) : n >= overlap));
		const added = isNew.filter(Boolean).length;
		if (isSame && hasIds && (areUnique || added * 2 <= page.length)) return 0;
		const versions = keys.filter((key, n) => isNew[n] && hasId(page[n]) && this.places.has(key));
		// If all records of a page have known IDs, the IDs are those of another instance.
		const isChanged = versions.length > 0 && versions.length < page.length;
		if (isChanged || (isSame && added > 0)) throw incomplete.changed();
		for (const [n, key] of keys.entries()) {
			if (!isNew[n]) continue;
			const places = this.placesOf(key);
			this.places.set(key, places);
			places.push(this.keys.length);
			this.keys.push(key);
			this.records.push(page[n]);
		}
		return added;
	}

	private has(key: string, record: unknown): boolean {
		const text = canonical(record);
		return this.placesOf(key).some((place) => canonical(this.records[place]) === text);
	}

	private placesOf(key: string): number[] {
		return this.places.get(key) ?? [];
	}

	/**
	 * Returns how many records at the beginning of a page were found already; all, if it starts over after newer records.
	 * @throws IncompleteListError if equal records occur in this list, so that they may be genuine here, too
	 */
	private overlapWith(page: string[]): number {
		const { keys } = this;
		const newer = page.indexOf(keys[0]!);
		const starts = [...this.placesOf(page[0]!), ...(newer > 0 ? [-newer] : [])];
		const isOver = (start: number) => page.every((key, n) => (keys[start + n] ?? key) === key);
		const start = starts.find(isOver);
		if (start === undefined) return 0;
		const overlap = keys.slice(Math.max(0, start), start + page.length);
		if (start < 0 && overlap.length < Math.min(2, keys.length)) return 0;
		const isUnique = (key: string) => this.placesOf(key).length === 1;
		const isAtEnd = start + page.length > keys.length;
		if (!(isAtEnd ? overlap.every(isUnique) : overlap.some(isUnique))) throw incomplete.ambiguous();
		return start < 0 ? page.length : overlap.length;
	}
}

function hasId(record: unknown): record is { id: string | number; instanceId?: unknown } {
	if (!isObject(record)) return false;
	const { id } = record;
	return (typeof id === 'string' && id !== '') || typeof id === 'number';
}

/** Returns the ID of a record with that of its instance, or without an ID its content. */
function identityOf(record: unknown): string {
	if (!hasId(record)) return canonical(record);
	return `#${JSON.stringify([record.id, record.instanceId])}`;
}

/** Returns the same text for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_name, each: unknown) =>
		isObject(each) ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each,
	);
}

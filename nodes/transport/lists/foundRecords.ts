import { isObject } from '../../shared/plainValues';
import { incomplete } from './listErrors';

/** The records of a list so far, in order. */
export class FoundRecords {
	readonly records: unknown[] = [];

	private readonly keys: string[] = [];

	/** Where the records with a key are. */
	private readonly places = new Map<string, number[]>();

	private previousKeys?: string;

	/**
	 * Adds the new records of a page. A record with an ID is known if an earlier page has an equal one; one without an ID
	 * only where the page overlaps what was found, because equal ones may be genuine.
	 *
	 * @returns how many were added
	 * @throws IncompleteListError if it cannot be decided which records are new
	 */
	add(page: unknown[]): number {
		const keys = page.map(keyOf);
		const overlap = page.every(hasId) ? 0 : this.overlapWith(keys);
		const added = page.flatMap((record, n) => {
			const key = keys[n] as string;
			const isKnown = hasId(record) ? this.has(key, record) : n < overlap;
			return isKnown ? [] : [{ key, record }];
		});
		const sorted = sortedKeys(keys);
		const versions = added.filter(({ key, record }) => this.hasOtherVersion(key, record)).length;
		// Records may have changed and moved between two pages, or the service ignores the page and returns changed
		// records.
		const isChanged = versions > 0 && versions < page.length;
		if (isChanged || (added.length > 0 && sorted === this.previousKeys)) throw incomplete.changed();
		this.previousKeys = sorted;
		for (const { key, record } of added) {
			const places = this.placesOf(key);
			this.places.set(key, places);
			places.push(this.keys.length);
			this.keys.push(key);
			this.records.push(record);
		}
		return added.length;
	}

	/** Whether a page has the same IDs as the one before, in any order. */
	hasSameIds(page: unknown[]): boolean {
		const isSame = page.length > 0 && sortedKeys(page.map(keyOf)) === this.previousKeys;
		return isSame && page.every(hasId);
	}

	/** How many records of a page are known and unchanged. */
	countKnown(page: unknown[]): number {
		return page.filter((record) => this.has(keyOf(record), record)).length;
	}

	/** Whether another record has the same ID and belongs to the same instance; two instances may have the same chats. */
	private hasOtherVersion(key: string, record: unknown): boolean {
		const instanceOf = (each: unknown) => (isObject(each) ? each.instanceId : undefined);
		const isSame = (place: number) => instanceOf(this.records[place]) === instanceOf(record);
		return hasId(record) && this.placesOf(key).some(isSame);
	}

	private has(key: string, record: unknown): boolean {
		const isEqual = (place: number) => canonical(this.records[place]) === canonical(record);
		return this.placesOf(key).some(isEqual);
	}

	private placesOf(key: string): number[] {
		return this.places.get(key) ?? [];
	}

	/**
	 * Returns how many records at the beginning of a page lie over the records found, anywhere. All do if it starts over,
	 * perhaps after newer records.
	 *
	 * @throws IncompleteListError if equal records occur in this list, so that they may be genuine here, too
	 */
	private overlapWith(page: string[]): number {
		const { keys } = this;
		const isOver = (place: number, part: string[]) =>
			part.every((key, n) => place + n >= keys.length || keys[place + n] === key);
		const start = this.placesOf(page[0] as string).find((place) => isOver(place, page));
		const again = page.slice(page.indexOf(keys[0] as string));
		const startsOver =
			start === undefined && again.length >= Math.min(2, keys.length) && isOver(0, again);
		if (start === undefined && (keys.length === 0 || !startsOver)) return 0;
		const part = startsOver ? again : page;
		const overlap = keys.slice(start ?? 0, (start ?? 0) + part.length);
		const isUnique = (key: string) => this.placesOf(key).length === 1;
		const isSure = overlap.length < part.length ? overlap.every(isUnique) : overlap.some(isUnique);
		if (!isSure) throw incomplete.ambiguous();
		return startsOver ? page.length : overlap.length;
	}
}

function sortedKeys(keys: string[]): string {
	return [...keys].sort().join('\n');
}

function hasId(record: unknown): record is { id: string | number } {
	if (!isObject(record)) return false;
	const { id } = record;
	return (typeof id === 'string' && id !== '') || typeof id === 'number';
}

/** Returns the ID of a record, marked as such, or without an ID its content. */
function keyOf(record: unknown): string {
	return hasId(record) ? `#${JSON.stringify(record.id)}` : canonical(record);
}

/** Returns the same text for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
	const sorted = (_name: string, each: unknown) =>
		isObject(each)
			? Object.fromEntries(
					Object.keys(each)
						.sort()
						.map((name) => [name, each[name]]),
				)
			: each;
	return JSON.stringify(value, sorted);
}

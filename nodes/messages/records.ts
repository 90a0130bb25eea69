import { isPresent, valuesAt } from '../shared/looseValues';
import { type Fields, isObject } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { isIdentity, namesIn, type Said, saidBy, type Silent } from './fields';
import { WRAPPERS } from './names';
import { nameOf, namesOf } from './words';

/** An object that is a message or another event. */
export interface FoundRecord {
	record: Fields;
	/** What the objects around it say, the nearest first. */
	around: Said[];
	/** Whether it stands for more messages than are read. */
	isHistory?: boolean;
}

const MAX_DEPTH = 24;
/** The largest page of messages that the service returns (reference, section 8): what is longer is no news. */
const MAX_RECORDS = 100;
/** Whether a list is a history, which is not read. */
export const isHistory = (list: unknown): boolean => Array.isArray(list) && list.length > MAX_RECORDS;

/**
 * Finds the records of an event: the messages in its wrappers, one per entry of a list, else the event itself, which
 * what is in it completes. Only wrappers are searched.
 * @param names where the user says that the messages are, and the chat in a message @param silent what says nothing
 */
export function recordsIn(event: unknown, names: FieldNames['event'], silent: Silent): FoundRecord[] {
	/** Whether an object has the address of a chat, a direction, or the object that a message is known by. */
	const isMessage = (object: Fields): boolean =>
		(names.chat !== '' && valuesAt(object, names.chat).some(isPresent)) ||
		namesIn(object).some((name) => isIdentity(nameOf(name), object[name]));
	const inside = (object: unknown, outer: Said[]) =>
		isObject(object) ? [saidBy(object, 'around', silent), ...outer] : outer;
	const recordsUnder = (value: unknown, outer: Said[], depth: number): FoundRecord[] => {
		if (depth > MAX_DEPTH) return [];
		if (Array.isArray(value))
			return value.slice(0, MAX_RECORDS + 1).flatMap((entry) => recordsUnder(entry, outer, depth + 1));
		if (!isObject(value)) return [];
		const wrappers = namesIn(value).filter((name) => WRAPPER_NAMES.has(nameOf(name).plain));
		const around = wrappers.length === 0 ? outer : inside(value, outer);
		const places = wrappers
			.map((name) => recordsUnder(value[name], around, depth + 1))
			.filter((found) => found.some(({ record }) => isMessage(record)));
		// Of several places with messages, none is surely the one.
		return places.length > 1 ? [{ record: {}, around }] : (places[0] ?? [{ record: value, around: outer }]);
	};
	const named = names.message === '' ? [] : valuesAt(event, names.message).flat(MAX_DEPTH).filter(isObject);
	const around = named.length > 0 ? inside(event, []) : [];
	const found = named.length > 0 ? named.map((record) => ({ record, around })) : recordsUnder(event, [], 0);
	if (found.length > 0 && !isHistory(found)) return found;
	return [{ record: {}, around: inside(event, []), isHistory: found.length > 0 }];
}

const WRAPPER_NAMES = new Set(namesOf(WRAPPERS));

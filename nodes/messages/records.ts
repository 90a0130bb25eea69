import { isPresent, valuesAt } from '../shared/looseValues';
import { type Fields, isObject } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { isIdentity, namesIn, type FieldValues, readFields, type Silent } from './fields';
import { WRAPPERS } from './names';
import { nameOf, namesOf } from './words';

/** An object that is a message or another event. */
export interface EventRecord {
	record: Fields;
	/** The fields of the objects around it, the nearest first. */
	wrappers: FieldValues[];
	/** Whether it stands for more messages than are read. */
	isHistory?: boolean;
	/** Whether the event has no other record. */
	isOnly?: boolean;
}

const MAX_DEPTH = 24;
/** The largest page of messages that the service returns (reference, section 8): a longer list is a history. */
const MAX_MESSAGES = 100;
/** Whether a list is a history, which is not read. */
export const isHistory = (list: unknown): boolean => Array.isArray(list) && list.length > MAX_MESSAGES;

/**
 * Finds the records of an event: the messages in its wrappers, one per entry of a list, else the event itself, which
 * the objects in it complete. Only wrappers are searched.
 * @param names the user's paths to the messages, and to the chat in a message @param silent see `Silent`
 */
export function recordsIn(event: unknown, names: FieldNames['event'], silent: Silent): EventRecord[] {
	/** Whether an object has the address of a chat, a direction, or the object that a message is known by. */
	const isMessage = (object: Fields): boolean =>
		(names.chat !== '' && valuesAt(object, names.chat).some(isPresent)) ||
		namesIn(object).some((name) => isIdentity(nameOf(name), object[name]));
	const withWrapper = (object: unknown, outerWrappers: FieldValues[]) =>
		isObject(object) ? [readFields(object, 'wrapper', silent), ...outerWrappers] : outerWrappers;
	const recordsUnder = (value: unknown, outerWrappers: FieldValues[], depth: number): EventRecord[] => {
		if (depth > MAX_DEPTH) return [];
		if (Array.isArray(value))
			return value.slice(0, MAX_MESSAGES + 1).flatMap((entry) => recordsUnder(entry, outerWrappers, depth + 1));
		if (!isObject(value)) return [];
		const wrapperNames = namesIn(value).filter((name) => WRAPPER_NAMES.has(nameOf(name).plain));
		const wrappers = wrapperNames.length === 0 ? outerWrappers : withWrapper(value, outerWrappers);
		const recordLists = wrapperNames
			.map((name) => recordsUnder(value[name], wrappers, depth + 1))
			.filter((records) => records.some(({ record }) => isMessage(record)));
		// Of several places with messages, none is surely the one.
		return recordLists.length > 1
			? [{ record: {}, wrappers }]
			: (recordLists[0] ?? [{ record: value, wrappers: outerWrappers }]);
	};
	const recordsAtPath = names.message === '' ? [] : valuesAt(event, names.message).flat(MAX_DEPTH).filter(isObject);
	const wrappers = recordsAtPath.length > 0 ? withWrapper(event, []) : [];
	const records =
		recordsAtPath.length > 0 ? recordsAtPath.map((record) => ({ record, wrappers })) : recordsUnder(event, [], 0);
	if (records.length > 0 && !isHistory(records))
		return records.map((record) => ({ ...record, isOnly: records.length === 1 }));
	return [{ record: {}, wrappers: withWrapper(event, []), isHistory: records.length > 0 }];
}

const WRAPPER_NAMES = new Set(namesOf(WRAPPERS));

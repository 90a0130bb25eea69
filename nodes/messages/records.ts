import { isGiven, isNone, isPresent, valuesAt } from '../shared/looseValues';
import { type Fields, isObject } from '../shared/values';
import { addressOf } from '../phone/address';
import { directionOf } from './people/direction';
import { isFileType } from './fields/content';
import { namesIn, type Said, saidBy } from './fields/fields';
import { DIRECTORY_ORDER, LIST_ORDER, type Name, nameOf } from './fields/vocabulary';
import { eventIn } from './eventNames';

/** What is around records. It is read once for all of them. */
export interface Around {
	/** What the objects around them say, the nearest first. */
	said: () => Said[];
	/** The plain names of the lists and objects in which they are, from outside to inside. */
	path: string[];
	/** The names of the event, as far as they are not in the record, and what they say. */
	event: () => ReturnType<typeof eventIn>;
}

const once = <Value>(read: () => Value) => {
	let value: Value | undefined;
	return () => (value ??= read());
};

export const NOTHING_AROUND: Around = { said: () => [], path: [], event: once(() => eventIn([], [])) };

function insideOf(object: Fields, name: string, outer = NOTHING_AROUND): Around {
	const path = [...outer.path, name];
	const said = once(() => [saidBy(object, name), ...outer.said()]);
	return { said, path, event: once(() => eventIn(said(), path)) };
}

/** An object that is a message or another event. */
export interface FoundRecord {
	record: Fields;
	around: Around;
}

const MAX_DEPTH = 24;
const MAX_RECORDS = 10_000;
/** Whether a list is a history: people do not write so much between two deliveries. It is not read. */
export const isHistory = (list: unknown): boolean => Array.isArray(list) && list.length > MAX_RECORDS;

/**
 * Finds the records of an event: one per entry of a list, else one: the first from outside with an address of a
 * chat or a direction of its own, which what is in it completes. The event itself if there is none.
 * @param names where the user says that the messages are, and the chat in a message
 */
export function recordsIn(event: unknown, names: { message: string; chat: string }): FoundRecord[] {
	const named = names.message === '' ? [] : valuesAt(event, names.message).flat(MAX_DEPTH).filter(isObject);
	if (named.length > 0 && !isHistory(named)) {
		const around = isObject(event) ? insideOf(event, '') : NOTHING_AROUND;
		return named.map((record) => ({ record, around }));
	}
	const found = recordsUnder(event, names.chat);
	if (isHistory(found)) return [unrecognized({})];
	return found.length > 0 ? found : [unrecognized(event)];
}

/** What contains only one object is around it, under a usual name, or if it says nothing. */
function unrecognized(event: unknown, around = NOTHING_AROUND): FoundRecord {
	const found: FoundRecord = { record: isObject(event) ? event : {}, around };
	for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
		const { record } = found;
		const inside = namesIn(record).filter((name) => typeof record[name] === 'object' && !isNone(record[name]));
		const [name = '', other] = inside;
		const inner = record[name];
		const value: unknown = Array.isArray(inner) ? inner[0] : inner;
		if (other !== undefined || !isObject(value) || isSomethingElse(name)) break;
		if (nameOf(name).wrapper < 0 && saysSomething(saidBy(record, ''))) break;
		found.around = insideOf(record, nameOf(name).plain, found.around);
		found.record = value;
	}
	return found;
}

const saysSomething = ({ id, status, text }: Said) => (id ?? status ?? text) !== undefined;

/** What is about a webhook may also contain the event. */
const isSomethingElse = (name: string) =>
	nameOf(name).isOfAnother || (nameOf(name).place !== undefined && nameOf(name).plain !== 'webhook');

/** Returns the records in a value, which has `around` around it. */
function recordsUnder(value: unknown, chatPath: string, around = NOTHING_AROUND, depth = 0): FoundRecord[] {
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) {
		const objects = value.filter(isObject);
		// Of what is no message, e.g. of contacts, one is read; of a history, none.
		if (around.event().says.noMessage) return objects.slice(0, 1).map((record) => ({ record, around }));
		if (isHistory(objects)) return [{ record: {}, around }];
		return value.flatMap((entry) => recordsOfEntry(entry, chatPath, around, depth));
	}
	if (!isObject(value)) return [];
	const isRecord = hasIdentity(value, chatPath);
	const children = childrenOf(value, isRecord, chatPath);
	for (const [order, tier = []] of children.entries()) {
		const places = tier
			.map(([name, child]) => recordsUnder(child, chatPath, insideOf(value, name, around), depth + 1))
			.filter(({ length }) => length > 0);
		// All lists count together. Of several other places, none is surely the one.
		if (order === LIST_ORDER && places.length > 0) return places.flat();
		if (places.length === 1) return places[0] ?? [];
	}
	return isRecord ? [{ record: value, around }] : [];
}

/** Each entry is a record, also one in which nothing is recognized: nothing may be lost. */
function recordsOfEntry(entry: unknown, chatPath: string, around: Around, depth: number): FoundRecord[] {
	const found = recordsUnder(entry, chatPath, around, depth + 1);
	return found.length > 0 || !isObject(entry) ? found : [unrecognized(entry, around)];
}

type Child = [plain: string, value: unknown];

/**
 * Returns the children of an object in which records may be, the likeliest first. A record contains only lists, and
 * only if it is no message: beside the content of one are older ones.
 */
function childrenOf(object: Fields, isRecord: boolean, chatPath: string): Child[][] {
	const children: Child[][] = [];
	if (isRecord && hasContent(object)) return children;
	const isList = (name: string, value: unknown) => orderOf(name, value, chatPath) === LIST_ORDER;
	const isAround = (name: string, value: unknown) =>
		nameOf(name).wrapper > LIST_ORDER && isObject(value) && namesIn(value).some((each) => isList(each, value[each]));
	for (const name of namesIn(object)) {
		const value = object[name];
		if (isRecord && !isList(name, value) && !isAround(name, value)) continue;
		const order = isRecord ? LIST_ORDER : orderOf(name, value, chatPath);
		if (order !== undefined) (children[order] ??= []).push([nameOf(name).plain, value]);
	}
	return children;
}

/** Returns the tier of a value in which records may be; a list of records is in the first one. */
function orderOf(name: string, value: unknown, chatPath: string): number | undefined {
	const { wrapper } = nameOf(name);
	const isList = Array.isArray(value) && holdsRecord(value, chatPath);
	if (wrapper === LIST_ORDER && isList) return LIST_ORDER;
	if (wrapper >= LIST_ORDER) return Math.max(wrapper, LIST_ORDER + 1);
	const { plain } = nameOf(name);
	const isFile = isFileType(plain) || /^(media|attachments?|actions|buttons|options|rows|sections)$/.test(plain);
	return isFile || isSomethingElse(name) || (Array.isArray(value) && !isList) ? undefined : DIRECTORY_ORDER + 1;
}

/** Whether there is a record near the start of a list: other lists are no list of records. */
function holdsRecord(value: unknown, chatPath: string, depth = 0): boolean {
	if (depth > 8) return false;
	if (Array.isArray(value)) return value.slice(0, 3).some((entry) => holdsRecord(entry, chatPath, depth + 1));
	if (!isObject(value)) return false;
	if (hasIdentity(value, chatPath)) return true;
	return namesIn(value).some((name) => nameOf(name).wrapper >= 0 && holdsRecord(value[name], chatPath, depth + 1));
}

/** Whether an object has the address of a chat, a direction, a part that has them, or an ID and content. */
function hasIdentity(object: Fields, chatPath: string): boolean {
	if (chatPath !== '' && valuesAt(object, chatPath).some(isPresent)) return true;
	const names = namesIn(object);
	// In JSON:API, the ID is beside the attributes.
	const isAround = (name: string, value: unknown) =>
		nameOf(name).plain === 'attributes' && isObject(value) && hasIdentity(value, chatPath);
	if (names.some((name) => identifies(nameOf(name), object[name]) || isAround(name, object[name]))) return true;
	return names.some((name) => nameOf(name).meanings.own?.some(({ role }) => role === 'id')) && hasContent(object);
}

/** Whether a field says whose message an object is. A sender may be beside messages: the account that received them. */
const identifies = ({ plain, isKey, meanings }: Name, value: unknown): boolean =>
	(isKey && isObject(value)) ||
	(plain !== 'sender' && meanings.own?.some(({ role }) => IDENTITY[role]?.(value) !== undefined)) === true;

const isContent = ({ plain, type }: Name, value: unknown): boolean =>
	(type !== undefined && type !== 'contact' && isGiven(value) === true) ||
	(plain === 'body' && typeof value === 'string') ||
	(plain === 'type' && isFileType(value));

const hasContent = (object: Fields) => namesIn(object).some((name) => isContent(nameOf(name), object[name]));

const IDENTITY: Partial<Record<keyof Said, (value: unknown) => unknown>> = {
	chat: addressOf,
	from: addressOf,
	to: addressOf,
	fromMe: directionOf,
};

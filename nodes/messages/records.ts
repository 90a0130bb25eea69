import { type Fields, isObject } from '../shared/values';
import { addressOf, directionOf } from './address';
import { typeOfWord } from './content';
import { DIRECTORIES, isPresent, LISTS, nameOf, namesIn, type Said, saidBy, valuesAt } from './fields';
import { type Says, saidByNames } from './kinds';

/** An object around records, and the name under which they are in it. It is read once for all of them. */
export class Around {
	private read: Said[][] | undefined;
	private names: { eventNames: string[]; says: Says } | undefined;

	constructor(
		readonly object: Fields,
		private readonly name: string,
		private readonly outer: Around | undefined,
	) {}

	/** What it says, and what the objects around it say, the nearest first. */
	get said(): Said[][] {
		return (this.read ??= [saidBy(this.object, true), ...(this.outer?.said ?? [])]);
	}

	/** The plain names of the lists and objects in which the records are, from outside to inside. */
	get path(): string[] {
		return [...(this.outer?.path ?? []), this.name];
	}

	/** The names of the event, as far as they are not in the record, and what they say. */
	get event(): { eventNames: string[]; says: Says } {
		if (this.names === undefined) {
			const eventNames = eventNamesOf(this.said, this.path);
			this.names = { eventNames, says: saidByNames(eventNames) };
		}
		return this.names;
	}
}

/**
 * The names of an event from inside to outside; its `type`, unless of a message; then those of lists and wrappers.
 */
export function eventNamesOf(places: Said[][], path: string[]): string[] {
	const wordsOf = (role: 'event' | 'type') =>
		places.flatMap((said) => said.filter((each) => each.role === role).sort((one, other) => one.rank - other.rank));
	return [...[...wordsOf('event'), ...wordsOf('type')].filter(isEventName).map(({ value }) => String(value)), ...path];
}

/** Whether a field has the name of an event: `type` may also have the type of a message. */
export const isEventName = ({ role, value }: Said): boolean =>
	(role === 'event' || role === 'type') && typeof value === 'string' && typeOfWord(value) === undefined;

/** An object that is a message or another event. */
export interface FoundRecord {
	record: Fields;
	around?: Around;
}

const MAX_DEPTH = 24;

/**
 * Finds the records of an event: one per entry of a list, else one: the first from outside with an address of a
 * chat or a direction of its own, which what is in it completes. The event itself if there is none.
 * @param names where the user says that the messages are, and the chat in a message
 */
export function recordsIn(event: unknown, names: { message: string; chat: string }): FoundRecord[] {
	const named = names.message === '' ? [] : valuesAt(event, names.message).flat(MAX_DEPTH).filter(isObject);
	if (named.length > 0) {
		const around = isObject(event) ? new Around(event, '', undefined) : undefined;
		return named.map((record) => ({ record, around: record === event ? undefined : around }));
	}
	const found: FoundRecord[] = [];
	find(event, { depth: 0, chatPath: names.chat, found });
	return found.length > 0 ? found : [unrecognized(event)];
}

/** What contains only one object is around it: under a usual name, or if it says nothing itself. */
function unrecognized(event: unknown): FoundRecord {
	const found: FoundRecord = { record: isObject(event) ? event : {} };
	for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
		const inside = namesIn(found.record).filter(
			(name) => typeof found.record[name] === 'object' && found.record[name] !== null,
		);
		const [name = '', other] = inside;
		const value = found.record[name];
		if (other !== undefined || !isObject(value) || isSomethingElse(name)) break;
		if (nameOf(name).wrapper < 0 && saidBy(found.record, true).some(({ role }) => role === 'id' || role === 'status'))
			break;
		found.around = new Around(found.record, nameOf(name).plain, found.around);
		found.record = value;
	}
	return found;
}

const isSomethingElse = (name: string) =>
	nameOf(name).isReference || nameOf(name).place !== undefined || NO_WRAPPERS.has(name);
/** What completes a record is none. */
const NO_WRAPPERS = new Set(['key', 'info', 'media', 'location', 'ticket', 'channel']);

interface Search {
	around?: Around;
	depth: number;
	chatPath: string;
	found: FoundRecord[];
}

function find(value: unknown, search: Search): void {
	const depth = search.depth + 1;
	if (depth > MAX_DEPTH) return;
	if (Array.isArray(value)) {
		const inEntries = { ...search, depth };
		for (const entry of value) findInEntry(entry, inEntries);
	} else if (isObject(value)) findInObject(value, { ...search, depth });
}

/** Each entry is a record, also one in which nothing is recognized: nothing may be lost. */
function findInEntry(entry: unknown, search: Search): void {
	const before = search.found.length;
	find(entry, search);
	if (search.found.length === before && isObject(entry)) search.found.push({ record: entry, around: search.around });
}

function findInObject(object: Fields, search: Search): void {
	const { around, chatPath, found } = search;
	const isRecord = hasIdentity(object, chatPath);
	const children = childrenOf(object, isRecord, chatPath);
	const before = found.length;
	for (const [order, name, child] of children) {
		// Of what may be around records, the first that has some counts; all lists together.
		if (order === UNUSUAL || (found.length > before && order !== LISTS)) break;
		find(child, { ...search, around: new Around(object, name, around) });
	}
	if (found.length > before) return;
	if (isRecord) found.push({ record: object, around });
	else findInUnusual(object, children, search);
}

/** The names around a record may be unusual. Of several such records, none is surely the one. */
function findInUnusual(object: Fields, children: Child[], search: Search): void {
	const places: FoundRecord[][] = [];
	for (const [order, name, child] of children) {
		if (order !== UNUSUAL) continue;
		const found: FoundRecord[] = [];
		find(child, { ...search, around: new Around(object, name, search.around), found });
		if (found.length > 0) places.push(found);
	}
	const [only = []] = places;
	if (places.length === 1) for (const each of only) search.found.push(each);
}

type Child = [order: number, plain: string, value: object];
const UNUSUAL = DIRECTORIES + 1;
const NONE: Child[] = [];

/** Returns the children of an object in which records may be, the likeliest first. A record contains only lists. */
function childrenOf(object: Fields, isRecord: boolean, chatPath: string): Child[] {
	let children = NONE;
	for (const name of namesIn(object)) {
		const value = object[name];
		if (typeof value !== 'object' || value === null) continue;
		const order = orderOf(name, value, isRecord, chatPath);
		if (order === undefined) continue;
		if (children === NONE) children = [];
		children.push([order, nameOf(name).plain, value]);
	}
	return children.length > 1 ? children.sort(([one], [other]) => one - other) : children;
}

function orderOf(name: string, value: object, isRecord: boolean, chatPath: string): number | undefined {
	const { plain, wrapper } = nameOf(name);
	if (wrapper === LISTS && (Array.isArray(value) ? hasEvents(plain, value) : !isRecord)) return LISTS;
	if (isRecord) return undefined;
	if (wrapper > LISTS) return wrapper;
	if (isSomethingElse(name) && !hasMessages(plain, value)) return undefined;
	return !Array.isArray(value) || holdsRecord(value, chatPath) ? UNUSUAL : undefined;
}

/** Whether there is a record near the start of a list: other lists are no list of records. */
function holdsRecord(value: unknown, chatPath: string, depth = 0): boolean {
	if (depth > 4 || typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return value.slice(0, 3).some((entry) => holdsRecord(entry, chatPath, depth + 1));
	const object = value as Fields;
	if (hasIdentity(object, chatPath)) return true;
	return namesIn(object).some((name) => nameOf(name).wrapper >= 0 && holdsRecord(object[name], chatPath, depth + 1));
}

/** A chat may be around its messages. */
const hasMessages = (plain: string, chat: object) =>
	plain === 'chat' &&
	Object.entries(chat).some(([name, value]) => nameOf(name).plain === 'messages' && Array.isArray(value));

const ADDRESSES = new Set('remotejid chatid chat from to sendernumber fromnumber source destination'.split(' '));
const DIRECTIONS = new Set(['fromme', 'isfromme', 'direction', 'isoutgoing', 'outgoing']);
const PARTS = new Set(['key', 'info', 'senderdata']);

/** Whether an object has the address of a chat, a direction, a part that has them, or an ID and content. */
function hasIdentity(object: Fields, chatPath = ''): boolean {
	if (chatPath !== '' && valuesAt(object, chatPath).some(isPresent)) return true;
	let hasId = false;
	let hasContent = false;
	for (const name of namesIn(object)) {
		const value = object[name];
		if (!isPresent(value)) continue;
		const { plain, type } = nameOf(name);
		if (ADDRESSES.has(plain) && addressOf(value) !== undefined) return true;
		if (DIRECTIONS.has(plain) && directionOf(value) !== undefined) return true;
		if (PARTS.has(plain) && isObject(value)) return true;
		hasId ||= plain === 'id';
		hasContent ||=
			(type !== undefined && plain !== 'contact' && plain !== 'contacts') ||
			plain === 'caption' ||
			(plain === 'body' && typeof value === 'string');
	}
	return hasId && hasContent;
}

const IDS = new Set(['id', 'ids', 'messageid', 'messageids', 'msgid', 'idmessage', 'keyid', 'key', 'mid']);

/** Whether a list is one of events. A list of statuses may also be a history, whose entries have no ID. */
function hasEvents(name: string, list: unknown[]): boolean {
	const entries = list.slice(0, 3).filter(isObject);
	if (name.startsWith('m')) return entries.length > 0;
	return entries.some((entry) => hasIdentity(entry) || Object.keys(entry).some((each) => IDS.has(nameOf(each).plain)));
}

import { type Fields, isObject } from '../shared/values';
import { addressOf, directionOf } from './address';
import { DIRECTORIES, isPresent, LISTS, nameOf, type Said, saidBy, valuesAt } from './fields';

/** An object around records. It is read once for all records in it. */
export class Around {
	private read: Said[][] | undefined;

	constructor(
		readonly object: Fields,
		private readonly outer: Around | undefined,
	) {}

	/** What it says, and what the objects around it say, the nearest first. */
	get said(): Said[][] {
		return (this.read ??= [saidBy(this.object, true), ...(this.outer?.said ?? [])]);
	}
}

/** An object that is a message or another event. */
export interface FoundRecord {
	record: Fields;
	around?: Around;
	/** The plain names of the lists and objects in which it is. The same object for all entries of a list. */
	path: string[];
}

const MAX_DEPTH = 24;

/**
 * Finds the records of an event: one per entry of a list, else one: the first from outside with an address of a chat or
 * a direction of its own, which what is in it completes. The event itself if there is none.
 * @param names where the user says that the messages are, and the chat in a message
 */
export function recordsIn(event: unknown, names: { message: string; chat: string }): FoundRecord[] {
	const named = names.message === '' ? [] : valuesAt(event, names.message).flat(MAX_DEPTH).filter(isObject);
	if (named.length > 0) {
		const around = isObject(event) ? new Around(event, undefined) : undefined;
		const path: string[] = [];
		return named.map((record) => ({ record, around: record === event ? undefined : around, path }));
	}
	const found: FoundRecord[] = [];
	find(event, { path: [], depth: 0, chatPath: names.chat, found });
	return found.length > 0 ? found : [unrecognized(event)];
}

/** What contains only one object is around it: under a usual name, or if it says nothing itself. */
function unrecognized(event: unknown): FoundRecord {
	const found: FoundRecord = { record: isObject(event) ? event : {}, path: [] };
	for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
		const inside = Object.entries(found.record).filter(([, value]) => typeof value === 'object' && value !== null);
		const [[name = '', value] = [], ...others] = inside;
		if (others.length > 0 || !isObject(value) || isSomethingElse(name)) break;
		if (nameOf(name).wrapper < 0 && saidBy(found.record, true).some(({ role }) => role === 'id' || role === 'status'))
			break;
		found.path.push(nameOf(name).plain);
		found.around = new Around(found.record, found.around);
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
	path: string[];
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
	if (search.found.length === before && isObject(entry))
		search.found.push({ record: entry, around: search.around, path: search.path });
}

function findInObject(object: Fields, search: Search): void {
	const { around, path, chatPath, found } = search;
	const isRecord = hasIdentity(object) || (chatPath !== '' && valuesAt(object, chatPath).some(isPresent));
	const children = childrenOf(object, isRecord);
	const before = found.length;
	const inside = children.length === 0 ? search : { ...search, around: new Around(object, around) };
	for (let index = 0; index < children.length; index += 1) {
		const [order, plain, child] = children[index]!;
		// Of what may be around records, the first that has some counts; all lists together.
		if (found.length > before && order !== LISTS) return;
		if (order === UNUSUAL) return findInUnusual(children.slice(index), inside, isRecord, object);
		find(child, { ...inside, path: [...path, plain] });
	}
	if (found.length === before && isRecord) found.push({ record: object, around, path });
}

/** The names around a record may be unusual. Of several such records, none is surely the one. */
function findInUnusual(children: Child[], search: Search, isRecord: boolean, object: Fields): void {
	if (isRecord) return void search.found.push({ record: object, around: search.around, path: search.path });
	const places = children.map(([, plain, child]) => {
		const found: FoundRecord[] = [];
		find(child, { ...search, path: [...search.path, plain], found });
		return found;
	});
	const [only = [], ...others] = places.filter(({ length }) => length > 0);
	if (others.length === 0) for (const each of only) search.found.push(each);
}

type Child = [order: number, plain: string, value: object];
const UNUSUAL = DIRECTORIES + 1;
const NONE: Child[] = [];

/** Returns the children of an object in which records may be, the likeliest first. A record contains only lists. */
function childrenOf(object: Fields, isRecord: boolean): Child[] {
	let children = NONE;
	for (const name in object) {
		const value = object[name];
		if (typeof value !== 'object' || value === null) continue;
		const order = orderOf(name, value, isRecord);
		if (order === undefined) continue;
		if (children === NONE) children = [];
		children.push([order, nameOf(name).plain, value]);
	}
	return children.length > 1 ? children.sort(([one], [other]) => one - other) : children;
}

function orderOf(name: string, value: object, isRecord: boolean): number | undefined {
	const { plain, wrapper } = nameOf(name);
	if (wrapper === LISTS && (Array.isArray(value) ? hasEvents(plain, value) : !isRecord)) return LISTS;
	if (isRecord) return undefined;
	if (wrapper > LISTS) return wrapper;
	if (isSomethingElse(name) && !hasMessages(plain, value)) return undefined;
	return !Array.isArray(value) || value.slice(0, 3).some((entry) => isObject(entry) && hasIdentity(entry))
		? UNUSUAL
		: undefined;
}

/** A chat may be around its messages. */
const hasMessages = (plain: string, chat: object) =>
	plain === 'chat' &&
	Object.entries(chat).some(([name, value]) => nameOf(name).plain === 'messages' && Array.isArray(value));

const ADDRESSES = new Set('remotejid chatid chat from to sendernumber fromnumber source destination'.split(' '));
const DIRECTIONS = new Set(['fromme', 'isfromme', 'direction', 'isoutgoing', 'outgoing']);
const PARTS = new Set(['key', 'info', 'senderdata']);

/** Whether an object has the address of a chat, a direction, a part that has them, or an ID and content. */
function hasIdentity(object: Fields): boolean {
	let hasId = false;
	let hasContent = false;
	for (const name in object) {
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

import { isPresent, plainName } from '../shared/looseValues';
import { type Fields, isObject } from '../shared/values';
import * as NAMES from './names';
import type { Place, Role } from './names';

const words = (text: string) => text.trim().split(/\s+/);

/** What a name stands for. */
interface Name {
	plain: string;
	/** What a field of this name says, by where it is. */
	meanings: Partial<Record<Place, Array<{ role: Role; rank: number }>>>;
	/** Where one is inside an object of this name. */
	place?: Place;
	/** Whether an object of this name completes a record. */
	isCompletion: boolean;
	/** The order among what may be around records; -1 for others. */
	wrapper: number;
	isReference: boolean;
	isAroundContent: boolean;
	/** The type of the message whose content has this name. */
	type?: string;
	/** The same, of a raw record, for types that the vocabulary does not have. */
	rawType?: string;
}

/** A step in the order of a role's names; the distance from the record is smaller. */
const RANK = 4096;
const LAST = 64 * RANK;

const MEANINGS = new Map<string, Name['meanings']>();
for (const [role, names] of Object.entries(NAMES.ROLES) as Array<[Role, string]>) {
	const inContent = NAMES.IN_CONTENT.includes(role) ? words(names).map((name) => `content.${name}`) : [];
	for (const [order, path] of [...words(names), ...inContent].entries()) {
		const [name = '', place = 'own'] = path.split('.').reverse() as [string, Place?];
		const meanings = MEANINGS.get(name) ?? {};
		const places: Place[] = place === 'own' && NAMES.IN_CONTENT.includes(role) ? ['own', 'content'] : [place];
		for (const each of places) (meanings[each] ??= []).push({ role, rank: order * RANK });
		MEANINGS.set(name, meanings);
	}
}

const PLACES = new Map<string, Place>();
for (const [place, names] of Object.entries(NAMES.PLACES) as Array<[Place, string]>)
	for (const name of words(names)) PLACES.set(name, place);

const COMPLETIONS = words(NAMES.COMPLETIONS);
const AROUND_RECORDS = [words(NAMES.LISTS), [...COMPLETIONS, ...words(NAMES.WRAPPERS)], words(NAMES.DIRECTORIES)];
/** The order of lists, and of what an account has, in `wrapper`. */
export const LISTS = 0;
export const DIRECTORIES = AROUND_RECORDS.length - 1;

const TYPES = new Map<string, string>();
for (const [type, names] of Object.entries(NAMES.TYPES)) for (const name of words(names)) TYPES.set(name, type);

/** The content of a raw record has such a name; what is around content, and news for the device, are none. */
const RAW_CONTENT = /^(?!protocol|senderkey|ephemeral|viewonce|groupmention|devicesent|associated).+message(v\d)?$/;

function newName(plain: string): Name {
	return {
		plain,
		meanings: MEANINGS.get(plain) ?? {},
		place: NAMES.QUOTED.test(plain) ? 'reference' : PLACES.get(plain),
		isCompletion: COMPLETIONS.includes(plain),
		wrapper: AROUND_RECORDS.findIndex((names) => names.includes(plain)),
		isReference: NAMES.QUOTED.test(plain) || NAMES.REFERENCE.test(plain),
		isAroundContent: NAMES.AROUND_CONTENT.test(plain),
		type: TYPES.get(plain.replace(/(message)?(v\d)?$/, '')),
		rawType: RAW_CONTENT.test(plain) ? plain.replace(/message(v\d)?$/, '') : undefined,
	};
}

/** Strangers choose the names in an event: no known one is longer, and not many are remembered. */
const MAX_NAME = 40;
const MAX_NAMES = 2_000;
const known = new Map<string, Name>();
const LONG_NAME = newName('');

export function nameOf(name: string): Name {
	let found = known.get(name);
	if (found === undefined) {
		if (name.length > MAX_NAME) return LONG_NAME;
		found = newName(plainName(name));
		if (known.size >= MAX_NAMES) known.clear();
		known.set(name, found);
	}
	return found;
}

/** Something that an object says: a field with a role, or the content of a type. The lowest rank counts. */
export interface Said {
	role: Role | 'content';
	rank: number;
	value: unknown;
	/** Of content. */
	type: string | undefined;
}

/** Nothing of a message is deeper: an event may have 100,000 levels. Of somebody else, two levels are read. */
const MAX_DEPTH = 10;
const MAX_OTHER = 2;
const LEVEL = 100;

const NONE: never[] = [];

interface Walk {
	said: Said[];
	/** Whether the object is around the record, which then says itself what it contains. */
	isAround: boolean;
	distance: number;
	depth: number;
	/** The plain name of the object. */
	holder: string;
}

/** Returns what a record says, itself and in what completes it; or what an object around records says. */
export function saidBy(object: Fields, isAround = false): Said[] {
	const said: Said[] = [];
	read(object, 'own', { said, isAround, distance: LEVEL, depth: 0, holder: '' });
	return said;
}

/** No object of a message has more fields: one that has is a list whose names are data. */
const MAX_FIELDS = 1_000;

/** Returns the names of the fields of an object, of a very large one the first ones. */
export function namesIn(object: object): string[] {
	const names = Object.keys(object);
	return names.length > MAX_FIELDS ? names.slice(0, MAX_FIELDS) : names;
}

function read(object: Fields, place: Place, walk: Walk): void {
	const { said, distance, isAround } = walk;
	for (const each of namesIn(object)) {
		const value = object[each];
		if (!isPresent(value)) continue;
		const name = nameOf(each);
		for (const { role, rank } of name.meanings[place] ?? NONE)
			said.push({ role, rank: rank + distance, value, type: undefined });
		if (place !== 'reference' && place !== 'content' && isGroupAddress(value))
			said.push({ role: 'chat', rank: LAST + distance, value, type: undefined });
		const type =
			isAround || (place !== 'own' && place !== 'content') ? undefined : contentType(name, value, walk.holder);
		if (type !== undefined) said.push({ role: 'content', rank: distance, value, type });
		if (typeof value !== 'object' || walk.depth >= MAX_DEPTH) continue;
		const inside = placeInside(name, value, place, type !== undefined, isAround);
		if (inside !== undefined) enter(name, value as Fields | unknown[], inside, place, walk);
	}
}

function enter(name: Name, value: Fields | unknown[], place: Place, from: Place, walk: Walk): void {
	const isMessage = place === 'own' || place === 'content';
	const isFirst = !isMessage && (from === 'own' || from === 'content');
	// The key of a raw record is what it is known by; its own ID may be that of a database.
	const isKey = name.plain === 'key' && place === 'own';
	const distance = isKey ? walk.distance - LEVEL / 2 : walk.distance + LEVEL;
	const depth = isFirst ? MAX_DEPTH - MAX_OTHER + 1 : walk.depth + 1;
	// Content may have several parts; of people, such as the contacts of an event, the first one counts.
	const objects = Array.isArray(value) ? value.slice(0, place === 'content' ? 4 : 1) : [value];
	for (const object of objects)
		if (isObject(object))
			read(object, place, { said: walk.said, isAround: walk.isAround, distance, depth, holder: name.plain });
}

/** The address of a group is that of the chat, whatever its name. */
const isGroupAddress = (value: unknown) => typeof value === 'string' && /@g\.us$|^120363\d{11,13}$/.test(value);

/** What completes an object around records: it contains no content, and no other record. */
const KEYS = new Set(['key', 'info', 'senderdata']);

/** Returns where one is inside a value of an object; undefined if it says nothing about the message. */
function placeInside(name: Name, value: object, from: Place, isContent: boolean, isAround: boolean): Place | undefined {
	const { plain, place } = name;
	if (name.isReference) return isAround ? undefined : place;
	if (from === 'content') return plain === 'key' ? 'reference' : 'content';
	if (from === 'reference') return from;
	// What is in an object about somebody is about them, except for a list, e.g. of what they wrote.
	if (from !== 'own') return place ?? (Array.isArray(value) ? undefined : from);
	if (isContent) return 'content';
	if (isAround ? KEYS.has(plain) : name.isCompletion) return Array.isArray(value) ? undefined : 'own';
	if (place !== undefined) return place;
	if (!isAround && name.isAroundContent) return 'content';
	// A service may put its own fields of a message together; the direction of a message tells that they are such.
	return namesIn(value).some((each) => nameOf(each).plain === 'direction') ? 'own' : undefined;
}

/** Words for types that are no names of content: they stand for a person, for a link to a preview, for a flag. */
const ONLY_WORDS = new Set(words('chat url link unsupported delete'));
/** These are content as texts, too; others only as objects: `photo` may be the picture of a person. */
const AS_TEXT =
	/^(text|conversation|textmessage|reaction|edited|revoked|selected\w+|(poll)?votes?|image|video|audio|voice|sticker|document|vcards?|(degrees)?latitude)$/;

/** Returns the type of the content that a value is, if it is one. */
function contentType({ plain, type, rawType }: Name, value: unknown, holder: string): string | undefined {
	const isInside = typeof value === 'object' && value !== null;
	if (plain === 'protocolmessage') return isObject(value) && isRevocation(value) ? 'deleted' : undefined;
	if (type === undefined) return isInside && holder === 'message' ? rawType : undefined;
	if (ONLY_WORDS.has(plain)) return undefined;
	if (!isInside) return AS_TEXT.test(plain) && !isFlag(value) ? type : undefined;
	if (plain === 'conversation' || !Object.values(value).some(isPresent)) return undefined;
	// A contact without a card may be the person who wrote.
	return type === 'contact' && ![value].flat().some(isCard) ? undefined : type;
}

/** A service may send the names of all contents, with values that stand for none. */
const isFlag = (value: unknown) => typeof value === 'boolean' || /^(false|true|no|null|0)$/i.test(String(value));

/** The news about another message in a raw record: a deletion has the number 0, as one without a type. */
const isRevocation = (news: Fields) =>
	Object.entries(news).every(([name, type]) => plainName(name) !== 'type' || /^(0|revoke)$/i.test(String(type)));

const isCard = (value: unknown) =>
	isObject(value) && Object.keys(value).some((name) => /^(vcards?|phones|contacts|displayname)$/.test(plainName(name)));

/**
 * Returns the first value for a role that `accept` accepts: of the first object that has one, in the order of
 * names.
 */
export function first<Value>(
	objects: Said[][],
	role: Said['role'],
	accept: (value: unknown) => Value | undefined,
): Value | undefined {
	for (const object of objects) {
		let best: Value | undefined;
		let least = Infinity;
		for (const said of object) {
			if (said.role !== role || said.rank >= least) continue;
			const value = accept(said.value);
			if (value === undefined) continue;
			best = value;
			least = said.rank;
		}
		if (best !== undefined) return best;
	}
	return undefined;
}

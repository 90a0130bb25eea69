import { isSharedAddress, isWrittenAddress } from '../../phone/address';
import { isPresent, joinedAddress } from '../../shared/looseValues';
import { type Fields, isObject } from '../../shared/values';
import type { Place, Role } from './names';
import { contentType, LAST_RANK, type Name, nameOf } from './vocabulary';

/**
 * What an object says: for each role, the values of the fields that have it. `content` has those of a type's name,
 * `shared` the addresses of groups and broadcasts under other names, `quotedGroup` those of a message that is quoted.
 */
export type Said = Partial<Record<Role | 'content' | 'shared' | 'quotedGroup', Entry[]>>;

export interface Entry {
	value: unknown;
	/** The lowest counts: by the order of the role's names, then by the distance from the record. */
	rank: number;
	/** Of content. */
	type?: string;
}

/**
 * Returns what a record says, itself and in what completes it; or what an object around records says.
 * @param inside the plain name under which the records are in it
 */
export function saidBy(object: Fields, inside?: string): Said {
	const reader = new Reader(inside);
	reader.read(object, 'own', { distance: LEVEL, depth: 0, holder: '' });
	for (const entries of Object.values(reader.said)) entries.sort((one, other) => one.rank - other.rank);
	return reader.said;
}

/** Returns all values for a role, in the order of names. */
export const valuesOf = (said: Said, role: keyof Said): unknown[] => (said[role] ?? []).map(({ value }) => value);

/** Returns the first value for a role that is accepted: of the first object that has one, in the order of names. */
export function first<Value>(
	objects: Said[],
	role: keyof Said,
	accept: (value: unknown) => Value | undefined,
): Value | undefined {
	for (const said of objects)
		for (const { value } of said[role] ?? []) {
			const accepted = accept(value);
			if (accepted !== undefined) return accepted;
		}
	return undefined;
}

/** No object of a message has more fields: one that has is a list whose names are data. */
const MAX_FIELDS = 1_000;

/** Returns the names of the fields of an object; none of a very large one. */
export function namesIn(object: object): string[] {
	const names = Object.keys(object);
	return names.length > MAX_FIELDS ? [] : names;
}

/** What is around the parts of a message; nothing around the message itself. */
const IN_PARTS = /^((message|msg|content|body|payload)s?|(message)?parts|text|)$/;

/** A part of a message may have its type, and its content under the name `value`. */
const typeOfPart = (object: Fields): string | undefined =>
	nameOf(String(object[namesIn(object).find((name) => /^(type|kind)$/.test(nameOf(name).plain)) ?? ''])).type;

/** Nothing of a message is deeper: an event may have 100,000 levels. Of somebody else, two levels are read. */
const MAX_DEPTH = 10;
const MAX_OTHER = 2;
const LEVEL = 100;

/** Where an object is: how far from the record, and the plain name of the object around it. */
interface Position {
	distance: number;
	depth: number;
	holder: string;
}

class Reader {
	readonly said: Said = {};

	/** @param inside where the records are, if the object is around them: they say themselves what they contain */
	constructor(private readonly inside?: string) {}

	read(object: Fields, place: Place, at: Position): void {
		const isOfMessage = place === 'own' || place === 'content';
		for (const key of namesIn(object)) {
			const given = object[key];
			if (!isPresent(given)) continue;
			const value = joinedAddress(given) ?? given;
			const name = nameOf(key);
			this.addRoles(name, value, place, at);
			const part = isOfMessage && name.plain === 'value' && IN_PARTS.test(at.holder) ? typeOfPart(object) : undefined;
			if (part === 'text') this.add('text', { value, rank: LAST_RANK + at.distance });
			const type = part ?? (isOfMessage ? contentType(name, value, at.holder) : undefined);
			if (type !== undefined) this.add('content', { value, rank: at.distance, type });
			if (typeof value === 'object' && (at.depth > 0 || name.plain !== this.inside))
				this.enter(name, value, place, type !== undefined, at);
		}
	}

	private addRoles(name: Name, value: unknown, place: Place, { distance }: Position): void {
		const roles = name.meanings[place] ?? [];
		const isOther = name.plain === 'kind' && OF_CHAT.test(String(value));
		for (const { role, rank } of isOther ? [] : roles) this.add(role, { value, rank: rank + distance });
		if (isSharedAddress(value) && isOfChat(name, place))
			this.add('shared', { value, rank: distance + (String(value).includes('@') ? 0 : 1) });
		if (place === 'quoted' && isSharedAddress(value)) this.add('quotedGroup', { value, rank: distance });
		const whose = /name|title|about|company|business/.test(name.plain) ? undefined : ADDRESSES[place];
		if (whose && (/^\+\d{8,15}$/.test(String(value)) || isWrittenAddress(value)))
			this.add(whose, { value, rank: LAST_RANK + distance });
	}

	private add(role: keyof Said, entry: Entry): void {
		(this.said[role] ??= []).push(entry);
	}

	private enter(name: Name, value: object, from: Place, isContent: boolean, at: Position): void {
		const place = at.depth >= MAX_DEPTH ? undefined : this.placeInside(name, value, from, isContent);
		if (place === undefined) return;
		// What the key or the message itself says comes before what is around them: that may have the ID of an event.
		const isNearer = name.isMessage && place === 'own';
		const isOther = (each: Place) => each !== 'own' && each !== 'content';
		const inside = {
			distance: isNearer ? at.distance - 1 : at.distance + LEVEL,
			depth: isOther(place) && !isOther(from) ? MAX_DEPTH - MAX_OTHER + 1 : at.depth + 1,
			holder: name.plain,
		};
		// Content may have several parts; of people, such as the contacts of an event, the first one counts.
		const objects = Array.isArray(value) ? value.slice(0, place === 'content' ? 4 : 1) : [value];
		for (const object of objects) if (isObject(object)) this.read(object, place, inside);
	}

	/** Returns where one is inside a value of an object; undefined if it says nothing about the message. */
	private placeInside(name: Name, value: object, from: Place, isContent: boolean): Place | undefined {
		const { plain, place } = name;
		if (name.isOfAnother) return this.inside !== undefined ? undefined : place;
		if (from === 'content') return plain === 'key' ? 'quoted' : 'content';
		if (from === 'quoted') return from;
		if (from === 'unknown') return Array.isArray(value) ? undefined : from;
		// What is in an object about somebody is about them, except for a list, e.g. of what they wrote.
		if (from !== 'own') return place ?? (Array.isArray(value) ? undefined : from);
		return isContent ? 'content' : this.placeInMessage(name, value);
	}

	private placeInMessage({ place, isKey, isCompletion, isAroundContent }: Name, value: object): Place | undefined {
		// What is around records contains no content, and other records.
		if (this.inside !== undefined ? isKey : isCompletion) return Array.isArray(value) ? undefined : 'own';
		// A service may put fields of a message together: what has a direction, and no ID as another message has.
		const mayBeOwn = place === 'header' || (place === undefined && !hasRole(value, 'id'));
		if (this.inside === undefined && mayBeOwn && hasRole(value, 'direction')) return 'own';
		if (place !== undefined) return place;
		if (isAroundContent && this.inside === undefined) return 'content';
		// Of anything else, only the address of a group counts: to answer a member alone is worse than to miss a message.
		return Array.isArray(value) ? undefined : 'unknown';
	}
}

const hasRole = (value: object, role: Role) =>
	namesIn(value).some((name) => nameOf(name).meanings.own?.some((each) => each.role === role));

/** Kinds of chats and people, not of messages. */
const OF_CHAT =
	/^(group|community|direct|private|individual|user|person|member|contact|lead|visitor|subscriber|customer|client|agent|bot)$/i;

/** What people write. */
const TYPED = /name|nick|about|bio|title|description|caption|body|text|message|content/;

/** Whether an address of a group may be the chat's: nobody typed it, and it is of no other message. */
const isOfChat = (name: Name, place: Place): boolean =>
	place !== 'content' && place !== 'quoted' && !name.isOfAnother && !TYPED.test(name.plain);

/** In an object about somebody, what is written as an address is theirs, except for what names or describes them. */
const ADDRESSES: Partial<Record<Place, Role>> = {
	sender: 'senderId',
	recipient: 'to',
	contact: 'contact',
	account: 'account',
};

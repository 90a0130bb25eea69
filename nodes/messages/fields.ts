import { isSharedAddress } from '../phone/address';
import { isGiven, isPresent, scalarOf } from '../shared/looseValues';
import { type Fields, isObject } from '../shared/values';
import { IN_CONTENT, type Role, ROLES } from './names';
import { byName, type Name, nameOf, namesOf, type Place } from './words';

const ROLES_OF_PATHS = new Map<string, Array<{ role: Role; order: number }>>();
for (const [role, names] of Object.entries(ROLES) as Array<[Role, string]>)
	for (const [order, fieldName] of namesOf(names).entries()) {
		const paths = fieldName.includes('.') ? [fieldName] : [`message.${fieldName}`, `wrapper.${fieldName}`];
		if (IN_CONTENT.includes(role) && !fieldName.includes('.')) paths.push(`content.${fieldName}`);
		for (const fieldPath of paths)
			ROLES_OF_PATHS.set(fieldPath, [...(ROLES_OF_PATHS.get(fieldPath) ?? []), { role, order }]);
	}

const rolesOf = ({ plain }: Name, place: Place) => ROLES_OF_PATHS.get(`${place}.${plain}`) ?? [];
const hasRole = (name: Name, ...roles: Role[]) => rolesOf(name, 'message').some(({ role }) => roles.includes(role));

/**
 * The values of the fields of an object by role, in the order in which they count. `unknown` has the texts of fields
 * without a role; `group` and `flag` have the fields that are signs of a group and flags.
 */
export type FieldValues = Partial<Record<Role | 'content' | 'unknown' | 'group' | 'flag', Entry[]>>;

/** A field that has a role, with its value. */
export interface Entry {
	/** The field that has the value. */
	name: string;
	value: unknown;
	/** The lowest counts: by the order of the role's names, then by the depth. */
	rank: number;
	type?: string;
}

/** Names of fields, as `plainName` returns them, that have no role, or only that of the user's path. */
export type Silent = Map<string, 'nothing' | 'itself'>;

/** No object of a message has more fields, and none is deeper: strangers may send other ones. */
const MAX_FIELDS = 1_000;
const MAX_DEPTH = 10;
/** How deep signs are looked for in other objects. */
const MAX_OTHER_DEPTH = 4;
/** The longest text that may be a word. */
const MAX_WORD = 60;

/** Returns the names of the fields of an object; none of a very large one, whose names are data. */
export function namesIn(object: object): string[] {
	const names = Object.keys(object);
	return names.length > MAX_FIELDS ? [] : names;
}

/** Reads the fields of a `message` and of what completes it; or of a `wrapper`, those about all its messages. */
export function readFields(
	object: Fields,
	place: 'message' | 'wrapper' = 'message',
	silent: Silent = new Map(),
): FieldValues {
	const values: FieldValues = {};
	collectValues(object, place, 1, 1, silent, (role, entry) => (values[role] ??= []).push(entry));
	for (const entries of Object.values(values)) entries.sort((one, other) => one.rank - other.rank);
	return values;
}

/** Adds a value to those of a role. */
type Add = (role: keyof FieldValues, entry: Entry) => void;

/** Walks through an object. @param level of the object, from 1 @param distance the rank of its fields */
function collectValues(object: Fields, place: Place, level: number, distance: number, silent: Silent, add: Add): void {
	for (const key of namesIn(object)) {
		const value = object[key];
		if (!isPresent(value)) continue;
		const name = nameOf(key);
		const silence = silent.get(name.plain);
		if (silence === 'nothing') continue;
		const roles = rolesOf(name, place);
		for (const { role, order } of roles) add(role, { name: key, value, rank: order * 100 + distance });
		const type = place === 'message' || place === 'content' ? contentType(name, value) : undefined;
		if (type !== undefined) add('content', { name: key, value, rank: level, type });
		const inner = type === undefined ? placeIn(name, place) : 'content';
		if (silence === undefined) {
			if (level === 1 && roles.length === 0 && isShort(value)) add('unknown', { name: key, value, rank: level });
			if (isOfGroup(name, value, place)) add('group', { name: key, value, rank: level });
			if (isFlag(name, value, place)) add('flag', { name: key, value, rank: level });
		}
		if (inner === undefined || !isObject(value) || level >= (inner === 'other' ? MAX_OTHER_DEPTH : MAX_DEPTH)) continue;
		// What a message is known by counts before what is beside it, e.g. the ID of an event.
		const isNearest = name.plain === 'key' || name.plain === 'message';
		collectValues(value, inner === 'key' ? 'message' : inner, level + 1, isNearest ? 0 : level + 1, silent, add);
	}
}

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_WORD;

/** Whether an object of this name has content, or a quoted message, in it. */
const isAroundContent = ({ place }: Name): boolean => place === 'content' || place === 'quoted';

/** Returns the place inside an object of this name; undefined if the object has nothing to do with the message. */
function placeIn(name: Name, from: Place): Place | undefined {
	const { place } = name;
	if (from === 'message') return place ?? 'other';
	if (from === 'content' && place === 'message') return from;
	if (from === 'content') return isAroundContent(name) ? place : undefined;
	// The messages in a wrapper are records themselves.
	if (from === 'wrapper' && place === 'message') return undefined;
	if (from === 'wrapper') return place === undefined || place === 'key' ? 'other' : place;
	return isAroundContent(name) ? undefined : 'other';
}

/** Objects whose fields are not about the message. */
const UNRELATED: Place[] = ['content', 'quoted', 'instance', 'account', 'webhook'];
const GROUP_WORD = /^((super)?group([_ -]?(chat|message))?|newsletter|community|broadcast|channel)$/i;

/** Whether a field has a text that a person wrote, a name that people gave, or the recipient. */
const isWritten = (name: Name) =>
	/(name|title|label)$/.test(name.plain) || hasRole(name, 'text', 'choice', 'senderName', 'instance', 'to');

/** Whether a field has to do with a group, or has the address of one or the word; not of what is written or quoted. */
function isOfGroup(name: Name, value: unknown, place: Place): boolean {
	if (UNRELATED.includes(place)) return false;
	const isShared = isShort(value) && !isWritten(name) && (isSharedAddress(value) || GROUP_WORD.test(value));
	return isShared || (name.isOfGroup && !isAroundContent(name) && isGiven(value) === true);
}

/** The values of a flag that is set: true, 1 or a time. */
const SET = /^(true|1|yes|20\d\d-\d\d.*|1[4-9]\d{8}(\d{3})?)$/i;

/** Whether a field is a flag that is set or, outside of other objects, has the word for one as its value. */
function isFlag(name: Name, value: unknown, place: Place): boolean {
	if (UNRELATED.includes(place) || place === 'chat') return false;
	if (name.isMark) return isGiven(value) === true;
	if (name.isFlag && typeof value !== 'object' && SET.test(String(value))) return true;
	if (place === 'other' || !isShort(value) || !/^[a-z_.-]+$/i.test(value) || !nameOf(value).isFlag) return false;
	// The words of types are read with the user's ones, and what sends events may be the API.
	const isRead = hasRole(name, 'type') || (hasRole(name, 'sentBy') && /^api$/i.test(value));
	return !isWritten(name) && !name.isOfChat && (place === 'sender' || !isRead);
}

/** Whether a field of an object says whose message it is. */
export const isIdentity = (name: Name, value: unknown): boolean =>
	(name.place === 'key' && isObject(value)) ||
	(hasRole(name, 'chat') && scalarOf(value) !== undefined) ||
	(hasRole(name, 'fromMe') && isPresent(value));

/** The changes of another message in a raw record, by a number or a word; all others are for the device. */
const CHANGE_OF_PROTOCOL = byName({ deleted: '0 revoke', edited: '14 message_edit' });

/** Returns the type of the content that an object is, if it is one; or of what happened to which message, or when. */
function contentType({ bare, change, type }: Name, value: unknown): string | undefined {
	if (change === undefined && typeof value !== 'object') return undefined;
	if (!isGiven(value)) return undefined;
	if (change !== undefined || !isObject(value) || bare !== 'protocol') return change ?? type;
	return CHANGE_OF_PROTOCOL.get(String(value.type).toLowerCase());
}

/** Returns all values for a role, in the order of names. */
export const valuesOf = (fields: FieldValues, role: keyof FieldValues): unknown[] =>
	(fields[role] ?? []).map(({ value }) => value);

/** Returns the first value for a role that is accepted: of the first object that has one, in the order of names. */
export function first<Value>(
	objects: FieldValues[],
	role: keyof FieldValues,
	accept: (value: unknown) => Value | undefined,
): Value | undefined {
	for (const fields of objects)
		for (const { value } of fields[role] ?? []) {
			const accepted = accept(value);
			if (accepted !== undefined) return accepted;
		}
	return undefined;
}

import { type Fields, isObject } from '../shared/values';

/** Fields of a message, by plain names: the reference's (section 2.9), usual synonyms, and a raw record's `key`. */
const FIELDS = [
	...(['remotejid', 'chatid', 'chat', 'from', 'to', 'jid', 'phone', 'number'] as const),
	...(['fromme', 'isfromme', 'isoutgoing', 'direction', 'reaction', 'status'] as const),
	...(['id', 'messageid', 'key', 'type', 'messagetype'] as const),
	...(['timestamp', 'messagetimestamp', 'instanceid', 'instance', 'event', 'eventname'] as const),
	...(['eventtype', 'content', 'text', 'body', 'message', 'conversation', 'caption'] as const),
] as const;

export const FIELD = Object.fromEntries(FIELDS.map((name, place) => [name, place])) as Record<
	(typeof FIELDS)[number],
	number
>;

/** The values of an object's message fields, at the places in `FIELD`: a list is faster than an object. */
export type MessageFields = unknown[];

/** Usual names of what is around a message. */
const WRAPPERS =
	/^(data|payload|body|content|chat|object|resource|event|value|detail|params|attributes|notification|response|(message|msg|entry|change|record|item|result|update)s?|entries)$/;

/** What completes a message that is in two parts, e.g. its new status in `update`. A contained message does not. */
const COMPLETIONS = /^(data|payload|message|msg|update|object|attributes)$/;

/** Names of what a message refers to: another message, which is never the message of the event. */
const REFERENCES =
	/quot|repl(y.|i)|forward|context|refer|origin|parent|previous|^before|^old|^last|mention|pinned|history|linked|^cit(ed|ation|ad)|thread/;

/** Of these, or of fields with an object, an object needs one to be a message or a part of one; see `kindOf`. */
const TELLING = /^(remotejid|chatid|chat|from|to|fromme|isfromme|isoutgoing|direction|status|content|messageid)$/;

/** What a name in an event stands for. */
export interface Key {
	name: string;
	/** In lower case, without "_" and "-". */
	plain: string;
	field: number;
	isTelling: boolean;
	isWrapper: boolean;
	isCompletion: boolean;
	isReference: boolean;
	/** The key that followed it last: an event has the same names in the same order, perhaps 100,000 times. */
	next?: Key;
}

/** Returns a name without case, "_" and "-", which services write differently. */
export const plainName = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

const known = new Map<string, Key>();

const newKey = (name: string): Key => {
	// No known name is longer.
	const plain = name.length > 40 ? name : plainName(name);
	return {
		name,
		plain,
		field: FIELDS.findIndex((each) => each === plain),
		isTelling: TELLING.test(plain),
		isWrapper: WRAPPERS.test(plain),
		isCompletion: COMPLETIONS.test(plain),
		isReference: REFERENCES.test(plain),
		next: undefined,
	};
};

let last = newKey('');

/** Returns what a name stands for. It is remembered, and so is what came after it. */
export function keyOf(name: string): Key {
	if (last.next?.name === name) return (last = last.next);
	let key = known.get(name);
	if (key === undefined) {
		key = newKey(name);
		// Strangers decide how many different names an event has.
		if (known.size >= 2_000) {
			known.clear();
			last = newKey('');
		}
		known.set(name, key);
	}
	last.next = key;
	return (last = key);
}

export class Place {
	private read: MessageFields | undefined;

	constructor(
		readonly record: Fields,
		readonly parent: Place | undefined,
	) {}

	get fields(): MessageFields {
		return (this.read ??= messageFieldsOf(this.record));
	}
}

/** Returns the fields of a message that an object has, without empty ones. @param fields a list to use again */
export function messageFieldsOf(object: Fields, fields = new Array<unknown>(FIELDS.length)) {
	addFields(fields.fill(undefined), object);
	const { reaction, key } = FIELD;
	const reacted = fields[reaction];
	// A raw reaction has two keys: its own, and that of the message to which it belongs.
	const own = isObject(reacted) && isObject(reacted.key) ? reacted.key : fields[key];
	// In a raw record, `id` may be that of a database.
	return isObject(own) ? addFields(addFields(fields.fill(undefined), own), object) : fields;
}

function addFields(fields: MessageFields, object: Fields): MessageFields {
	// Without a list of names, which `Object.keys` would create for each object.
	const inherits = Object.getPrototypeOf(object) !== Object.prototype;
	for (const name in object) {
		const { field } = keyOf(name);
		if (field < 0 || fields[field] !== undefined) continue;
		if (inherits && !Object.hasOwn(object, name)) continue;
		const value = object[name];
		if (isPresent(value)) fields[field] = value;
	}
	return fields;
}

/** Returns the values at a path with dots, of each entry of a list on the way, unless the path numbers them. */
export function valuesAt(value: unknown, path: string): unknown[] {
	return path.split('.').reduce<unknown[]>(
		(values, part) =>
			values.flatMap((each) => {
				if (!Array.isArray(each)) return child(each, part);
				return /^\d+$/.test(part)
					? each.slice(Number(part), Number(part) + 1)
					: each.flatMap((entry) => child(entry, part));
			}),
		[value],
	);
}

function child(value: unknown, name: string): unknown[] {
	if (!isObject(value)) return [];
	if (Object.hasOwn(value, name)) return [value[name]];
	const plain = plainName(name.trim());
	const names = Object.keys(value).filter((each) => plainName(each) === plain);
	return names.slice(0, 1).map((each) => value[each]);
}

export const isPresent = (value: unknown) => value !== undefined && value !== null && value !== '';

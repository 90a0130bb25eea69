import { type Fields, isObject } from '../shared/values';

/** Fields of a message, by plain names: the reference's (section 2.9), usual synonyms, and a raw record's `key`. */
const FIELDS = [
	...(['remotejid', 'chatid', 'chat', 'from', 'to', 'jid', 'phone', 'number'] as const),
	...(['fromme', 'isfromme', 'isoutgoing', 'direction', 'reaction', 'status'] as const),
	...(['id', 'messageid', 'key', 'type', 'messagetype'] as const),
	...(['timestamp', 'messagetimestamp', 'instanceid', 'instance', 'event', 'eventname'] as const),
	...(['eventtype', 'content', 'text', 'body', 'message', 'conversation', 'caption'] as const),
] as const;

export type FieldName = (typeof FIELDS)[number];

export type MessageFields = Partial<Record<FieldName, unknown>>;

/** Usual names of what is around a message. */
const WRAPPERS =
	/^(data|payload|body|content|chat|object|resource|event|value|detail|params|attributes|notification|response|(message|msg|entry|change|record|item|result|update)s?|entries)$/;

/** Names of what a message refers to: another message, which is never the message of the event. */
const REFERENCES =
	/quot|repl(y.|i)|forward|context|refer|origin|parent|previous|^before|^old|^last|mention|pinned|history|linked|^cit(ed|ation|ad)|thread/;

/** What a name in an event stands for. */
export interface Key {
	/** In lower case, without "_" and "-". */
	plain: string;
	field?: FieldName;
	isWrapper: boolean;
	isReference: boolean;
}

const known = new Map<string, Key>();

/** Returns what a name stands for. It is remembered, because an event may have the same names 100,000 times. */
export function keyOf(name: string): Key {
	const found = known.get(name);
	if (found) return found;
	// No known name is longer.
	const plain = name.length > 40 ? name : plainName(name);
	const key = {
		plain,
		field: FIELDS.find((each) => each === plain),
		isWrapper: WRAPPERS.test(plain),
		isReference: REFERENCES.test(plain),
	};
	// Strangers decide how many different names an event has.
	if (known.size >= 2_000) known.clear();
	known.set(name, key);
	return key;
}

/** Returns a name without case, "_" and "-", which services write differently. */
export function plainName(name: string): string {
	return name.replace(/[_-]/g, '').toLowerCase();
}

/** Those of an object that has none. */
export const NO_FIELDS: MessageFields = {};

/** An object of an event, and the objects around it. An event may have 100,000 of them, so each is read once. */
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

/** Returns the fields of a message that an object has, by their plain names, without empty ones. */
export function messageFieldsOf(object: Fields): MessageFields {
	let fields = NO_FIELDS;
	for (const name of Object.keys(object)) {
		const { field } = keyOf(name);
		if (field === undefined || fields[field] !== undefined || !isPresent(object[name])) continue;
		if (fields === NO_FIELDS) fields = {};
		fields[field] = object[name];
	}
	// A raw reaction has two keys: its own, and that of the message to which it belongs.
	const key =
		isObject(fields.reaction) && isObject(fields.reaction.key) ? fields.reaction.key : fields.key;
	// In a raw record, `id` may be that of a database.
	return isObject(key) ? { ...fields, ...messageFieldsOf(key) } : fields;
}

/**
 * Returns the values at a path with dots; case, "_" and "-" do not matter. A list on the way is one value per entry,
 * unless the path has the number of an entry.
 */
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
	const found = Object.keys(value).find((each) => plainName(each) === plain);
	return found === undefined ? [] : [value[found]];
}

export const isPresent = (value: unknown) => value !== undefined && value !== null && value !== '';

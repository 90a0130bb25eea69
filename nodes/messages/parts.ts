import { booleanOf, type Fields, isObject, textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { FIELD, isPresent, keyOf, messageFieldsOf, type MessageFields, plainName, valuesAt } from './keys';

export type EventNames = FieldNames['event'];
export type Scalar = string | number | boolean;

/** The fields of each part, the most specific one first. */
export const PARTS = {
	chat: [FIELD.remotejid, FIELD.chatid, FIELD.chat],
	account: [FIELD.jid, FIELD.phone, FIELD.number],
	fromMe: [FIELD.fromme, FIELD.isfromme, FIELD.isoutgoing, FIELD.direction],
	id: [FIELD.messageid, FIELD.id],
	type: [FIELD.type, FIELD.messagetype],
	status: [FIELD.status],
	instance: [FIELD.instanceid, FIELD.instance],
	timestamp: [FIELD.timestamp, FIELD.messagetimestamp],
	event: [FIELD.event, FIELD.eventname, FIELD.eventtype],
};

/** The first of some fields in which `read` finds something: a text, a number or a boolean, also that of an object. */
export function firstIn<Value = Scalar>(
	fields: MessageFields,
	places: number[],
	read: (value: unknown) => Value | undefined = scalarOf as (value: unknown) => Value | undefined,
): Value | undefined {
	for (const place of places) {
		const value = read(fields[place]);
		if (value !== undefined) return value;
	}
	return undefined;
}

/** What a value that is an object stands for: its ID, or the lower half of a long number. */
const VALUES_OF_OBJECTS = ['serialized', 'id', 'low'];

/** Returns a text, a number or a boolean, also if it is that of an object. */
export function scalarOf(value: unknown): Scalar | undefined {
	if (isScalar(value)) return value;
	if (!isObject(value)) return undefined;
	const scalars = Object.entries(value).filter((entry): entry is [string, Scalar] => isScalar(entry[1]));
	return VALUES_OF_OBJECTS.map((name) => scalars.find(([key]) => plainName(key) === name)).find(isPresent)?.[1];
}

export const isScalar = (value: unknown): value is Scalar =>
	typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean';

/** Reads whether a message is an own one: from a boolean, or from a word such as "outgoing". */
export function directionOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (value === 1 || value === 0) return value === 1;
	if (typeof value !== 'string') return undefined;
	if (/^\s*(out|sent)/i.test(value)) return true;
	return /^\s*(in|receiv)/i.test(value) ? false : booleanOf(value);
}

export function fromMeIn(fields: MessageFields): boolean | undefined {
	const own = firstIn(fields, PARTS.fromMe, directionOf);
	const id = fields[FIELD.id];
	return own ?? (isObject(id) ? directionOf(messageFieldsOf(id)[FIELD.fromme]) : undefined);
}

export const chatIn = (fields: MessageFields): Scalar | undefined => firstIn(fields, PARTS.chat);

/** Returns the address of the chat, or else the sender of a received message, the recipient of an own one. */
export function addressIn(fields: MessageFields, fromMe: boolean | undefined): Scalar | undefined {
	const chat = chatIn(fields) ?? scalarOf(fields[fromMe ? FIELD.to : FIELD.from]);
	if (chat !== undefined || fromMe === undefined) return chat;
	return firstIn(fields, PARTS.account);
}

/** Where the text of a message may be, the first one that has a text first. */
const { content, text, body, message, conversation, caption } = FIELD;
const TEXTS = [content, text, body, message, conversation, caption];

/** How deep a text may be in a message, e.g. 4 in `message.ephemeralMessage.message.extendedTextMessage`. */
const MAX_TEXT_DEPTH = 6;

export function textIn(fields: MessageFields, depth = 0): string | undefined {
	return firstIn(fields, TEXTS, (value) => textOfValue(value, depth));
}

/** Returns the text of a value: a text that is not blank as it is, else the one in an object. */
export function textOfValue(value: unknown, depth = 0): string | undefined {
	if (typeof value === 'string') return textOf(value) === undefined ? undefined : value;
	if (!isObject(value) || depth > MAX_TEXT_DEPTH) return undefined;
	const inside = textIn(messageFieldsOf(value), depth + 1);
	return inside ?? textOfValue(rawContentOf(value)?.[1], depth + 1);
}

/** In a raw record, the content is under the name of its type, e.g. `imageMessage`. */
function rawContentOf(value: Fields): [string, Fields] | undefined {
	for (const [name, content] of Object.entries(value)) {
		const { plain, isReference } = keyOf(name);
		if (/.message$/.test(plain) && !isReference && isObject(content)) return [plain.slice(0, -7), content];
	}
	return undefined;
}

/** Returns the type of a raw record by the name of its content: `image` of `{ imageMessage: … }`. */
export function rawTypeOf(message: unknown, depth = 0): string | undefined {
	if (!isObject(message) || depth > MAX_TEXT_DEPTH) return undefined;
	const [name, content] = rawContentOf(message) ?? [];
	const inner = content?.message;
	// What disappears or may be viewed once is wrapped.
	if (isObject(inner)) return rawTypeOf(inner, depth + 1);
	const isText = name === 'extendedtext' || typeof message.conversation === 'string';
	return isText ? 'text' : name;
}

/** What only a message has, what else it may have, and what shows a part of one. */
const CONTENT = [content, text, caption, conversation];
const { id, type, status, instance, timestamp } = PARTS;
const OTHERS = [...id, ...type, ...status, ...instance, ...timestamp];
const OF_PART = [content, FIELD.messageid];

/** The statuses of instances (reference, section 3). */
const isOfInstance = (status: unknown) => /^(connected|disconnected|connecting|error)$/i.test(String(scalarOf(status)));

/**
 * A message; a message or what is around it, if it has neither content nor direction; a part of one; a chat alone, or a
 * status with an ID or an instance, which may be around a message.
 */
export type Kind = 'message' | 'envelope' | 'part' | 'chat' | 'status';

/** Returns what an object is by its fields; undefined = something else. */
export function kindOf(record: Fields, fields: MessageFields, names: EventNames): Kind | undefined {
	if (names.chat !== '' && valuesAt(record, names.chat).some(isPresent)) return 'message';
	const fromMe = fromMeIn(fields);
	if (addressIn(fields, fromMe) !== undefined) {
		const hasText = typeof (fields[body] ?? fields[message]) === 'string';
		if (fromMe !== undefined || hasText || has(fields, CONTENT)) return 'message';
		if (has(fields, OTHERS)) return 'envelope';
		return chatIn(fields) === undefined ? undefined : 'chat';
	}
	if (fromMe !== undefined || has(fields, OF_PART)) return 'part';
	const given = fields[FIELD.status];
	if (given === undefined) return undefined;
	const isOfMessage = fields[FIELD.id] !== undefined && !isOfInstance(given);
	return isOfMessage || has(fields, instance) ? 'status' : undefined;
}

const has = (fields: MessageFields, places: number[]) => places.some((place) => fields[place] !== undefined);

export type TypeNames = FieldNames['types'];

/** Usual words for the kinds of messages; the reference (section 2.9) only shows "text". */
const KINDS_OF_TYPES: Array<[string, RegExp]> = [
	['text', /^(text|chat|conversation|extended_?text(message)?)$/i],
	['video', /video|ptv|gif/i],
	['audio', /audio|voice|ptt/i],
	['image', /image|picture|photo/i],
	['sticker', /sticker/i],
	['document', /document|file|pdf|media/i],
];

/** Returns `text`, `image`, `video`, `audio`, `document` or `sticker`. @param types the user's names come first */
export function kindOfType(type: unknown, types: TypeNames): string | undefined {
	const given = textOf(type)?.toLowerCase();
	if (given === undefined) return undefined;
	const [own] = Object.entries(types).find(([, name]) => name.toLowerCase() === given) ?? [];
	return own ?? KINDS_OF_TYPES.find(([, pattern]) => pattern.test(given))?.[0];
}

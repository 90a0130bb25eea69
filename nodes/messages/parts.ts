import { booleanOf, type Fields, isObject, textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import {
	type FieldName,
	isPresent,
	keyOf,
	messageFieldsOf,
	type MessageFields,
	NO_FIELDS,
	type Place,
	plainName,
	valuesAt,
} from './keys';

/** The user's names for the parts of a message; an empty one is found by itself. */
export type EventNames = FieldNames['event'];

export type Scalar = string | number | boolean;

/** The names of each part, the most specific one first. */
export const NAMES = {
	chat: ['remotejid', 'chatid', 'chat'],
	account: ['jid', 'phone', 'number'],
	id: ['messageid', 'id'],
	type: ['type', 'messagetype'],
	status: ['status'],
	instance: ['instanceid', 'instance'],
	timestamp: ['timestamp', 'messagetimestamp'],
} satisfies Record<string, FieldName[]>;

/** The first field that is a text, a number or a boolean, or has an ID. */
export function firstIn(fields: MessageFields, names: FieldName[]): Scalar | undefined {
	for (const name of names) {
		const value = scalarOf(fields[name]);
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
	const scalars = Object.entries(value).filter((entry): entry is [string, Scalar] =>
		isScalar(entry[1]),
	);
	const found = VALUES_OF_OBJECTS.map((name) => scalars.find(([key]) => plainName(key) === name));
	return found.find(isPresent)?.[1];
}

/** Whether a value is a text that is not empty, a number or a boolean. */
export const isScalar = (value: unknown): value is Scalar =>
	typeof value === 'string'
		? value !== ''
		: typeof value === 'number' || typeof value === 'boolean';

/** Whether a message is an own one, also as the words of a direction. */
export function directionOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (value === 1 || value === 0) return value === 1;
	if (typeof value !== 'string') return undefined;
	if (/^\s*(out|sent)/i.test(value)) return true;
	return /^\s*(in|receiv)/i.test(value) ? false : booleanOf(value);
}

export function fromMeIn(fields: MessageFields): boolean | undefined {
	const { fromme, isfromme, isoutgoing, direction } = fields;
	const own = [fromme, isfromme, isoutgoing, direction].map(directionOf).find(isPresent);
	const id = fields.id;
	return own ?? (isObject(id) ? directionOf(messageFieldsOf(id).fromme) : undefined);
}

/** The address of a chat under a name that says so. */
export function chatIn(fields: MessageFields): Scalar | undefined {
	return firstIn(fields, NAMES.chat);
}

/** The address of the chat: also who sent a received message, or to whom an own one was sent. */
export function addressIn(fields: MessageFields, fromMe: boolean | undefined): Scalar | undefined {
	const chat = chatIn(fields) ?? scalarOf(fromMe ? fields.to : fields.from);
	if (chat !== undefined || fromMe === undefined) return chat;
	return firstIn(fields, NAMES.account);
}

/** Where the text of a message may be, the first one that has a text first. */
const TEXT_FIELDS = ['content', 'text', 'body', 'message', 'conversation', 'caption'] as const;

/** How deep a text may be in a message, e.g. 4 in `message.ephemeralMessage.message.extendedTextMessage`. */
const MAX_TEXT_DEPTH = 6;

/** Returns the text or the caption in the fields of a message; undefined if it has none. */
export function textIn(fields: MessageFields, depth = 0): string | undefined {
	for (const name of TEXT_FIELDS) {
		const value = fields[name];
		const text = isObject(value) ? textOfObject(value, depth) : filledText(value);
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Returns a text as it is; undefined if it is blank. */
const filledText = (value: unknown) =>
	typeof value === 'string' && textOf(value) !== undefined ? value : undefined;

function textOfObject(value: Fields, depth: number): string | undefined {
	if (depth > MAX_TEXT_DEPTH) return undefined;
	const content = rawContentOf(value);
	return (
		textIn(messageFieldsOf(value), depth + 1) ?? (content && textOfObject(content[1], depth + 1))
	);
}

/** In a raw record, the content is under the name of its type, e.g. `imageMessage`. */
function rawContentOf(value: Fields): [string, Fields] | undefined {
	for (const [name, content] of Object.entries(value)) {
		const { plain, isReference } = keyOf(name);
		if (/.message$/.test(plain) && !isReference && isObject(content))
			return [plain.slice(0, -7), content];
	}
	return undefined;
}

/** Returns the type of a raw record by the name of its content: `image` of `{ imageMessage: … }`. */
export function rawTypeOf(message: unknown): string | undefined {
	if (!isObject(message)) return undefined;
	const [name, content] = rawContentOf(message) ?? [];
	const inner = content?.message;
	// What disappears or may be viewed once is wrapped.
	if (isObject(inner)) return rawTypeOf(inner);
	const isText = name === 'extendedtext' || typeof message.conversation === 'string';
	return isText ? 'text' : name;
}

/** Names of what only a message has, of what else it may have, and of what shows a part of one. */
const CONTENT: FieldName[] = ['content', 'text', 'caption', 'conversation'];
const { id, type, status, instance, timestamp } = NAMES;
const OTHERS: FieldName[] = [...id, ...type, ...status, ...instance, ...timestamp];
const PARTS: FieldName[] = ['content', 'messageid'];

/** The statuses of instances (reference, section 3). */
const isOfInstance = (status: unknown) =>
	/^(connected|disconnected|connecting|error)$/i.test(String(status));

/** A message; a message or what is around it, if it has neither content nor direction; a part of one. */
export type Kind = 'message' | 'envelope' | 'part';

/** Returns what an object is; undefined = something else. */
export function kindOf({ record, fields }: Place, names: EventNames): Kind | undefined {
	if (names.chat !== '' && valuesAt(record, names.chat).some(isPresent)) return 'message';
	if (fields === NO_FIELDS) return undefined;
	const fromMe = fromMeIn(fields);
	if (addressIn(fields, fromMe) !== undefined) {
		const hasText = typeof (fields.body ?? fields.message) === 'string';
		if (fromMe !== undefined || hasText || has(fields, CONTENT)) return 'message';
		if (has(fields, OTHERS)) return 'envelope';
		return chatIn(fields) === undefined ? undefined : 'part';
	}
	if (fromMe !== undefined || has(fields, PARTS)) return 'part';
	if (fields.status === undefined) return undefined;
	const isOfMessage = fields.id !== undefined && !isOfInstance(fields.status);
	return isOfMessage || has(fields, instance) ? 'part' : undefined;
}

function has(fields: MessageFields, names: FieldName[]): boolean {
	for (const name of names) if (fields[name] !== undefined) return true;
	return false;
}

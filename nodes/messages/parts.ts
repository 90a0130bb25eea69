import type { FieldNames } from '../transport/credentials/fieldNames';
import { booleanOf, isObject } from '../shared/plainValues';
import { type FieldName, messageFieldsOf, isPresent, type MessageFields, plainName } from './keys';

/** The user's names for the parts of a message; an empty one is found by itself. */
export type EventNames = FieldNames['event'];

/** A text, a number or a boolean. */
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

import {
	type FieldName,
	isPresent,
	type MessageFields,
	NO_FIELDS,
	type Place,
	valuesAt,
} from './keys';
import { addressIn, chatIn, type EventNames, fromMeIn, NAMES } from './parts';

/** Names of what only a message has, of what else it may have, and of what shows a part of one. */
const CONTENT: FieldName[] = ['content', 'text', 'caption', 'conversation'];
const { id, type, status, instance, timestamp } = NAMES;
const OTHERS: FieldName[] = [...id, ...type, ...status, ...instance, ...timestamp];
const PARTS: FieldName[] = ['content', 'messageid'];

/** The statuses of instances (reference, section 3). */
const isOfInstance = (status: unknown) =>
	/^(connected|disconnected|connecting|error)$/i.test(String(status));

/**
 * What an object is: a message; a message or what is around it, if it has neither content nor direction; a part of one.
 */
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

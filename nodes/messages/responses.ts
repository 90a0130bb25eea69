import { type Fields, isObject } from '../shared/values';
import { nameOf } from './vocabulary';
import { type EventMessage, type EventNames, readMessage } from './message';
import { ADDRESSED, partsOf } from './simplify';

/**
 * Returns a message that was sent, from the record of the response. It is an own one, in the chat of the recipient;
 * no other message in the response is taken for it, and a sentence about the request is not its text.
 * @param recipient the address that was sent, if it is known @returns the simplified fields and `raw`
 */
export function sentMessage(record: unknown, names: EventNames, recipient: string | undefined): Fields {
	const message = messageOf(record, names, recipient, isSentence);
	return { ...partsOf({ ...message, fromMe: true }), raw: record };
}

/**
 * Returns a message of a chat that was asked for, from a record of the list; the record itself if it has no part of
 * one.
 * @param chat the address that was asked for, if it is known @returns the simplified fields and `raw`
 */
export function messageOfChat(record: unknown, names: EventNames, chat: string | undefined): Fields {
	const message = messageOf(record, names, chat);
	const { messageId, content } = message;
	if (messageId === undefined && content.found === 'nothing') return isObject(record) ? record : { value: record };
	return { ...partsOf(message), raw: record };
}

function messageOf(
	record: unknown,
	names: EventNames,
	chat: string | undefined,
	isSkipped: (name: string, value: unknown) => boolean = () => false,
): EventMessage {
	const fields = Object.entries(isObject(record) ? record : {}).filter(([name, value]) => !isSkipped(name, value));
	const found = { record: onlyMessageOf(Object.fromEntries(fields)) };
	const message = readMessage(record, found, { ...names, message: '' }, { chat });
	return { ...message, kind: ADDRESSED.includes(message.kind) ? message.kind : 'message' };
}

/** A response may have a list with the one message. */
function onlyMessageOf(record: Fields): Fields {
	const lists = Object.keys(record).filter((name) => nameOf(name).plain === 'messages');
	const [list] = lists.map((name) => record[name]);
	const [only, ...others] = Array.isArray(list) ? (list as unknown[]) : [];
	return isObject(only) && others.length === 0 ? { ...record, message: only } : record;
}

/** A text in the place of a message says what became of the request. */
const isSentence = (name: string, value: unknown) => typeof value === 'string' && nameOf(name).plain === 'message';

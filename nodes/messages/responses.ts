import type { IDataObject } from 'n8n-workflow';
import { type Fields, isObject } from '../shared/values';
import { isSameAddress, readAddress } from './address';
import { isPresent, nameOf, type Scalar } from './fields';
import { type EventMessage, type EventNames, readMessage } from './message';
import { chatIdOf, partsOf } from './simplify';

/**
 * Returns a message that was sent, from the record of the response. It is an own one, in the chat of the recipient; no other
 * message in the response is taken for it, and a sentence about the request is not its text.
 * @param recipient the address that was sent, as text @returns the simplified fields and `raw`
 */
export function sentMessage(record: unknown, names: EventNames, recipient: string): Fields {
	const message = messageOf(record, names, recipient, { fromMe: true });
	const hasSentence = isObject(record) && Object.keys(record).some((name) => isSentence(name, record[name]));
	const { text, ...parts } = partsOf(message);
	const { messageId, chatId, phone, senderName, ...others } = parts;
	// The order of the fields is that of all operations.
	const shown = hasSentence || text === undefined ? others : { text, ...others };
	const before = { messageId, chatId, phone, senderName };
	return { ...withoutMissing(before), ...shown, raw: record };
}

/**
 * Returns a message of a chat that was asked for, from a record of the list; the record itself if it has no part of one.
 * @param chat the address that was asked for @returns the simplified fields and `raw`
 */
export function messageOfChat(record: unknown, names: EventNames, chat: string): Fields {
	const message = messageOf(record, names, chat, {});
	const { messageId, content } = message;
	if (messageId === undefined && content.found === 'nothing') return isObject(record) ? record : { value: record };
	return { ...partsOf(message), raw: record };
}

function messageOf(record: unknown, names: EventNames, chat: string, known: Partial<EventMessage>): EventMessage {
	const fields = isObject(record) ? record : {};
	const message = readMessage(record, { record: onlyMessageOf(fields) }, { ...names, message: '' });
	const isAddressed = ['message', 'ownMessage', 'reaction', 'status'].includes(message.kind);
	const kind = isAddressed ? message.kind : 'message';
	const given = chatIdOf({ ...message, kind });
	return { ...message, ...known, kind, record: fields, ...chatAs(given, chat) };
}

/** A response may have a list with the one message. */
function onlyMessageOf(record: Fields): Fields {
	const lists = Object.keys(record).filter((name) => nameOf(name).plain === 'messages');
	const [list] = lists.map((name) => record[name]);
	const [only, ...others] = Array.isArray(list) ? (list as unknown[]) : [];
	return isObject(only) && others.length === 0 ? { ...record, message: only } : record;
}

/** The chat as the service writes it, if it is the one that is known: the same, or the LID of a person. */
function chatAs(given: Scalar | undefined, known: string): Pick<EventMessage, 'chat' | 'chatKind'> {
	const isLid = /@lid$/.test(String(given)) && readAddress(known)?.phone !== undefined;
	const chat = isPresent(given) && (isLid || isSameAddress(given, known)) ? given : known;
	return { chat, chatKind: readAddress(chat)?.kind };
}

/** A text in the place of a message says what became of the request. */
const isSentence = (name: string, value: unknown) => typeof value === 'string' && nameOf(name).plain === 'message';

const withoutMissing = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

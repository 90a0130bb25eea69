import type { IDataObject } from 'n8n-workflow';
import { readAddress } from '../phone/address';
import type { Scalar } from '../shared/looseValues';
import { type Fields, isObject, textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { typeOfWord } from './fields/content';
import type { Kind } from './kinds';
import { type EventMessage, type EventNames, readMessage } from './message';
import { nameOf } from './fields/vocabulary';

/** Kinds that have an address: a message that somebody wrote, and what a user chose by name. */
const ADDRESSED: Kind[] = ['message', 'ownMessage', 'reaction', 'status'];

/**
 * Where a reply goes: the address as the event has it; a plain number with "+", so that it can be read in one way
 * only.
 */
export function chatIdOf({ kind, chat, chatKind }: EventMessage): Scalar | undefined {
	if (!ADDRESSED.includes(kind)) return undefined;
	const isNumber = chatKind === 'direct' && /^[1-9]\d{6,14}$/.test(String(chat)) && readAddress(chat)?.phone;
	return isNumber ? `+${String(chat)}` : chat;
}

/** Returns the parts that a message has, under the names that all operations and the trigger use. */
export function partsOf(message: EventMessage): IDataObject {
	const { kind, chat, chatKind, time } = message;
	const isAddressed = ADDRESSED.includes(kind);
	const hasChat = isAddressed && chat !== undefined;
	return addTo(
		{},
		{
			messageId: kind === 'connection' || kind === 'other' ? undefined : message.messageId,
			chatId: chatIdOf(message),
			phone: hasChat ? message.phone : undefined,
			senderName: message.senderName,
			text: isAddressed ? message.text : undefined,
			reaction: message.reaction,
			type: message.type,
			status: message.status,
			fromMe: message.fromMe,
			isGroup: hasChat && chatKind !== undefined ? chatKind === 'group' : undefined,
			quotedMessageId: message.quotedMessageId,
			instanceId: message.instanceId,
			date: time === undefined ? undefined : new Date(time).toISOString(),
		},
	);
}

/** Adds the fields that have a value to an item. */
export function addTo(item: IDataObject, fields: IDataObject): IDataObject {
	for (const name in fields) if (fields[name] !== undefined) item[name] = fields[name];
	return item;
}

/** Returns the type of a message in the one vocabulary. @param types the user's names come first */
export function kindOfType(type: unknown, types: FieldNames['types']): string | undefined {
	const given = textOf(type)?.toLowerCase();
	if (given === undefined) return undefined;
	const own = Object.entries(types).find(([, name]) => name.toLowerCase() === given)?.[0];
	return own === 'voice' ? 'audio' : (own ?? typeOfWord(given));
}

/**
 * Returns a message that was sent, from the record of the response. It is an own one, in the chat of the recipient;
 * no other message in the response is taken for it, and a sentence about the request is not its text.
 * @param recipient the address that was sent, if it is known @returns the simplified fields and `raw`
 */
export function sentMessage(record: unknown, names: EventNames, recipient: string | undefined): Fields {
	const message = messageOf(withoutSentences(record), names, recipient, true);
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

function messageOf(record: unknown, names: EventNames, chat: string | undefined, isOwn?: true): EventMessage {
	const found = { record: onlyMessageOf(isObject(record) ? record : {}) };
	const message = readMessage(record, found, { ...names, message: '' }, { chat, isOwn });
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
function withoutSentences(record: unknown, depth = 0): unknown {
	if (!isObject(record) || depth > 5) return record;
	const fields = Object.entries(record).filter(
		([name, value]) => typeof value !== 'string' || nameOf(name).plain !== 'message',
	);
	return Object.fromEntries(
		fields.map(([name, value]) => [name, nameOf(name).isCompletion ? withoutSentences(value, depth + 1) : value]),
	);
}

import type { IDataObject } from 'n8n-workflow';
import { readAddress } from '../phone/address';
import type { Scalar } from '../shared/looseValues';
import { textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { typeOfWord } from './content';
import type { Kind } from './kinds';
import type { EventMessage } from './message';

/** Kinds that have an address: a message that somebody wrote, and what a user chose by name. */
export const ADDRESSED: Kind[] = ['message', 'ownMessage', 'reaction', 'status'];

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
	return Object.entries(types).find(([, name]) => name.toLowerCase() === given)?.[0] ?? typeOfWord(given);
}

import type { IDataObject } from 'n8n-workflow';
import { isPhone } from '../phone/address';
import { ADDRESSED, type EventMessage } from './message';

/** Returns the parts that a message has, under the names that all operations and the trigger use. */
export function partsOf(message: Pick<EventMessage, 'kind'> & Partial<EventMessage>): IDataObject {
	const { kind, chat, chatKind, time } = message;
	const isAddressed = ADDRESSED.includes(kind);
	const hasChat = isAddressed && chat !== undefined;
	// With "+", a plain number has one reading.
	const isNumber = chatKind === 'direct' && /^[1-9]\d{6,14}$/.test(String(chat)) && isPhone(chat);
	const chatId = isNumber ? `+${String(chat)}` : chat;
	const parts = {
		messageId: kind === 'connection' || kind === 'other' ? undefined : message.messageId,
		chatId: hasChat ? chatId : undefined,
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
	};
	return addTo({}, parts);
}

/** Adds fields to an item, except those that are undefined. */
export function addTo(item: IDataObject, fields: IDataObject): IDataObject {
	for (const name in fields) if (fields[name] !== undefined) item[name] = fields[name];
	return item;
}

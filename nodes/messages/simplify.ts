import type { IDataObject } from 'n8n-workflow';
import { kindOfAddress, readAddress, scalarAddress, writtenAddress } from '../phone/address';
import { isScalar, type Scalar, scalarOf, statusOf, timeOf, valueAtPath } from '../shared/looseValues';
import { type Fields, isObject, textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { typeOfWord } from './fields/content';
import { first, saidBy } from './fields/fields';
import type { Kind } from './kinds';
import { type EventMessage, type EventNames, readMessage } from './message';
import { nameOf } from './fields/vocabulary';

/** Kinds that have an address: a message that somebody wrote, and what a user chose by name. */
const ADDRESSED: Kind[] = ['message', 'ownMessage', 'reaction', 'status'];

/** Where a reply goes: the address as the event has it; a plain number with "+", so that it has one reading. */
export function chatIdOf({
	kind,
	chat,
	chatKind,
}: Pick<EventMessage, 'kind' | 'chat' | 'chatKind'>): Scalar | undefined {
	if (!ADDRESSED.includes(kind)) return undefined;
	const isNumber = chatKind === 'direct' && /^[1-9]\d{6,14}$/.test(String(chat)) && readAddress(chat)?.phone;
	return isNumber ? `+${String(chat)}` : chat;
}

/** Returns the parts that a message has, under the names that all operations and the trigger use. */
export function partsOf(message: Pick<EventMessage, 'kind'> & Partial<EventMessage>): IDataObject {
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

/** What is known of a message because the node sent it. */
export interface Sent {
	recipient: string;
	instanceId: string;
	/** A key of the names of types, or the service's word. */
	type?: string;
	/** What it says, under usual names. */
	content: Fields;
}

/** Returns a message that was sent: what the request says, and of the response only what the service adds to it. */
export function sentMessage(record: unknown, { event: names, types }: FieldNames, sent: Partial<Sent> = {}): Fields {
	const response = [saidBy(onlyMessageOf(isObject(record) ? record : {}))];
	const request = [saidBy({ content: sent.content })];
	const added = (role: 'id' | 'status' | 'instance' | 'timestamp') =>
		scalarOf(valueAtPath(names[role], record)) ?? first(response, role, role === 'status' ? statusOf : scalarOf);
	const written = first(response, 'chat', scalarAddress) ?? first(response, 'to', scalarAddress);
	const chat = sent.recipient === undefined ? written : writtenAddress(written, sent.recipient);
	const phone = readAddress(sent.recipient ?? chat)?.phone;
	const type = sent.type ?? first(response, 'type', textOf);
	const message = {
		kind: 'ownMessage' as const,
		fromMe: true,
		messageId: added('id') ?? first(response, 'uid', scalarOf),
		chat,
		chatKind: kindOfAddress(sent.recipient ?? chat),
		phone: phone && `+${phone}`,
		text: first(request, 'text', exactText),
		reaction: first(request, 'emoji', exactText),
		type: kindOfType(type, types) ?? type,
		status: added('status'),
		quotedMessageId: first(response, 'quoted', scalarOf),
		instanceId: added('instance') ?? sent.instanceId,
		time: timeOf(added('timestamp')),
	};
	return { ...partsOf(message), raw: record };
}

/** Returns a message from a record of a chat's list, with `raw`; the record itself if it has no part of a message. */
export function messageOfChat(record: unknown, names: EventNames, chat: string | undefined): Fields {
	const found = { record: onlyMessageOf(isObject(record) ? record : {}) };
	const message = readMessage(record, found, { ...names, message: '' }, chat);
	const { messageId, content } = message;
	if (messageId === undefined && content.found === 'nothing') return isObject(record) ? record : { value: record };
	const kind = ADDRESSED.includes(message.kind) ? message.kind : 'message';
	return { ...partsOf({ ...message, kind }), raw: record };
}

const exactText = (value: unknown) => (isScalar(value) ? String(value) : undefined);

/** A response may have a list with the one message. */
function onlyMessageOf(record: Fields): Fields {
	const lists = Object.keys(record).filter((name) => nameOf(name).plain === 'messages');
	const [list] = lists.map((name) => record[name]);
	const [only, ...others] = Array.isArray(list) ? (list as unknown[]) : [];
	return isObject(only) && others.length === 0 ? { ...record, message: only } : record;
}

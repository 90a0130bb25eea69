import { isPresent, type Scalar, scalarOf } from '../shared/looseValues';
import type { IDataObject } from 'n8n-workflow';
import { textOf as trimmedText } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { addressOf, readAddress } from '../phone/address';
import { reactionOf, textOf, typeOfWord } from './content';
import { first } from './fields';
import type { Kind } from './kinds';
import { type EventMessage, namedPart } from './message';
import { directionOf, isSomebodyElse, phoneOf } from './people';

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

/** What a person wrote or chose; undefined for what is no message. */
export function messageText(message: EventMessage): string | undefined {
	const { kind, content, places } = message;
	if (!ADDRESSED.includes(kind)) return undefined;
	const named = namedPart(message, 'text');
	const text = isPresent(named) && typeof named !== 'object' ? String(named) : undefined;
	return text ?? textOf(places[0] ?? {}, content);
}

/** The type in the one vocabulary, else the service's own word. */
export function messageType(message: EventMessage): Scalar | undefined {
	const { content, places } = message;
	if (content.type !== undefined || content.found === 'nothing') return content.type;
	const word = scalarOf(namedPart(message, 'type')) ?? first(places.slice(0, 1), 'type', scalarOf);
	return typeOfWord(word) ?? word;
}

export function instanceIdOf(message: EventMessage): Scalar | undefined {
	return scalarOf(namedPart(message, 'instance')) ?? first(message.places, 'instance', scalarOf);
}

/** Returns the parts that a message has, under the names that all operations and the trigger use. */
export function partsOf(message: EventMessage): IDataObject {
	const { kind, places, content, chat, chatKind, fromMe, status, messageId } = message;
	const own = places.slice(0, 1);
	const isAddressed = ADDRESSED.includes(kind);
	const isName = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
	const names = (['firstName', 'lastName'] as const).flatMap((role) => first(places, role, isName) ?? []);
	const isMember = isSomebodyElse(first(places, 'contact', addressOf), chat);
	const contactName = chatKind !== 'group' || isMember ? first(places, 'contactName', isName) : undefined;
	const phone = isAddressed && chat !== undefined ? phoneOf(places, chat, chatKind, fromMe === true) : undefined;
	return addTo(
		{},
		{
			messageId: kind === 'connection' || kind === 'other' ? undefined : messageId,
			chatId: chatIdOf(message),
			phone,
			senderName: first(places, 'senderName', isName) ?? (names.join(' ') || contactName),
			text: messageText(message),
			reaction: kind === 'reaction' ? reactionOf(places[0] ?? {}, content) : undefined,
			type: messageType(message),
			status,
			fromMe,
			isGroup: !isAddressed || chat === undefined || chatKind === undefined ? undefined : chatKind === 'group',
			quotedMessageId: first(own, 'quoted', scalarOf),
			instanceId: instanceIdOf(message),
			date: dateOf(message),
		},
	);
}

/** Whether the account or the API sent an own message, if the event says it. */
export function sentBy({ fromMe, places }: EventMessage): 'api' | 'app' | undefined {
	if (fromMe !== true) return undefined;
	const source = first(places, 'source', (value) => (value === 'api' || value === 'app' ? value : undefined));
	const isByApi = first(places, 'isByApi', directionOf);
	return source ?? (isByApi === undefined ? undefined : isByApi ? 'api' : 'app');
}

/** Adds the fields that have a value to an item. */
export function addTo(item: IDataObject, fields: IDataObject): IDataObject {
	for (const name in fields) if (fields[name] !== undefined) item[name] = fields[name];
	return item;
}

/** The possible units of a timestamp in ms, and the years in which a message may be. */
const UNITS = [1000, 1, 1e-3, 1e-6];
const EARLIEST = Date.UTC(2000);
const LATEST = Date.UTC(2100);
const NUMBER = /^\d+(\.\d+)?$/;
/** Any other text, or one without a time zone, can be read in several ways. */
const ISO_DATE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?\s?(Z|[+-]\d\d:?\d\d)$/i;

/** Returns when an event happened, in ms. The reference (section 2.9) does not show the unit, so the size decides. */
export function timeOf(message: EventMessage): number | undefined {
	const timestamp = scalarOf(namedPart(message, 'timestamp')) ?? first(message.places, 'timestamp', scalarOf);
	const text = String(timestamp);
	const times = ISO_DATE.test(text)
		? [Date.parse(text)]
		: NUMBER.test(text)
			? UNITS.map((unit) => Number(text) * unit)
			: [];
	return times.find((each) => each > EARLIEST && each < LATEST);
}

function dateOf(message: EventMessage): string | undefined {
	const time = timeOf(message);
	return time === undefined ? undefined : new Date(time).toISOString();
}

/** Returns the type of a message in the one vocabulary. @param types the user's names come first */
export function kindOfType(type: unknown, types: FieldNames['types']): string | undefined {
	const given = trimmedText(type)?.toLowerCase();
	if (given === undefined) return undefined;
	return Object.entries(types).find(([, name]) => name.toLowerCase() === given)?.[0] ?? typeOfWord(given);
}

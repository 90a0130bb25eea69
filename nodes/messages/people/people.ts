import { isPresent, isScalar, type Scalar, scalarOf } from '../../shared/looseValues';
import {
	addressOf,
	type ChatKind,
	isLid,
	isPhone,
	isSameAddress,
	isSomebodyElse,
	isWrittenAddress,
	kindOfAddress,
	readAddress,
	scalarAddress,
	writtenAddress,
} from '../../phone/address';
import { typeOfWord } from '../fields/content';
import { first, type Said, valuesOf } from '../fields/fields';
import { chatKindOf, groupSign, isMemberOnly } from './chatKind';
import { directionIn, directionOf, isAccount, isSentByAccount, isSentBySomebody, senderOf } from './direction';

/** Who wrote, and where to. */
export interface People {
	/** Whether the account wrote, by a direction; undefined if there is none. */
	direction?: boolean;
	/** The same, also by who is named as the sender, and by a status that only own messages have. */
	fromMe?: boolean;
	/** The same; false also if a sender is named who is somebody else. */
	isOwn?: boolean;
	/** The address of the chat as the event has it; undefined if no reply must go there. */
	chat?: Scalar;
	chatKind?: ChatKind;
}

/**
 * Reads who wrote, and where to. @param named what the user's paths lead to @param says what the event's names say
 * @param isSent, isLate whether the status is one that a message has when it is sent, or later
 */
export function peopleOf(
	places: Said[],
	named: (part: 'fromMe' | 'chat') => unknown,
	says: Record<'own' | 'received' | 'group', boolean>,
	{ isSent, isLate }: { isSent: boolean; isLate: boolean },
): People {
	const direction = directionOf(named('fromMe')) ?? directionIn(places, says);
	const fromMe = direction ?? writerIn(places, isSent);
	const given = scalarOf(named('chat'));
	const address = given ?? chatOf(places, fromMe ?? (isSent || isLate));
	const chatKind = chatKindOf(address, places, says.group);
	const isOwn = fromMe ?? (!isSent && isSentBySomebody(places, address) ? false : undefined);
	const isSafe = given !== undefined || !isMemberOnly(address, chatKind, places);
	return { direction, fromMe, isOwn, chat: isSafe ? address : threadOf(places), chatKind };
}

/** Without a direction: whether the account wrote, by the sender, a status of own messages, or a folder. */
function writerIn(places: Said[], isSent: boolean): boolean | undefined {
	if (isSentByAccount(places) || (isSent && senderOf(places) === undefined)) return true;
	return first(places.slice(0, 1), 'box', (value) =>
		/box|bound/i.test(String(value)) ? directionOf(value) : undefined,
	);
}

/** What a person wrote is no address, whatever it looks like. Of a file or a place, a conversation is the chat. */
function isTyped(value: unknown, places: Said[]): boolean {
	const own = places.slice(0, 1);
	const type = first(own, 'type', typeOfWord) ?? 'text';
	return type === 'text' && value === first(own, 'text', (text) => (isScalar(text) ? text : undefined));
}

const threadOf = (places: Said[]) =>
	first(places, 'thread', (value) => (isTyped(value, places) ? undefined : scalarAddress(value)));

/** Returns the address of the chat itself, the nearest one. */
function namedChat(places: Said[]): Scalar | undefined {
	for (const said of places) {
		const chatIn = (accept: (value: unknown) => Scalar | undefined) =>
			first([said], 'chat', (value) => (isTyped(value, places) ? undefined : accept(value)));
		const named = chatIn(scalarAddress);
		const isKey = kindOfAddress(named) === undefined;
		// A service may have a key of its own beside the address.
		const written = isKey ? chatIn((value) => writtenChat(value, places)) : undefined;
		const chat =
			written ??
			named ??
			first([said], 'shared', (value) => (isTyped(value, places) ? undefined : scalarAddress(value)));
		if (chat !== undefined) return chat;
	}
	return undefined;
}

/** In a group, an address beside its key may be that of a member. */
function writtenChat(value: unknown, places: Said[]): Scalar | undefined {
	const isOfMember =
		kindOfAddress(value) === 'direct' &&
		(groupSign(places) === true || isSameAddress(value, first(places, 'author', addressOf)));
	return isWrittenAddress(value) && !isOfMember ? scalarAddress(value) : undefined;
}

/** Returns the chat of a record; else the sender of a received message, the recipient of an own one. */
function chatOf(places: Said[], isOwn: boolean): Scalar | undefined {
	const chat = namedChat(places);
	if (chat !== undefined) return chat;
	const own = places.slice(0, 1);
	const to = first(own, 'to', addressOf);
	const person = isOwn ? to : senderOf(places);
	const peer = first(own, 'peer', addressOf);
	// One of several numbers is the account's, or an agent's, and nothing tells which.
	const contacts = isCard(own) ? [] : own.flatMap((said) => valuesOf(said, 'contact').map(addressOf));
	const numbers = [person, peer, ...contacts].filter(
		(each) => isPhone(each) && !isAccount(places, each) && (isOwn || !isSameAddress(each, to)),
	);
	if (numbers.some((each) => isSomebodyElse(numbers[0], each))) return undefined;
	const contactIn = (read: typeof addressOf) => (isCard(own) ? undefined : first(places, 'contact', read));
	const known = knownAddress(person) ?? knownAddress(peer);
	if (known !== undefined) return known;
	// Of a person whom only the service knows, the conversation counts. A contact beside them may be what they sent.
	if (person !== undefined) return threadOf(places) ?? person;
	const sender = isOwn ? undefined : first(own, 'senderPhone', knownAddress);
	const number = isOwn ? undefined : first(own, 'number', knownAddress);
	return [contactIn(knownAddress), threadOf(places), sender, number, peer, contactIn(addressOf)].find(isPresent);
}

/** Whether the contact is not who wrote, but what was sent. */
const isCard = (own: Said[]): boolean =>
	first(own, 'type', typeOfWord) === 'contact' && first(own, 'text', scalarOf) === undefined;

/** Not an ID that only the service knows. */
const knownAddress = (value: unknown) =>
	readAddress(addressOf(value))?.kind === undefined ? undefined : addressOf(value);

/** Returns the same people in the chat that is known. */
export function inChat(people: People, known: string): People {
	const chat = writtenAddress(people.chat, known);
	return { ...people, chat, chatKind: kindOfAddress(chat) };
}

/** The number of the person at the other end; in a group, of the member who wrote. @param known the chat, if known */
export function phoneOf(places: Said[], { chat, chatKind, fromMe }: People, known?: string): string | undefined {
	const own = places.slice(0, 1);
	const behind = first(own, 'senderPhone', phoneIn);
	const found =
		chatKind === 'group'
			? (behind ?? first(own, 'author', phoneIn) ?? phoneIn(senderOf(places)))
			: (phoneIn(known) ??
				first(own, 'chatPhone', phoneIn) ??
				(fromMe === true ? undefined : behind) ??
				phoneIn(chat) ??
				first(own, fromMe === true ? 'to' : 'from', phoneIn) ??
				(isLid(chat) ? phoneBeside(places) : undefined));
	return found && `+${found}`;
}

const phoneIn = (value: unknown) => readAddress(addressOf(value))?.phone;

const phoneBeside = (places: Said[]) =>
	first(places.slice(0, 1), 'peer', phoneIn) ?? (isCard(places) ? undefined : first(places, 'contact', phoneIn));

import { isGiven, isPresent, isScalar, type Scalar, scalarOf } from '../shared/looseValues';
import { inEnglish } from '../shared/inEnglish';
import { booleanOf } from '../shared/values';
import { addressOf, type ChatKind, isSameAddress, kindOfAddress, readAddress } from '../phone/address';
import { first, type Said } from './fields';

/** All functions take what a record says, and then what the objects around it say. */
type Places = Said[];

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
 * Reads who wrote, and where to.
 * @param named returns what the user's paths lead to @param says what the event's names say
 * @param isSent, isLate whether the status is one that a message has when it is sent, or later
 */
export function peopleOf(
	places: Places,
	named: (part: 'fromMe' | 'chat') => unknown,
	says: { own: boolean; received: boolean; group: boolean },
	{ isSent, isLate }: { isSent: boolean; isLate: boolean },
): People {
	const direction = directionOf(named('fromMe')) ?? directionIn(places, says);
	const isByAccount = isSentByAccount(places) || (isSent && senderOf(places) === undefined);
	const fromMe = direction ?? (isByAccount ? true : undefined);
	const given = scalarOf(named('chat'));
	const address = given ?? chatOf(places, fromMe ?? (isSent || isLate));
	const chatKind = chatKindOf(address, places, says.group);
	const isOwn = fromMe ?? (!isSent && isSentBySomebody(places, address) ? false : undefined);
	const isSafe = given !== undefined || !isMemberOnly(address, chatKind, places);
	return { direction, fromMe, isOwn, chat: isSafe ? address : first(places, 'thread', scalarAddress), chatKind };
}

/** Returns whether the account wrote, by a field, by the role of who wrote, or by a name of the event. */
const directionIn = (places: Places, says: { own: boolean; received: boolean }) =>
	first(places, 'fromMe', directionOf) ??
	first(places, 'isReceived', oppositeOf) ??
	first(places.slice(0, 1), 'senderRole', roleOf) ??
	first(places.slice(0, 1), 'from', (value) => (value === 'user' ? false : roleOf(value))) ??
	(isSentByAccount(places) && !isChatOfAccount(places) ? true : undefined) ??
	(says.own || (says.received ? false : undefined));

/** Returns the chat of a record; else the sender of a received message, the recipient of an own one. */
function chatOf(places: Places, isOwn: boolean): Scalar | undefined {
	const chat = first(places, 'chat', scalarAddress);
	if (chat !== undefined) return chat;
	const own = places.slice(0, 1);
	const to = first(own, 'to', addressOf);
	const person = isOwn ? to : senderOf(places);
	const peer = first(own, 'peer', addressOf);
	// One of two numbers is the account's, and nothing tells which.
	if (isPhone(person) && isPhone(peer) && isSomebodyElse(person, peer) && !isAccount(places, peer)) return undefined;
	const thread = first(places, 'thread', scalarAddress);
	// Of a person whom only the service knows, the conversation counts. A contact beside them may be what they sent.
	const contact = (person ?? peer) === undefined ? first(places, 'contact', knownAddress) : undefined;
	const known = [knownAddress(person), knownAddress(peer), contact];
	return [...known, thread, person, peer, first(places, 'contact', addressOf)].find(isPresent);
}

const isPhone = (address: unknown) => readAddress(address)?.phone !== undefined;

/** Not an ID that only the service knows. */
const knownAddress = (value: unknown) =>
	readAddress(addressOf(value))?.kind === undefined ? undefined : addressOf(value);

/** An object under the name of a chat has a place of its own. */
const scalarAddress = (value: unknown) => (isScalar(value) ? addressOf(value) : undefined);

/** A group by its address or any sign beside it: a flag, a group's ID, a member who is not the chat. */
function chatKindOf(chat: Scalar | undefined, places: Places, isNamedGroup: boolean): ChatKind | undefined {
	if (chat === undefined) return undefined;
	if (first(places.slice(0, 1), 'isPost', isYes) || first(places, 'isGroup', isPostWord)) return 'other';
	const kind = kindOfAddress(chat);
	if (kind === 'other' || kind === 'group') return kind;
	const isGroup = groupSign(places) ?? (isNamedGroup || undefined);
	if (isGroup === true) return 'group';
	if (kind !== undefined || isGroup === false) return 'direct';
	const author = first(places, 'author', addressOf);
	return author !== undefined && !isSameAddress(author, chat) ? 'group' : undefined;
}

/** Whether a field says that the chat is a group, or that it is none. */
function groupSign(places: Places): boolean | undefined {
	const context = first(places, 'quoted', isGiven) ? undefined : first(places, 'contextGroup', isGiven);
	return first(places, 'groupId', isGiven) ?? context ?? first(places, 'isGroup', groupOf);
}

/** Whether a chat is a group: a flag, or the kind of the chat. */
function groupOf(value: unknown): boolean | undefined {
	if (typeof value === 'string' && /^(private|direct|individual|user|contact)$/i.test(value)) return false;
	return isYes(value) ?? booleanOf(value) ?? (value === 0 ? false : isGroupWord(String(value)));
}

const isPostWord = (value: unknown) => (/channel|newsletter|broadcast|story/i.test(String(value)) ? true : undefined);

const isGroupWord = (word: string) => (/(group|room|communit)(?!.*(invit|mention))/i.test(word) ? true : undefined);

/** Whether a flag is set, also by a word of a language of its users. */
const isYes = (value: unknown): true | undefined =>
	value === 1 || booleanOf(value) || /^(1|y|yes|s|sim|si|sí)$/i.test(String(value)) ? true : undefined;

const isPresentValue = (value: unknown) => (isPresent(value) ? true : undefined);

/** Whether the only address in a message to a group is that of the member who wrote, to whom no reply must go. */
const isMemberOnly = (chat: Scalar | undefined, kind: ChatKind | undefined, places: Places): boolean =>
	kind === 'group' &&
	kindOfAddress(chat) !== 'group' &&
	first(places, 'chat', addressOf) === undefined &&
	!isSomebodyElse(first(places, 'author', addressOf), chat);

export const isSomebodyElse = (one: unknown, other: unknown) => one !== undefined && !isSameAddress(one, other);

/**
 * Whether the account wrote, by who is named as the sender. Where there are tickets, a user is the agent who wrote.
 */
function isSentByAccount(places: Places): boolean {
	const own = places.slice(0, 1);
	if (first(own, 'ticket', isGiven) && first(own, 'agent', isGiven)) return true;
	if (first(own, 'from', (value) => value === 'me' || undefined) ?? first(own, 'isSent', isYes)) return true;
	const sender = senderOf(places) ?? first(own, 'author', addressOf);
	const contact = first(places, 'contact', knownAddress);
	const isToContact = contact !== undefined && isSameAddress(contact, first(own, 'to', addressOf));
	return sender !== undefined && (isAccount(places, sender) || (isToContact && !isSameAddress(sender, contact)));
}

const OWN_ROLE = /^(bot|assistant|agent|operator|business|admin|staff|api)$/i;

const CUSTOMER_ROLE = /^(customer|contact|client|visitor|subscriber|lead|external)$/i;

/** Whether the role of who wrote is one of the account's side; undefined if it tells neither. */
const roleOf = (value: unknown) =>
	OWN_ROLE.test(String(value)) ? true : CUSTOMER_ROLE.test(String(value)) ? false : undefined;

/** The account may have several addresses, e.g. its number and a LID. */
const isAccount = (places: Places, address: unknown): boolean =>
	first(places, 'account', (value) => isSameAddress(addressOf(value), address) || undefined) === true;

/** In a chat with oneself, the sender tells nothing. */
const isChatOfAccount = (places: Places) => isAccount(places, first(places, 'chat', scalarAddress));

const senderOf = (places: Places) =>
	first(places.slice(0, 1), 'from', addressOf) ?? first(places, 'senderId', addressOf);

const HAS_DIGIT = /\d/;

/**
 * Whether somebody else wrote, without a direction: a sender is named, and in a direct chat it is the chat itself.
 */
function isSentBySomebody(places: Places, chat: Scalar | undefined): boolean {
	// A direction that cannot be read is none: then nobody knows who wrote.
	if (chat === undefined || first(places, 'direction', isPresentValue)) return false;
	const sender = senderOf(places) ?? first(places.slice(0, 1), 'author', addressOf);
	if (sender === undefined) return false;
	// A number does not belong to a name: that is one of an application.
	if (!HAS_DIGIT.test(String(sender)) && HAS_DIGIT.test(String(first(places.slice(0, 1), 'to', addressOf))))
		return false;
	const phones = [chat, sender].map((each) => readAddress(each)?.phone);
	return !phones.every(isPresent) || isSameAddress(chat, sender) || isAccount(places, chat);
}

/** Returns the same people in the chat that is known, as the service writes it: the same, or the LID of a person. */
export function inChat(people: People, known: string): People {
	const { chat } = people;
	const isLid = /@lid$/.test(String(chat)) && isPhone(known);
	const address = chat !== undefined && (isLid || isSameAddress(chat, known)) ? chat : known;
	return { ...people, chat: address, chatKind: kindOfAddress(address) };
}

/**
 * The phone number of the person at the other end; in a group, of the member who wrote.
 * @param known the address of the chat, if it is known
 */
export function phoneOf(places: Places, { chat, chatKind, fromMe }: People, known?: string): string | undefined {
	const own = places.slice(0, 1);
	const isOwn = fromMe === true;
	const phone = (value: unknown) => readAddress(addressOf(value))?.phone;
	const behind = first(own, 'senderPhone', phone);
	const found =
		chatKind === 'group'
			? (behind ?? first(own, 'author', phone) ?? phone(senderOf(places)))
			: (phone(known) ??
				first(own, 'chatPhone', phone) ??
				(isOwn ? undefined : behind) ??
				phone(chat) ??
				first(places, 'chat', phone) ??
				first(own, isOwn ? 'to' : 'from', phone) ??
				first(places, 'contact', phone) ??
				first(own, 'peer', (value) => (isAccount(places, value) ? undefined : phone(value))));
	return found && `+${found}`;
}

const OWN_WORDS = /^(out(going|bound|box)?|sent|me|self|yes|y|sim|si|sí|1|o|from[_-]?app)$/;
const RECEIVED_WORDS = /^(in(coming|bound|box)?|received?|no|não|nao|n|0|i|to[_-]?app)$/;

/** Reads whether a message is an own one: from a boolean, or from a word such as "outgoing". */
export function directionOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (value === 1 || value === 0) return value === 1;
	if (typeof value !== 'string' || value.length > 20) return undefined;
	const word = inEnglish(value.trim()).toLowerCase();
	if (OWN_WORDS.test(word)) return true;
	return RECEIVED_WORDS.test(word) ? false : booleanOf(word);
}

const oppositeOf = (value: unknown) => {
	const read = booleanOf(value);
	return read === undefined ? undefined : !read;
};

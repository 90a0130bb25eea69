import {
	addressOf,
	type ChatKind,
	isPhone,
	isSameAddress,
	kindOfAddress,
	readAddress,
	writtenAddress,
} from '../phone/address';
import { isGiven, type Scalar, scalarOf } from '../shared/looseValues';
import { type Entry, first, type Said, valuesOf } from './fields';

/** Who wrote, and where to. */
export interface People {
	/** Whether the account wrote; undefined if nothing says so. */
	fromMe?: boolean;
	/** The address of the chat as the event has it; undefined if no reply must go there. */
	chat?: Scalar;
	chatKind?: ChatKind;
	/** The field that says that the message is of a group, beside a direct address. */
	sign?: string;
}

const OWN = 'out outgoing outbound sent true yes 1'.split(' ');
const RECEIVED = 'in incoming inbound received false no 0'.split(' ');

/** Reads whether a message is an own one: from a boolean, 1 or 0, or a word such as "outgoing". */
function directionOf(value: unknown): boolean | undefined {
	const word = String(value).trim().toLowerCase();
	return OWN.includes(word) || (RECEIVED.includes(word) ? false : undefined);
}

/** Whatever says that the account wrote counts; if a field cannot be read, nobody knows. */
function directionIn(places: Said[], says = ''): boolean | undefined {
	const directions = places.flatMap((each) => valuesOf(each, 'fromMe')).map(directionOf);
	if (directions.length === 0 || says === 'sent') return directionOf(says);
	return directions.includes(true) || (directions.includes(undefined) ? undefined : false);
}

/**
 * Reads who wrote, and where to. @param named what the user's paths lead to @param says what the name of the event says
 */
export function peopleOf(places: Said[], named: Record<'fromMe' | 'chat', unknown>, says?: string): People {
	const fromMe = directionOf(named.fromMe) ?? directionIn(places, says);
	const found = chatOf(places, fromMe === true ? 'to' : 'from');
	const accounts = places.flatMap((said) => valuesOf(said, 'account').map(addressOf));
	const chat = scalarOf(named.chat) ?? (accounts.some((each) => isSameAddress(each, found)) ? undefined : found);
	const chatKind = kindOfAddress(chat);
	const isShared = chatKind === 'group' || chatKind === 'other';
	const sign = isShared ? undefined : signOfGroup(places, chat, fromMe);
	if (sign === undefined) return { fromMe, chat, chatKind };
	// What has a sign of a group, and not its address, must not be answered to the member who wrote.
	const isAddress = chat !== undefined && chatKind === undefined;
	return isAddress ? { fromMe, chat, chatKind: 'group' } : { fromMe, chatKind: 'group', sign };
}

/** Returns the field that says that a message is of a group: of a sign, or of somebody else who wrote it. */
function signOfGroup(places: Said[], chat: Scalar | undefined, fromMe?: boolean): string | undefined {
	const isMember = ({ value }: Entry) => isPhone(addressOf(value)) && !isSameAddress(addressOf(value), chat);
	const authors = fromMe === false && isPhone(chat) ? [places[0]?.author, ...places.map(({ member }) => member)] : [];
	const signs = [
		...places.flatMap(({ group }) => group ?? []),
		...authors.flatMap((each) => each ?? []).filter(isMember),
	];
	return signs[0]?.name;
}

/** Returns the only address that is named as the chat; where nothing is, who wrote or, of an own message, to whom. */
function chatOf(places: Said[], other: 'from' | 'to'): Scalar | undefined {
	const named = places.flatMap((each) => valuesOf(each, 'chat')).filter(isGiven);
	const [chat, ...others] = named.flatMap((value) => scalarOf(value) ?? []).filter((each) => kindOfAddress(each));
	if (named.length > 0) return others.every((each) => isSameAddress(each, chat)) ? chat : undefined;
	// A number without a server may be that of anybody.
	const person = first(places.slice(0, 1), other, addressOf);
	return String(person).includes('@') && kindOfAddress(person) !== undefined ? person : undefined;
}

/** Returns the same people in the chat that is known. */
export function inChat(people: People, known: string): People {
	const chat = writtenAddress(people.chat, known);
	return { ...people, chat, chatKind: kindOfAddress(chat) };
}

/** The number of the person at the other end; in a group, of the member who wrote. @param known the chat, if known */
export function phoneOf(own: Said, { chat, chatKind, fromMe }: People, known?: string): string | undefined {
	const sender = () => (fromMe === true ? undefined : first([own], 'senderPhone', phoneIn));
	const found =
		chatKind === 'group'
			? (first([own], 'senderPhone', phoneIn) ?? first([own], 'author', phoneIn))
			: (phoneIn(known) ?? phoneIn(chat) ?? first([own], 'chatPhone', phoneIn) ?? sender());
	return found && `+${found}`;
}

const phoneIn = (value: unknown) => readAddress(addressOf(value))?.phone;

/** Whether a message mentions the account or quotes it; false if the event does not name the account. */
export function isMentionedBy(places: Said[], text = ''): boolean {
	const addresses = (role: 'account' | 'mentions') =>
		places.flatMap((said) => valuesOf(said, role).flat().map(addressOf));
	return addresses('account').some(
		(account) =>
			addresses('mentions').some((address) => isSameAddress(account, address)) ||
			text.match(/@\d{5,}/g)?.some((mention) => `@${String(account)}`.startsWith(mention)),
	);
}

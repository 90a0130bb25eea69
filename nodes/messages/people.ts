import { type ChatKind, isPhone, kindOfAddress, readAddress } from '../phone/address';
import { isSameAddress, writtenAddress } from './addresses';
import { isGiven, type Scalar, scalarOf } from '../shared/looseValues';
import { type Entry, first, type FieldValues, valuesOf } from './fields';

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

/** Returns whether the account wrote: any field that says so counts; if one cannot be read, nobody knows. */
function directionIn(sources: FieldValues[], meaning = ''): boolean | undefined {
	const directions = sources.flatMap((source) => valuesOf(source, 'fromMe')).map(directionOf);
	if (directions.length === 0 || meaning === 'sent') return directionOf(meaning);
	return directions.includes(true) || (directions.includes(undefined) ? undefined : false);
}

/** Reads who wrote, and where to. @param valuesAtPaths at the user's paths @param meaning of the event's name */
export function peopleOf(
	sources: FieldValues[],
	valuesAtPaths: Record<'fromMe' | 'chat', unknown>,
	meaning?: string,
): People {
	const fromMe = directionOf(valuesAtPaths.fromMe) ?? directionIn(sources, meaning);
	const address = chatOf(sources, fromMe === true ? 'to' : 'from');
	const accounts = sources.flatMap((source) => valuesOf(source, 'account'));
	const chat =
		scalarOf(valuesAtPaths.chat) ?? (accounts.some((account) => isSameAddress(account, address)) ? undefined : address);
	const chatKind = kindOfAddress(chat);
	const isShared = chatKind === 'group' || chatKind === 'other';
	const sign = isShared ? undefined : signOfGroup(sources, chat, fromMe);
	if (sign === undefined) return { fromMe, chat, chatKind };
	// The answer to a message with a sign of a group, but without its address, would go to the member who wrote.
	const isAddress = chat !== undefined && chatKind === undefined;
	return isAddress ? { fromMe, chat, chatKind: 'group' } : { fromMe, chatKind: 'group', sign };
}

/** Returns the field that says that a message is of a group: of a sign, or of somebody else who wrote it. */
function signOfGroup(sources: FieldValues[], chat: Scalar | undefined, fromMe?: boolean): string | undefined {
	const isMember = ({ value }: Entry) => isPhone(scalarOf(value)) && !isSameAddress(value, chat);
	const authors = fromMe === false && isPhone(chat) ? [sources[0]?.author, ...sources.map(({ member }) => member)] : [];
	const signs = [
		...sources.flatMap(({ group }) => group ?? []),
		...authors.flatMap((entries) => entries ?? []).filter(isMember),
	];
	return signs[0]?.name;
}

/** Returns the only address that is named as the chat; where nothing is, who wrote or, of an own message, to whom. */
function chatOf(sources: FieldValues[], otherEnd: 'from' | 'to'): Scalar | undefined {
	const chatValues = sources.flatMap((source) => valuesOf(source, 'chat')).filter(isGiven);
	const [chat, ...otherChats] = chatValues
		.flatMap((value) => scalarOf(value) ?? [])
		.filter((address) => kindOfAddress(address));
	if (chatValues.length > 0) return otherChats.every((address) => isSameAddress(address, chat)) ? chat : undefined;
	// A number without a server may be that of anybody.
	const person = first(sources.slice(0, 1), otherEnd, scalarOf);
	return String(person).includes('@') && kindOfAddress(person) !== undefined ? person : undefined;
}

/** Returns the same people in a chat whose address is known. */
export function inChat(people: People, knownChat: string): People {
	const chat = writtenAddress(people.chat, knownChat);
	return { ...people, chat, chatKind: kindOfAddress(chat) };
}

/** Returns the number of the other person; in a group, of the member who wrote. @param knownChat the chat, if known */
export function phoneOf(
	recordValues: FieldValues,
	{ chat, chatKind, fromMe }: People,
	knownChat?: string,
): string | undefined {
	const sender = () => (fromMe === true ? undefined : first([recordValues], 'senderPhone', phoneIn));
	const phone =
		chatKind === 'group'
			? (first([recordValues], 'senderPhone', phoneIn) ?? first([recordValues], 'author', phoneIn))
			: (phoneIn(knownChat) ?? phoneIn(chat) ?? first([recordValues], 'chatPhone', phoneIn) ?? sender());
	return phone && `+${phone}`;
}

const phoneIn = (value: unknown) => readAddress(scalarOf(value))?.phone;

/** Whether a message mentions the account or quotes it; false if the event does not name the account. */
export function isMentionedBy(sources: FieldValues[], text = ''): boolean {
	const addresses = (role: 'account' | 'mentions') =>
		sources.flatMap((source) => valuesOf(source, role).flat().map(scalarOf));
	return addresses('account').some(
		(account) =>
			addresses('mentions').some((address) => isSameAddress(account, address)) ||
			text.match(/@\d{5,}/g)?.some((mention) => `@${String(account)}`.startsWith(mention)),
	);
}

import { isGiven, type Scalar } from '../../shared/looseValues';
import { inEnglish } from '../../shared/inEnglish';
import { booleanOf } from '../../shared/values';
import { addressOf, isLid, isPhone, isSameAddress, kindOfAddress, scalarAddress } from '../../phone/address';
import { first, type Said, valuesOf } from '../fields/fields';

const not = (value: boolean | undefined) => (value === undefined ? undefined : !value);

/** Returns whether the account wrote: by a field, a name of the event, or a role: of the message if a part has none. */
export const directionIn = (places: Said[], says: { own: boolean; received: boolean }) =>
	first(places, 'isEcho', (value) => booleanOf(value) || undefined) ??
	first(places, 'fromMe', directionOf) ??
	not(first(places, 'isReceived', directionOf)) ??
	first(places.slice(0, places[0]?.from ? 1 : 2), 'senderRole', roleOf) ??
	(isSentByAccount(places) && !isChatOfAccount(places) ? true : undefined) ??
	(says.own || undefined) ??
	first(places.slice(0, 1), 'fromWord', wordOf) ??
	(says.received ? false : undefined) ??
	first(places.slice(0, 2), 'actorRole', roleOf);

/** The program that called the webhook may be called so, too. */
const wordOf = (value: unknown) => {
	const word = String(value).toLowerCase();
	return word === 'me' ? true : word === 'user' ? false : word === 'api' ? undefined : roleOf(value);
};

/** Whether the account wrote, by who is named as the sender. Where there are tickets, a user is the agent who wrote. */
export function isSentByAccount(places: Said[]): boolean {
	const own = places.slice(0, 1);
	if (first(own, 'ticket', isGiven) && first(own, 'agent', isGiven)) return true;
	// The event of a tap may have the menu of a bot, too.
	const areBots = own.flatMap((said) => valuesOf(said, 'isBot')).map(booleanOf);
	if (areBots.includes(true) && !areBots.includes(false)) return true;
	const sender = senderOf(places) ?? first(own, 'author', addressOf);
	return sender !== undefined && isAccount(places, sender);
}

const OWN_ROLE =
	/^((chat)?bot|robo|ai|assistant|(human_?)?agent|operator|attendant|seller|vendedor|supervisor|business|company|store|admin|staff|team|employee|owner|system|automation|workflow|campaign|api|app_?maker)$/i;

const CUSTOMER_ROLE = /^(customer|contact|client|visitor|subscriber|lead|external|(app|end)[_-]?user)$/i;

/** Whether the role of who wrote is one of the account's side; undefined if it tells neither. */
function roleOf(value: unknown): boolean | undefined {
	const role = inEnglish(String(value).slice(0, 20));
	return OWN_ROLE.test(role) ? true : CUSTOMER_ROLE.test(role) ? false : undefined;
}

/** The account may have several addresses, e.g. its number and a LID. */
export const isAccount = (places: Said[], address: unknown): boolean =>
	first(places, 'account', (value) => isSameAddress(addressOf(value), address) || undefined) === true;

/** In a chat with oneself, the sender tells nothing. */
const isChatOfAccount = (places: Said[]) => isAccount(places, first(places, 'chat', scalarAddress));

export const senderOf = (places: Said[]) =>
	first(places.slice(0, 1), 'from', addressOf) ?? first(places, 'senderId', addressOf);

/** Whether somebody else wrote, without a direction: a sender is named, and in a direct chat it is the chat itself. */
export function isSentBySomebody(places: Said[], chat: Scalar | undefined): boolean {
	// A direction that cannot be read is none: then nobody knows who wrote.
	if (chat === undefined || places.some((said) => said.direction !== undefined)) return false;
	const own = places.slice(0, 1);
	const sender = senderOf(places) ?? first(own, 'author', addressOf);
	// Another role may be one of the account's.
	const isUnknown = (role: unknown) => !/^(user|person|individual|member|group|room|channel)$/i.test(String(role));
	if (sender === undefined || first(own, 'senderRole', isUnknown)) return false;
	// A number does not belong to a name: that is one of an application.
	const to = first(own, 'to', addressOf);
	const hasDigit = (each: unknown) => /\d/.test(String(each));
	if (!hasDigit(sender) && hasDigit(to)) return false;
	// The customer is the recipient.
	if (isSameAddress(to, first(places, 'contact', addressOf)) && !isSameAddress(to, sender)) return false;
	// Beside a number, an ID that only the service knows may be an agent's.
	if (isPhone(chat) && kindOfAddress(sender) === undefined) return false;
	const areAlike = [isPhone, isLid].some((is) => is(chat) && is(sender));
	return !areAlike || isSameAddress(chat, sender) || isAccount(places, chat);
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

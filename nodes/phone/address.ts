import { editsOf } from '../shared/texts';
import { splitFullNumber, withoutLaterDigit } from './numberingPlan';
import { plainText, readPhoneText } from './phoneText';

/** The kinds of chats. Status updates, broadcasts and channels are neither a direct chat nor a group. */
export type ChatKind = 'direct' | 'group' | 'other';

/** The kinds of chats by server, after the "@" or the last "-" of an address. The reference (2.9) lists none. */
const KINDS = new Map<string, ChatKind>([
	['s.whatsapp.net', 'direct'],
	['c.us', 'direct'],
	['lid', 'direct'],
	['g.us', 'group'],
	['group', 'group'],
	['broadcast', 'other'],
	['newsletter', 'other'],
]);

/** The servers of people: a phone number is before them. */
const PHONE_SERVERS = ['s.whatsapp.net', 'c.us'];

/** The IDs of groups without a server: a phone and the time, a number from the block of groups, or one below zero. */
const GROUP_USER = /^(-\d{5,}|\d{6,15}-\d{6,10}|120363\d{11,13})$/;

/** The address of a chat. Without a kind, its server is unknown. */
export interface Address {
	/** The same for all ways to write the address. */
	key: string;
	kind?: ChatKind;
	/** Digits with country code. */
	phone?: string;
}

/**
 * Reads the address of a chat, a text or a number: a phone number as people write it, or an address, perhaps with the
 * number of a device, `5511987654321:2@c.us`: the same chat, even if one lacks the digit that mobiles got later.
 */
export function readAddress(value: unknown): Address | undefined {
	const text = plainText(value).replace(/\s/g, '').toLowerCase();
	if (text === '') return undefined;
	const separatorIndex = /-(group|broadcast)$/.test(text) ? text.lastIndexOf('-') : text.lastIndexOf('@');
	const [user, server] =
		separatorIndex < 0
			? [text, '']
			: [text.slice(0, separatorIndex).replace(/:\d+$/, ''), text.slice(separatorIndex + 1)];
	const isOfGroup = GROUP_USER.test(user);
	// The ID of a group before the server of people is nobody's address.
	if (isOfGroup && PHONE_SERVERS.includes(server)) return { key: text };
	const kind = isOfGroup && server === '' ? 'group' : KINDS.get(server);
	if (kind === 'group') return { key: user, kind };
	const digits = server === '' || PHONE_SERVERS.includes(server) ? digitsOf(user, server !== '') : undefined;
	// Without a number, an address of these servers is nobody's, e.g. `undefined@s.whatsapp.net`.
	if (!digits) return { key: text.replace(/:\d+@/, '@'), kind: PHONE_SERVERS.includes(server) ? undefined : kind };
	return { key: withoutLaterDigit(digits), kind: 'direct', phone: digits };
}

/** Returns the kind of a text that is written as the address of a chat, with a known server. */
const writtenKind = (value: unknown): ChatKind | undefined => {
	const [, server = ''] = (typeof value === 'string' && /^\S+@([\w.]+)$/.exec(value)) || [];
	return KINDS.get(server);
};

const GROUP_ID = /^(120363\d{11,13}|\d{6,18}(-\d+)?-group)$/;

/** Whether a value is the address of a group, a broadcast or a channel: that of the chat, whatever its name. */
export const isSharedAddress = (value: unknown): boolean =>
	typeof value === 'string' && ((writtenKind(value) ?? 'direct') !== 'direct' || GROUP_ID.test(value));

/** The fewest digits of a phone number without "+": shorter numbers are rather the IDs of a database. */
const MIN_BARE_DIGITS = 10;

/** Whether an address is a phone number. */
export const isPhone = (address: unknown): boolean => readAddress(address)?.phone !== undefined;

/** Returns the kind of chat of an address. */
export const kindOfAddress = (value: unknown): ChatKind | undefined => readAddress(value)?.kind;

/** Returns the digits of a number; of digits alone only if there are numbers of this length in its country. */
function digitsOf(user: string, isPhone: boolean): string | undefined {
	const text = readPhoneText(user);
	if ('problem' in text || text.digits.length < 7 || text.digits.length > 15) return undefined;
	if (isPhone || text.start !== '') return text.digits;
	const { plan, number = '' } = splitFullNumber(text.digits) ?? {};
	return text.digits.length >= MIN_BARE_DIGITS && plan?.lengths.includes(number.length) ? text.digits : undefined;
}

/** Whether a text is an address with a domain, such as `5511987654321@s.whatsapp.net`, but not of e-mail. */
export function isChatAddress(text: string): boolean {
	const [, user = '', server] = /^([^\s@]+)@([^\s@]+)$/.exec(text) ?? [];
	if (server === undefined) return false;
	const isEmail = /\.\p{L}{2,}$/u.test(server) && /\p{L}/u.test(user);
	return !isEmail || writtenKind(text.toLowerCase()) !== undefined;
}

/** Returns the address with the server that is probably meant; undefined if it is known, or unlike all known ones. */
export function similarAddress(address: string): string | undefined {
	const serverIndex = address.lastIndexOf('@') + 1;
	const server = address.slice(serverIndex).toLowerCase();
	if (KINDS.has(server)) return undefined;
	const similar = [...KINDS.keys()].find((knownServer) => {
		const edits = Math.max(1, Math.floor(knownServer.length / 4));
		const isSwapped = [...knownServer].sort().join('') === [...server].sort().join('');
		return isSwapped || [server, `s.${server}`].some((candidate) => editsOf(knownServer, candidate) <= edits);
	});
	return similar && address.slice(0, serverIndex) + similar;
}

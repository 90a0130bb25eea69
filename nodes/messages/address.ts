import { withoutLaterDigit } from '../phone/numberingPlan';
import { plainText, readPhoneText } from '../phone/phoneText';

/** The kinds of chats. Status updates, broadcasts and channels are neither a direct chat nor a group. */
export type ChatKind = 'direct' | 'group' | 'other';

/** What follows the "@" in the addresses of messaging platforms. The reference (section 2.9) does not list them. */
const KINDS: Record<string, ChatKind> = {
	's.whatsapp.net': 'direct',
	'c.us': 'direct',
	lid: 'direct',
	'g.us': 'group',
	broadcast: 'other',
	newsletter: 'other',
};

/** After these, the address is a phone number, perhaps with the number of a device: `5511987654321:2`. */
const PHONE_SERVERS = ['', 's.whatsapp.net', 'c.us'];

export interface Address {
	/** The same for all ways to write the address. */
	key: string;
	kind?: ChatKind;
	phone?: string;
}

/**
 * Reads the address of a chat: a phone number as people write it, or an address such as `5511987654321@s.whatsapp.net`,
 * which is the same chat, even if one lacks the digit that mobiles got later.
 * @returns undefined if the value is not a text or a number
 */
export function readAddress(value: unknown): Address | undefined {
	const text = plainText(value).replace(/\s/g, '').toLowerCase();
	if (text === '') return undefined;
	const at = text.lastIndexOf('@');
	const [user, server] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
	const kind = Object.hasOwn(KINDS, server) ? KINDS[server] : undefined;
	const digits = PHONE_SERVERS.includes(server) ? digitsOfUser(user) : undefined;
	if (!digits) return { key: text, kind };
	const isPhone = digits.length >= 7 && digits.length <= 15;
	if (!isPhone) return { key: digits, kind };
	return { key: withoutLaterDigit(digits), kind: 'direct', phone: digits };
}

function digitsOfUser(user: string): string | undefined {
	const text = readPhoneText(user.replace(/:\d+$/, ''));
	return 'problem' in text ? undefined : text.digits;
}

/** Servers of chat addresses that look like those of e-mail. The reference (section 2.9) does not list them. */
const CHAT_SERVER = /(?:^|\.)whatsapp\.net$|^[cg]\.us$/i;

/** Whether a text is an address with a domain, such as `5511987654321@s.whatsapp.net`, but not of e-mail. */
export function isChatAddress(text: string): boolean {
	const [, user = '', server] = /^([^\s@]+)@([^\s@]+)$/.exec(text) ?? [];
	if (server === undefined) return false;
	const isEmail = /\.\p{L}{2,}$/u.test(server) && /\p{L}/u.test(user);
	return !isEmail || CHAT_SERVER.test(server);
}

/**
 * Returns the address with the known server that is probably meant, e.g. `s.whatsapp.net` instead of `s.whatsap.net`;
 * undefined if its server is known, or unlike all that are known: the service may have others.
 */
export function similarAddress(address: string): string | undefined {
	const at = address.lastIndexOf('@') + 1;
	const server = address.slice(at).toLowerCase();
	if (Object.hasOwn(KINDS, server)) return undefined;
	const similar = Object.keys(KINDS).find((known) => {
		const edits = Math.max(1, Math.floor(known.length / 4));
		const isSwapped = [...known].sort().join('') === [...server].sort().join('');
		return isSwapped || [server, `s.${server}`].some((each) => isSimilar(known, each, edits));
	});
	return similar && address.slice(0, at) + similar;
}

/** Whether two texts differ by at most so many characters that are added, missing or other ones. */
function isSimilar(one: string, other: string, edits: number): boolean {
	if (one === other || edits < 0) return edits >= 0;
	const [rest, otherRest] = [one.slice(1), other.slice(1)];
	if (one[0] === other[0]) return isSimilar(rest, otherRest, edits);
	const pairs = [
		[rest, otherRest],
		[rest, other],
		[one, otherRest],
	] as const;
	return pairs.some(([a, b]) => isSimilar(a, b, edits - 1));
}

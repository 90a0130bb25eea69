import { isGiven, type Scalar } from '../../shared/looseValues';
import { booleanOf } from '../../shared/values';
import { addressOf, type ChatKind, isSomebodyElse, kindOfAddress } from '../../phone/address';
import { first, type Said } from '../fields/fields';

/** Returns the kind of a chat: a group by its address, a name of the event, or any sign beside it. */
export function chatKindOf(chat: Scalar | undefined, places: Said[], isNamedGroup: boolean): ChatKind | undefined {
	if (chat === undefined) return undefined;
	const own = places.slice(0, 1);
	if (first(own, 'isPost', isYes) ?? first(own, 'type', isPostWord)) return 'other';
	const kind = kindOfAddress(chat);
	// An ID below zero is a group's, or a channel's.
	const isKnown = kind !== undefined && !String(chat).startsWith('-');
	if (!isKnown && first(places, 'isGroup', isPostWord)) return 'other';
	if (kind === 'other' || kind === 'group') return kind;
	const isGroup = groupSign(places) ?? (isNamedGroup || undefined);
	if (isGroup === true) return 'group';
	if (kind !== undefined || isGroup === false) return 'direct';
	return isSomebodyElse(first(places, 'author', addressOf), chat) ? 'group' : undefined;
}

/** Whether a field says that the chat is a group, or that it is none. */
export function groupSign(places: Said[]): boolean | undefined {
	const context = first(places, 'quoted', isGiven) ? undefined : first(places, 'contextGroup', isGiven);
	const said = first(places, 'isGroup', groupOf);
	const source = first(places, 'senderRole', (role) => /^(group|room|grupo)$/i.test(String(role)) || undefined);
	return first(places, 'groupId', isGiven) ?? context ?? said ?? source;
}

const DIRECT = /^(private|direct|individual|personal|single|dm|one.?to.?one|user|contact)$/i;

/** Whether a chat is a group: a flag, or the kind of the chat. */
function groupOf(value: unknown): boolean | undefined {
	if (DIRECT.test(String(value))) return false;
	return isYes(value) ?? booleanOf(value) ?? (value === 0 ? false : isGroupWord(String(value)));
}

const isPostWord = (value: unknown) =>
	/^(channel|newsletter|broadcast|story)$/i.test(String(value)) ? true : undefined;

const isGroupWord = (word: string) =>
	/(group|room|communit|grupo|comunid)(?!.*(invit|mention))/i.test(word) ? true : undefined;

/** Whether a flag is set, also by a word of a language of its users. */
const isYes = (value: unknown): true | undefined =>
	booleanOf(value) || /^(1|y|yes|s|sim|si|sí)$/i.test(String(value)) ? true : undefined;

/** Whether the only address in a message to a group is that of the member who wrote, to whom no reply must go. */
export const isMemberOnly = (chat: Scalar | undefined, kind: ChatKind | undefined, places: Said[]): boolean =>
	kind === 'group' &&
	kindOfAddress(chat) !== 'group' &&
	first(places, 'chat', addressOf) === undefined &&
	!isSomebodyElse(first(places, 'author', addressOf), chat);

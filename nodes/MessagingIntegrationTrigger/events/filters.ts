import { textOf } from '../../shared/values';
import { type ChatKind, readAddress } from '../../messages/address';
import type { EventMessage } from '../../messages/message';
import { kindOfType, type TypeNames } from '../../messages/parts';
import type { Filters } from '../settings/settings';

/**
 * Returns whether messages pass the filters. One that lacks the field passes, or whose address does not show whether
 * the chat is a group. A type is also its kind: `chat` is `text`.
 */
export function messageFilter(
	filters: Filters,
	types: TypeNames,
): (message: EventMessage) => boolean {
	const keys = (list: string[]) => new Set(list.map((each) => readAddress(each)?.key));
	const [only, ignored] = [keys(filters.chatIds), keys(filters.ignoreChatIds)];
	const isAnyChat = only.size === 0 && ignored.size === 0 && filters.chats === 'all';
	return (message) => {
		if (filters.ignoreOwnMessages && message.fromMe === true) return false;
		const { key, kind } = (isAnyChat ? undefined : message.address) ?? {};
		if (key !== undefined && ignored.has(key)) return false;
		if (key !== undefined && only.size > 0 && !only.has(key)) return false;
		return (
			isKind(kind, filters.chats) &&
			isChosen(filters.instanceIds, message.instanceId) &&
			isChosen(filters.messageTypes, message.type, kindOfType(message.type, types)) &&
			isChosen(filters.statuses, message.status)
		);
	};
}

function isKind(kind: ChatKind | undefined, chats: string): boolean {
	if (chats === 'direct') return (kind ?? 'direct') === 'direct';
	return chats !== 'groups' || (kind ?? 'group') === 'group';
}

function isChosen(list: string[], value: unknown, kind?: string): boolean {
	if (list.length === 0) return true;
	const text = textOf(value)?.toLowerCase();
	return text === undefined || list.some((each) => [text, kind].includes(each.toLowerCase()));
}

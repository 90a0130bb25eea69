import { booleanOf, textOf } from '../../shared/plainValues';
import { type ChatKind, readAddress } from './address';
import { type EventMessage, findField, messagesIn, ownField } from './message';

/** Which messages start the workflow. An empty list lets all pass. */
export interface Filters {
	ignoreOwnMessages: boolean;
	/** Any other value counts as `all`. */
	chats: string;
	/** Phone numbers and addresses. */
	chatIds: string[];
	ignoreChatIds: string[];
	messageTypes: string[];
	statuses: string[];
	instanceIds: string[];
}

/**
 * Returns a function that returns the messages of an event that pass the filters; the event starts the workflow if
 * there is one. A filter lets a message pass that does not have its field, or whose address does not show whether the
 * chat is a group.
 */
export function messageFilter(filters: Filters): (event: unknown) => EventMessage[] {
	const keys = (list: string[]) => new Set(list.map((each) => readAddress(each)?.key));
	const [only, ignored] = [keys(filters.chatIds), keys(filters.ignoreChatIds)];
	const passes = (message: EventMessage) => {
		if (filters.ignoreOwnMessages && booleanOf(findField(message, 'fromMe')) === true) return false;
		const { key, kind } = addressOf(message) ?? {};
		if (key !== undefined && ignored.has(key)) return false;
		if (key !== undefined && only.size > 0 && !only.has(key)) return false;
		if (!isKind(kind, filters.chats)) return false;
		return (
			isChosen(filters.instanceIds, findField(message, 'instanceId')) &&
			isChosen(filters.messageTypes, ownField(message, 'type')) &&
			isChosen(filters.statuses, ownField(message, 'status'))
		);
	};
	return (event) => messagesIn(event).filter(passes);
}

/** A kind that the address does not show passes. */
function isKind(kind: ChatKind | undefined, chats: string): boolean {
	if (chats === 'direct') return (kind ?? 'direct') === 'direct';
	return chats !== 'groups' || (kind ?? 'group') === 'group';
}

/** Returns the address of a message's chat: the reference has `remoteJid` (section 2.9) and `chatId` (section 2.8). */
export function addressOf(message: EventMessage) {
	return readAddress(findField(message, 'remoteJid', 'chatId'));
}

function isChosen(list: string[], value: unknown): boolean {
	const text = textOf(value)?.toLowerCase();
	return (
		list.length === 0 || text === undefined || list.some((each) => each.toLowerCase() === text)
	);
}

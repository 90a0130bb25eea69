import type { Chat, Message } from '../types/records';
import { hex } from './random';
import type { SandboxState } from './sandboxState';

/** Stores a message with a new ID and the current time, and creates its chat if it is the first message there. */
export function storeMessage(
	state: SandboxState,
	fields: Omit<Message, 'id' | 'timestamp'>,
): Message {
	const now = state.serviceNow();
	const message: Message = {
		id: `3EB0${hex(state.random, 16).toUpperCase()}`,
		...fields,
		timestamp: Math.floor(now / 1000),
	};
	state.data.messages.push(message);
	const chat = findChat(state, message.remoteJid, message.instanceId) ?? createChat(state, message);
	chat.lastMessageAt = new Date(now).toISOString();
	if (!message.fromMe) chat.unreadCount += 1;
	state.changes.emit('change', 'messages');
	return message;
}

/** A chat by its ID, optionally only of one instance. */
export function findChat(state: SandboxState, id: string, instanceId?: string): Chat | undefined {
	return state.data.chats.find(
		(each) => each.id === id && (instanceId === undefined || each.instanceId === instanceId),
	);
}

function createChat(state: SandboxState, message: Message): Chat {
	const chat: Chat = {
		id: message.remoteJid,
		instanceId: message.instanceId,
		name: message.remoteJid.split('@')[0]!,
		isGroup: message.remoteJid.endsWith('@g.us'),
		archived: false,
		unreadCount: 0,
		lastMessageAt: null,
	};
	state.data.chats.push(chat);
	return chat;
}

import type { Chat, Message } from '../types/records';
import { hex } from './random';
import type { SandboxState } from './sandboxState';

/** A new message ID. */
export function newMessageId(state: SandboxState): string {
	return `3EB0${hex(state.random, 16).toUpperCase()}`;
}

/** Stores a message with the current time, and creates its chat if it is the first message there. */
export function storeMessage(state: SandboxState, fields: Omit<Message, 'timestamp'>): Message {
	const now = state.serviceNow();
	const message: Message = {
		...fields,
		remoteJid: chatIdOf(fields.remoteJid),
		timestamp: Math.floor(now / 1000),
	};
	state.data.messages.push(message);
	const chat = findChat(state, message.remoteJid, message.instanceId) ?? createChat(state, message);
	chat.lastMessageAt = new Date(now).toISOString();
	if (!message.fromMe) chat.unreadCount += 1;
	state.changes.emit('change', 'messages');
	return message;
}

/** The address of a phone number; any other ID as it is. Both name the same chat. */
export function chatIdOf(recipient: string): string {
	return /^\d{7,15}$/.test(recipient) ? `${recipient}@s.whatsapp.net` : recipient;
}

/** A chat by its ID, optionally only of one instance. */
export function findChat(state: SandboxState, id: string, instanceId?: string): Chat | undefined {
	return state.data.chats.find(
		(chat) => chat.id === chatIdOf(id) && (instanceId === undefined || chat.instanceId === instanceId),
	);
}

function createChat(state: SandboxState, { remoteJid, instanceId }: Message): Chat {
	const chat: Chat = {
		id: remoteJid,
		instanceId,
		name: remoteJid.split('@')[0]!,
		isGroup: remoteJid.endsWith('@g.us'),
		archived: false,
		unreadCount: 0,
		lastMessageAt: null,
	};
	state.data.chats.push(chat);
	return chat;
}

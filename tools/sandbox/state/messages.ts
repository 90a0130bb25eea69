import { createHash } from 'node:crypto';
import type { Chat, Message, MessageDetails } from '../types/records';
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

/** Stores the marks of a message, and its file if it has one. */
export function storeDetails(
	state: SandboxState,
	messageId: string,
	marks: string[],
	file?: { bytes: Buffer; mimetype?: string; fileName?: string },
): void {
	if (file === undefined) return void state.details.set(messageId, { marks });
	const { bytes, mimetype, fileName } = file;
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	state.files.add(messageId, bytes);
	state.details.set(messageId, {
		marks,
		file: { size: bytes.length, sha256, mimetype, fileName },
	});
}

/** What is known of a message besides its record. */
export function detailsOf(state: SandboxState, messageId: string): MessageDetails {
	const { marks, file } = state.details.get(messageId) ?? { marks: [] };
	if (file === undefined) return { marks };
	return { marks, file: { ...file, isKept: state.files.get(messageId) !== undefined } };
}

/** The address of a phone number; any other ID as it is. Both name the same chat. */
export function chatIdOf(recipient: string): string {
	return /^\d{7,15}$/.test(recipient) ? `${recipient}@s.whatsapp.net` : recipient;
}

/** A chat by its ID, optionally only of one instance. */
export function findChat(state: SandboxState, id: string, instanceId?: string): Chat | undefined {
	return state.data.chats.find(
		(each) => each.id === chatIdOf(id) && (instanceId === undefined || each.instanceId === instanceId),
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

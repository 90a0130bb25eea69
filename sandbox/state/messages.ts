import type { Chat, Message } from '../types/records';
import { hex } from './random';
import type { World } from './sandboxState';

type NewMessage = Omit<Message, 'id' | 'timestamp'>;

/** Stores a message, and its chat if the message is the first. */
export function storeMessage(world: World, wanted: NewMessage): Message {
	const at = world.serviceNow();
	const message: Message = {
		id: `3EB0${hex(world.random, 16).toUpperCase()}`,
		...wanted,
		timestamp: Math.floor(at / 1000),
	};
	world.data.messages.push(message);
	const chat = findChat(world, message.remoteJid, message.instanceId) ?? openChat(world, message);
	chat.lastMessageAt = new Date(at).toISOString();
	if (!message.fromMe) chat.unreadCount += 1;
	world.changes.emit('change', 'messages');
	return message;
}

/** A chat by its ID, optionally of one instance. */
export function findChat(world: World, id: string, instanceId?: string): Chat | undefined {
	return world.data.chats.find((each) => each.id === id && (instanceId === undefined || each.instanceId === instanceId));
}

function openChat(world: World, message: Message): Chat {
	const chat: Chat = {
		id: message.remoteJid,
		instanceId: message.instanceId,
		name: message.remoteJid.split('@')[0]!,
		isGroup: message.remoteJid.endsWith('@g.us'),
		archived: false,
		unreadCount: 0,
		lastMessageAt: null,
	};
	world.data.chats.push(chat);
	return chat;
}

import type { Chat, Message } from '../types/records';
import { between, hex, pick, type Random } from './random';
import { closingLines, incomingLines, outgoingLines } from './seedTexts';

/** A fixed day, so that the same seed always gives the same data. */
export const seededAt = Date.UTC(2026, 0, 15, 12, 0, 0);
export const hour = 3_600_000;

/** More than three pages of the maximum size. */
const longChatMessages = 350;

/** Creates the messages of chats, oldest first. The first chat with a person is long, to test pagination. */
export function createMessages(random: Random, chats: Chat[]): Message[] {
	const longChat = chats.find((chat) => !chat.isGroup);
	const messages = chats.flatMap((chat) => {
		const count = chat === longChat ? longChatMessages : between(random, 2, 7);
		let at = seededAt - between(random, 1, 40) * hour - count * 900_000;
		let previous = '';
		return Array.from({ length: count }, (_, index) => {
			at += between(random, 60, 900) * 1000;
			const created = createTextMessage(random, chat, index === count - 1 ? closingLines : null, at, previous);
			previous = (created.content as { text: string }).text;
			return created;
		});
	});
	for (const [type, caption] of [
		['video', 'The new window display'],
		['audio', 'Can you call me back?'],
	] as const) {
		if (longChat !== undefined) messages.push(createMediaMessage(random, longChat, type, caption));
	}
	messages.sort((a, b) => a.timestamp - b.timestamp);
	for (const chat of chats) {
		const last = messages.filter((each) => each.remoteJid === chat.id).at(-1);
		if (last !== undefined) chat.lastMessageAt = new Date(last.timestamp * 1000).toISOString();
	}
	return messages;
}

function createTextMessage(random: Random, chat: Chat, lines: string[] | null, at: number, previous: string): Message {
	const fromMe = random() < 0.4;
	const candidates = lines ?? (fromMe ? outgoingLines : incomingLines);
	const text = pick(
		random,
		candidates.filter((line) => line !== previous),
	);
	return {
		id: `3EB0${hex(random, 16).toUpperCase()}`,
		instanceId: chat.instanceId,
		remoteJid: chat.id,
		fromMe,
		type: 'text',
		content: { text },
		timestamp: Math.floor(at / 1000),
		status: fromMe ? 'sent' : 'received',
	};
}

function createMediaMessage(random: Random, chat: Chat, type: 'video' | 'audio', caption: string): Message {
	return {
		id: `3EB0${hex(random, 16).toUpperCase()}`,
		instanceId: chat.instanceId,
		remoteJid: chat.id,
		fromMe: false,
		type,
		content: { caption, seconds: 3 },
		timestamp: Math.floor((seededAt - (type === 'video' ? 2 : 1) * 60_000) / 1000),
		status: 'received',
	};
}

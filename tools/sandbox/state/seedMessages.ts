import type { Chat, Message } from '../types/records';
import { between, hex, type Random } from './random';
import { incomingLines, outgoingLines } from './seedTexts';

/** A fixed day, so that each sandbox has the same data. */
export const seededAt = Date.UTC(2026, 0, 15, 12, 0, 0);
export const hour = 3_600_000;
const minute = 60_000;

/** More than three pages of the maximum size. */
const longChatMessages = 350;

/** Creates the messages of chats, oldest first. The first chat with a person is long, to test pagination. */
export function createMessages(random: Random, chats: Chat[]): Message[] {
	const longChat = chats.find((chat) => !chat.isGroup);
	const messages = chats.flatMap((chat) => {
		const count = chat === longChat ? longChatMessages : between(random, 2, 7);
		const end = seededAt - between(random, 1, 40) * hour;
		chat.lastMessageAt = new Date(end).toISOString();
		return Array.from({ length: count }, (_, index) => {
			const fromMe = index % 5 > 2;
			const lines = fromMe ? outgoingLines : incomingLines;
			const text = lines[(count + index) % lines.length];
			return createMessage(random, chat, end - (count - index - 1) * 5 * minute, { fromMe, content: { text } });
		});
	});
	if (longChat !== undefined)
		for (const [type, caption] of Object.entries({ video: 'The new window display', audio: 'Can you call me back?' }))
			messages.push(createMessage(random, longChat, seededAt, { type, content: { caption, seconds: 3 } }));
	return messages.sort((a, b) => a.timestamp - b.timestamp);
}

/** @param time in milliseconds */
function createMessage(random: Random, chat: Chat, time: number, fields: Partial<Message>): Message {
	return {
		id: `3EB0${hex(random, 16).toUpperCase()}`,
		instanceId: chat.instanceId,
		remoteJid: chat.id,
		fromMe: false,
		type: 'text',
		content: {},
		timestamp: Math.floor(time / 1000),
		status: fields.fromMe ? 'sent' : 'received',
		...fields,
	};
}

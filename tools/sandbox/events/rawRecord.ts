import { type Fields, isObject } from '../messages/fields';
import type { Message } from '../types/records';

/** The library's names of a status. */
const statuses: Record<string, string> = {
	pending: 'PENDING',
	sent: 'SERVER_ACK',
	received: 'DELIVERY_ACK',
	delivered: 'DELIVERY_ACK',
	read: 'READ',
	failed: 'ERROR',
};

/**
 * Returns a message as a raw record of the library behind the platform, from which the reference has the names
 * `remoteJid` and `fromMe`.
 *
 * @param name of the sender
 * @param isStatus whether only the status is new
 */
export function rawRecord(message: Message, name: string | undefined, isStatus: boolean): Fields {
	const { id, remoteJid, fromMe, participant, timestamp } = message;
	const key = { remoteJid, fromMe, id, participant };
	const status = statuses[message.status] ?? message.status.toUpperCase();
	if (isStatus) return { key, update: { status } };
	return { key, message: rawContent(message), messageTimestamp: timestamp, pushName: name, status };
}

function rawContent({ type, content }: Message): Fields {
	const { text, quotedMessageId, ...others } = isObject(content) ? content : {};
	const contextInfo = quotedMessageId === undefined ? undefined : { stanzaId: quotedMessageId };
	if (type !== 'text') return { [`${type}Message`]: { text, ...others, contextInfo } };
	return contextInfo === undefined ? { conversation: text } : { extendedTextMessage: { text, contextInfo } };
}

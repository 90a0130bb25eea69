import { type Fields, isObject } from '../messages/fieldPath';
import type { Message } from '../types/records';

interface Around {
	quoted?: Message;
	name?: string;
	isStatus: boolean;
}

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
 * Returns a message as a raw record of the platform's usual library, from which the reference has the names `remoteJid`
 * and `fromMe`.
 */
export function rawRecord(message: Message, { quoted, name, isStatus }: Around): Fields {
	const { id, remoteJid, fromMe, participant, timestamp } = message;
	const key = { remoteJid, fromMe, id, participant };
	const status = statuses[message.status] ?? message.status.toUpperCase();
	if (isStatus) return { key, update: { status } };
	const content = rawContent(message, quoted);
	return { key, message: content, messageTimestamp: timestamp, pushName: name, status };
}

function rawContent({ type, content, remoteJid }: Message, quoted?: Message): Fields {
	const { text, url, base64, caption, fileName, mimetype, ...rest } = isObject(content) ? content : {};
	const { quotedMessageId, ...others } = rest;
	const contextInfo =
		quoted === undefined
			? undefined
			: {
					stanzaId: quotedMessageId,
					participant: quoted.participant ?? quoted.remoteJid,
					quotedMessage: rawContent(quoted),
				};
	const file = { url, mimetype, caption, fileName, contextInfo };
	switch (type) {
		case 'text':
			return contextInfo === undefined ? { conversation: text } : { extendedTextMessage: { text, contextInfo } };
		case 'image':
		case 'video':
		case 'audio':
		case 'document':
			return { [`${type}Message`]: { ...others, ...file }, base64 };
		case 'location': {
			const { latitude, longitude, ...place } = others;
			const degrees = { degreesLatitude: latitude, degreesLongitude: longitude };
			return { locationMessage: { ...degrees, ...place, contextInfo } };
		}
		case 'reaction':
			return {
				reactionMessage: { key: { remoteJid, id: others['messageId'] }, text: others['emoji'] },
			};
		default:
			return { [`${type}Message`]: { text, ...others, contextInfo } };
	}
}

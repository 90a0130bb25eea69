import { isMediaKind, mediaOf } from '../media/media';
import { isObject } from '../messages/fields';
import { findInstance } from '../requests/findRecord';
import { invalid } from '../responses/serviceError';
import { chatIdOf, newMessageId, storeMessage } from '../state/messages';
import type { SandboxState } from '../state/sandboxState';
import type { IncomingMessage } from '../types/incoming';
import type { Message } from '../types/records';
import { sendMessageEvent } from './events';

/**
 * Stores a message as if it had come in, and delivers it to the webhooks that subscribe to its event.
 *
 * @throws 404 if there is no such instance, and 400 if none is given and none is connected
 */
export function playMessage(state: SandboxState, incoming: IncomingMessage): Message {
	const { fromMe = false, type = 'text', event = 'message', text, quote } = incoming;
	const instance =
		incoming.instanceId === undefined
			? state.data.instances.find(({ status }) => status === 'connected')
			: findInstance(state, incoming.instanceId);
	if (instance === undefined) throw invalid('No instance is connected, so no message can come in');
	const firstChat = state.data.chats.find(({ instanceId, isGroup }) => instanceId === instance.id && !isGroup);
	const remoteJid = incoming.remoteJid ?? firstChat?.id ?? '5511900000000@s.whatsapp.net';
	const participant = participantOf(state, remoteJid, incoming);
	const id = newMessageId(state);
	const content = incoming.content ?? contentOf(state, id, type, text);
	const message = storeMessage(state, {
		id,
		instanceId: instance.id,
		remoteJid,
		fromMe,
		type,
		content: quote !== undefined && isObject(content) ? { ...content, quotedMessageId: quote } : content,
		status: fromMe ? 'sent' : 'received',
		...(participant === undefined ? {} : { participant }),
	});
	sendMessageEvent(state, event, message);
	return message;
}

/** Assumption: the reference does not show the content of any message. */
function contentOf(state: SandboxState, messageId: string, type: string, text: string | undefined): object {
	if (type === 'text') return { text: text ?? 'Hello!' };
	if (type === 'location') return { latitude: -23.5503, longitude: -46.6339, name: text ?? 'Praça da Sé' };
	const caption = text ?? '';
	// The endpoints of downloads return videos and voice messages, so the event has no URL of them.
	if (type !== 'image' && type !== 'document') return isMediaKind(type) ? { caption, seconds: 3 } : { text: caption };
	const { fileName, mimetype } = mediaOf(type, messageId);
	return { url: `${state.origin}/media/${type}/${fileName}`, caption, fileName, mimetype };
}

/** Who sent the message, if its chat is a group. */
function participantOf(
	state: SandboxState,
	chatId: string,
	{ participant, fromMe }: IncomingMessage,
): string | undefined {
	if (!chatId.endsWith('@g.us')) return undefined;
	const group = state.data.groups.find(({ id }) => id === chatId);
	const sender = participant ?? (fromMe ? undefined : group?.participants[0]);
	return sender === undefined ? undefined : chatIdOf(sender);
}

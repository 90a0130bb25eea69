import { mediaOf } from '../media/media';
import { findInstance } from '../requests/findRecord';
import { invalid } from '../responses/serviceError';
import { chatIdOf, newMessageId, storeMessage } from '../state/messages';
import type { SandboxState } from '../state/sandboxState';
import type { Message } from '../types/records';
import type { IncomingMessage } from '../types/sandbox';
import { sendMessageEvent } from './events';

/**
 * Stores a message as if it had come in, and delivers it to the webhooks that subscribe to its event.
 *
 * @throws 404 if there is no such instance, and 400 if none is given and none is connected
 */
export function playMessage(state: SandboxState, incoming: IncomingMessage): Message {
	const instance =
		incoming.instanceId === undefined
			? state.data.instances.find((each) => each.status === 'connected')
			: findInstance(state, incoming.instanceId);
	if (instance === undefined) throw invalid('No instance is connected, so no message can come in');
	const fromMe = incoming.fromMe ?? false;
	const type = incoming.type ?? 'text';
	const firstChat = state.data.chats.find(
		(each) => each.instanceId === instance.id && !each.isGroup,
	);
	const remoteJid = incoming.remoteJid ?? firstChat?.id ?? '5511900000000@s.whatsapp.net';
	const participant = participantOf(state, remoteJid, incoming);
	const id = newMessageId(state);
	const message = storeMessage(state, {
		id,
		instanceId: instance.id,
		remoteJid,
		fromMe,
		type,
		content: incoming.content ?? contentOf(state, id, type, incoming.text),
		status: fromMe ? 'sent' : 'received',
		...(participant === undefined ? {} : { participant }),
	});
	sendMessageEvent(state, incoming.event ?? 'message', { ...message });
	return message;
}

/** Assumption: the reference does not show the content of any message. */
function contentOf(state: SandboxState, messageId: string, type: string, text?: string): object {
	if (type === 'text') return { text: text ?? 'Hello!' };
	if (type === 'location')
		return {
			latitude: -23.5503,
			longitude: -46.6339,
			name: text ?? 'Praça da Sé',
			address: 'Praça da Sé, São Paulo',
		};
	// No endpoint returns the files of these, so the message has their URL.
	if (type === 'image' || type === 'document') {
		const { fileName, mimetype } = mediaOf(type, messageId);
		const url = `${state.origin}/media/${type}/${fileName}`;
		return { url, caption: text ?? '', fileName, mimetype };
	}
	return { caption: text ?? '', seconds: 3 };
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

import { isMediaKind, mediaOf } from '../media/media';
import { isObject } from '../messages/fieldPath';
import { findInstance, findMessage } from '../requests/findRecord';
import { invalid } from '../responses/serviceError';
import { chatIdOf, newMessageId, storeMessage } from '../state/messages';
import type { SandboxState } from '../state/sandboxState';
import type { Message } from '../types/records';
import type { IncomingMessage } from '../types/incoming';
import { sendMessageEvent } from './events';

/**
 * Stores a message as if it had come in, and delivers it to the webhooks that subscribe to its event.
 *
 * @throws 404 if there is no such instance or quoted message, and 400 if no instance is given and none is connected, or
 *   a file is wanted for a type without one
 */
export function playMessage(state: SandboxState, incoming: IncomingMessage): Message {
	const instance =
		incoming.instanceId === undefined
			? state.data.instances.find((each) => each.status === 'connected')
			: findInstance(state, incoming.instanceId);
	if (instance === undefined) throw invalid('No instance is connected, so no message can come in');
	const fromMe = incoming.fromMe ?? false;
	const type = incoming.type ?? 'text';
	const firstChat = state.data.chats.find((each) => each.instanceId === instance.id && !each.isGroup);
	const remoteJid = incoming.remoteJid ?? firstChat?.id ?? '5511900000000@s.whatsapp.net';
	const participant = participantOf(state, remoteJid, incoming);
	const { text, quote, file, event = CHANGES[type] ?? 'message' } = incoming;
	if (file !== undefined && !isMediaKind(type)) throw invalid(`A ${type} has no file`);
	const id = newMessageId(state);
	const address = { instanceId: instance.id, remoteJid: chatIdOf(remoteJid) };
	const quoted = quotedMessage(state, { ...address, fromMe }, quote);
	const last = state.data.messages.findLast((each) => each.remoteJid === address.remoteJid)?.id ?? id;
	const content =
		incoming.content ?? answerTo(last, type, text) ?? contentOf(state, id, type, text, file !== undefined);
	const message = storeMessage(state, {
		id,
		...address,
		fromMe,
		type: event === CHANGES[type] ? 'text' : type,
		content: quoted !== undefined && isObject(content) ? { ...content, quotedMessageId: quoted.id } : content,
		status: fromMe ? 'sent' : 'received',
		...(participant === undefined ? {} : { participant }),
	});
	sendMessageEvent(state, event, message, { quoted, file });
	return message;
}

/** The events of what happens to a message. */
const CHANGES: Record<string, string> = { edited: 'message.edited', deleted: 'message.deleted' };

/** Assumption: what refers to another message by its ID. */
function answerTo(messageId: string, type: string, text: string | undefined): object | undefined {
	if (type === 'reaction') return { messageId, emoji: text ?? '👍' };
	if (type === 'buttonsResponse') return { selectedButtonId: 'yes', selectedDisplayText: text ?? 'Yes' };
	return type in CHANGES ? { messageId, text } : undefined;
}

/** Returns the message with the ID or, for `true`, the last one of the other side, else an invented one. */
function quotedMessage(
	state: SandboxState,
	{ fromMe, ...chat }: Pick<Message, 'instanceId' | 'remoteJid' | 'fromMe'>,
	quote: IncomingMessage['quote'],
): Message | undefined {
	if (quote === undefined || quote === false) return undefined;
	if (typeof quote === 'string') return findMessage(state, quote);
	const last = state.data.messages.findLast(
		(each) => each.instanceId === chat.instanceId && each.remoteJid === chat.remoteJid && each.fromMe !== fromMe,
	);
	return (
		last ?? {
			...chat,
			id: newMessageId(state),
			fromMe: !fromMe,
			type: 'text',
			content: { text: 'An earlier message' },
			timestamp: Math.floor(state.serviceNow() / 1000) - 60,
			status: 'read',
		}
	);
}

/** Assumption: the reference does not show the content of any message. */
function contentOf(
	state: SandboxState,
	messageId: string,
	type: string,
	text: string | undefined,
	hasFile: boolean,
): object {
	if (type === 'text') return { text: text ?? 'Hello!' };
	if (type === 'location')
		return {
			latitude: -23.5503,
			longitude: -46.6339,
			name: text ?? 'Praça da Sé',
			address: 'Praça da Sé, São Paulo',
		};
	const content = { caption: text ?? '' };
	// No endpoint returns the files of pictures and documents, so the message has their URL.
	const isOffered = type !== 'image' && type !== 'document';
	if (!isMediaKind(type) || (isOffered && !hasFile)) return { ...content, seconds: 3 };
	const { fileName, mimetype } = mediaOf(type, messageId);
	const url = `${state.origin}/media/${type}/${fileName}`;
	return { url, ...content, fileName, mimetype };
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

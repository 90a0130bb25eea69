import { findInstance } from '../requests/findRecord';
import { invalid } from '../responses/serviceError';
import { storeMessage } from '../state/messages';
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
	const message = storeMessage(state, {
		instanceId: instance.id,
		remoteJid: incoming.remoteJid ?? firstChat?.id ?? '5511900000000@s.whatsapp.net',
		fromMe,
		type,
		content:
			incoming.content ??
			(type === 'text'
				? { text: incoming.text ?? 'Hello!' }
				: { caption: incoming.text ?? '', seconds: 3 }),
		status: fromMe ? 'sent' : 'received',
	});
	sendMessageEvent(state, incoming.event ?? 'message', { ...message });
	return message;
}

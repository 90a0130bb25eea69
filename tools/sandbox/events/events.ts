import { isObject, type Fields } from '../messages/fields';
import { hex } from '../state/random';
import type { SandboxState } from '../state/sandboxState';
import type { Instance, Message, Webhook } from '../types/records';
import { deliver } from './deliveries';
import { rawRecord } from './rawRecord';

/**
 * Events, and the webhooks that receive them. The names of the events are assumptions, since the reference shows none:
 * `message` for a received or sent message, `message.status` when a sent one changes, `instance.status`, and `test`.
 */

/** The event of a change of a message's status. */
const statusEvent = 'message.status';

/** Delivers an event about a message to the active webhooks that subscribe to it. */
export function sendMessageEvent(state: SandboxState, event: string, message: Message): void {
	sendEvent(state, messageEvent(state, event, message));
}

/** Changes a message's status and sends an event. */
export function changeMessageStatus(state: SandboxState, message: Message, status: string): void {
	message.status = status;
	state.changes.emit('change', 'messages');
	sendMessageEvent(state, statusEvent, message);
}

/** Changes an instance's status, adds the change to its history and sends an event. */
export function changeStatus(state: SandboxState, instance: Instance, status: Instance['status']): void {
	const time = new Date(state.serviceNow()).toISOString();
	instance.status = status;
	if (status === 'connected') instance.lastConnection = time;
	state.data.history.get(instance.id)?.unshift({ timestamp: time, details: { event: status } });
	state.changes.emit('change', 'instances');
	const { phone, lastConnection } = instance;
	sendEvent(state, eventBody(state, 'instance.status', instance.id, { status, phone, lastConnection }));
}

/** Sends a test event once to a webhook, active or not, and returns whether it was accepted. */
export async function sendTestEvent(state: SandboxState, webhook: Webhook): Promise<boolean> {
	const message: Message = {
		id: `TEST${hex(state.random, 16).toUpperCase()}`,
		instanceId: state.data.instances[0]?.id ?? '',
		remoteJid: '5511900000000@s.whatsapp.net',
		fromMe: false,
		type: 'text',
		content: { text: 'This is a test event' },
		timestamp: Math.floor(state.serviceNow() / 1000),
		status: 'received',
	};
	const body = JSON.stringify(messageEvent(state, 'test', message));
	return await deliver(state, webhook, 'test', body, { retries: false }).firstAttempt;
}

/**
 * Delivers any JSON to the active webhooks that subscribe to its `event`, or to all if it names none. Returns their
 * number. Assumption: a webhook without events receives all of them.
 */
export function sendEvent(state: SandboxState, body: unknown): number {
	const event = isObject(body) && typeof body['event'] === 'string' ? body['event'] : undefined;
	const receivers = state.data.webhooks.filter(
		({ isActive, events }) =>
			isActive && (event === undefined || events.length === 0 || events.includes('*') || events.includes(event)),
	);
	for (const webhook of receivers) deliver(state, webhook, event ?? '', JSON.stringify(body));
	return receivers.length;
}

function messageEvent(state: SandboxState, event: string, message: Message): Fields {
	const { instanceId, remoteJid, fromMe } = message;
	if (state.dialect.events === 'top') return { event, ...message };
	const chat = state.data.chats.find(({ id }) => id === remoteJid);
	return eventBody(
		state,
		event,
		instanceId,
		rawRecord(message, fromMe ? undefined : chat?.name, event === statusEvent),
	);
}

function eventBody(state: SandboxState, event: string, instanceId: string, record: Fields): Fields {
	return state.dialect.events === 'top' ? { event, instanceId, ...record } : { event, instanceId, data: record };
}

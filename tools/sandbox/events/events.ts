import { chatIdOf } from '../state/messages';
import { hex } from '../state/random';
import type { SandboxState } from '../state/sandboxState';
import type { Instance, Message, Webhook } from '../types/records';
import type { EventFile } from '../types/dialect';
import { deliver, waitForFirstAttempts } from './deliveries';
import { eventBody } from './eventBody';
import { withEventFile } from './eventFile';
import { eventRecord } from './eventRecord';

/**
 * Events, and the webhooks that receive them. The names of the events are assumptions, since the reference shows none:
 * `message` for a received or sent message, `message.status` when a sent one changes, `instance.status`, and `test`.
 */

/** What the event of a message has besides the message. */
interface MessageExtras {
	quoted?: Message;
	file?: EventFile;
}

/** The event of a change of a message's status. */
const statusEvent = 'message.status';

/** Delivers an event about a message to the active webhooks that subscribe to it. */
export function sendMessageEvent(
	state: SandboxState,
	event: string,
	message: Message,
	extras: MessageExtras = {},
): void {
	sendEvent(state, event, messageBody(state, event, message, extras));
}

/** Changes a message's status and sends an event. */
export function changeMessageStatus(state: SandboxState, message: Message, status: string): void {
	message.status = status;
	state.changes.emit('change', 'messages');
	sendMessageEvent(state, statusEvent, message);
}

/** Delivers the chats of an instance as a list of contacts, as services do when an account connects. */
export function sendContacts(state: SandboxState, { id: instanceId }: Instance): object[] {
	const chats = state.data.chats.filter((each) => each.instanceId === instanceId && !each.isGroup);
	const contacts = chats.map(({ id, name }) => ({ id, name }));
	sendEvent(state, 'contacts', JSON.stringify({ event: 'contacts', instanceId, data: contacts }));
	return contacts;
}

/** Changes an instance's status, adds the change to its history and sends an event. */
export function changeStatus(state: SandboxState, instance: Instance, status: Instance['status']): void {
	const at = new Date(state.serviceNow()).toISOString();
	instance.status = status;
	if (status === 'connected') instance.lastConnection = at;
	state.data.history.get(instance.id)?.unshift({ timestamp: at, details: { event: status } });
	state.changes.emit('change', 'instances');
	const { id, phone, lastConnection } = instance;
	const record = { instanceId: id, status, phone, lastConnection };
	sendEvent(state, 'instance.status', bodyOf(state, 'instance.status', id, record, false));
}

/** Sends a test event once to a webhook, active or not, and returns whether it was accepted. */
export async function sendTestEvent(state: SandboxState, webhook: Webhook): Promise<boolean> {
	const instanceId = state.data.instances[0]?.id ?? '';
	const message: Message = {
		id: `TEST${hex(state.random, 16).toUpperCase()}`,
		instanceId,
		remoteJid: '5511900000000@s.whatsapp.net',
		fromMe: false,
		type: 'text',
		content: { text: 'This is a test event' },
		timestamp: Math.floor(state.serviceNow() / 1000),
		status: 'received',
	};
	return await waitForFirstAttempts(
		deliver(state, webhook, 'test', messageBody(state, 'test', message), { retries: false }),
	);
}

function sendEvent(state: SandboxState, event: string, body: string): void {
	for (const webhook of state.data.webhooks) {
		if (webhook.isActive && subscribes(webhook, event)) deliver(state, webhook, event, body);
	}
}

/** Assumption: a webhook without events receives all of them. */
function subscribes({ events }: Webhook, event: string): boolean {
	return events.length === 0 || events.includes('*') || events.includes(event);
}

function messageBody(
	state: SandboxState,
	event: string,
	message: Message,
	{ quoted, file }: MessageExtras = {},
): string {
	const { instances, chats } = state.data;
	const { instanceId, remoteJid, fromMe } = message;
	const own = instances.find(({ id }) => id === instanceId);
	const chat = chats.find((each) => each.id === remoteJid && each.instanceId === instanceId);
	const record = eventRecord(state.dialect.events, {
		message: withEventFile(state, message, file),
		quoted,
		ownAddress: chatIdOf(own?.phone ?? '5511900000001'),
		name: fromMe ? own?.name : chat?.name,
		isStatus: event === statusEvent,
	});
	return bodyOf(state, event, instanceId, record, true);
}

function bodyOf(
	state: SandboxState,
	event: string,
	instanceId: string,
	record: Record<string, unknown>,
	isMessage: boolean,
): string {
	const facts = {
		event,
		instanceId,
		id: `evt_${hex(state.random, 12)}`,
		timestamp: Math.floor(state.serviceNow() / 1000),
	};
	return JSON.stringify(eventBody(state.dialect.events, facts, record, isMessage));
}

import { hex } from '../state/random';
import type { SandboxState } from '../state/sandboxState';
import type { Instance, Message, Webhook } from '../types/records';
import { deliver, waitForFirstAttempts } from './deliveries';

/**
 * Events, and the webhooks that receive them. The names of the events are assumptions, since the reference shows none:
 * `message` for a received or sent message, `message.status` when a sent one changes, `instance.status`, and `test`.
 */

/** Delivers an event about a message to the active webhooks that subscribe to it. */
export function sendMessageEvent(state: SandboxState, event: string, message: Message): void {
	sendEvent(state, event, message.instanceId, message);
}

/** Changes a message's status and sends an event. */
export function changeMessageStatus(state: SandboxState, message: Message, status: string): void {
	message.status = status;
	state.changes.emit('change', 'messages');
	sendMessageEvent(state, 'message.status', { ...message });
}

/** Changes an instance's status, adds the change to its history and sends an event. */
export function changeStatus(
	state: SandboxState,
	instance: Instance,
	status: Instance['status'],
): void {
	const at = new Date(state.serviceNow()).toISOString();
	instance.status = status;
	if (status === 'connected') instance.lastConnection = at;
	state.data.history.get(instance.id)?.unshift({ timestamp: at, details: { event: status } });
	state.changes.emit('change', 'instances');
	const { id, phone, lastConnection } = instance;
	sendEvent(state, 'instance.status', id, { instanceId: id, status, phone, lastConnection });
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
		deliver(state, webhook, 'test', payload(state, 'test', instanceId, message), {
			retries: false,
		}),
	);
}

function sendEvent(state: SandboxState, event: string, instanceId: string, data: object): void {
	const body = payload(state, event, instanceId, data);
	for (const webhook of state.data.webhooks) {
		if (webhook.isActive && subscribes(webhook, event)) deliver(state, webhook, event, body);
	}
}

/** Assumption: a webhook without events receives all of them. */
function subscribes({ events }: Webhook, event: string): boolean {
	return events.length === 0 || events.includes('*') || events.includes(event);
}

function payload(state: SandboxState, event: string, instanceId: string, data: object): string {
	switch (state.dialect.payload) {
		case 'message':
			return JSON.stringify({ event, ...data });
		case 'data':
			return JSON.stringify({ event, instanceId, data });
		case 'array':
			return JSON.stringify([{ event, ...data }]);
	}
}

import type { Incoming } from '../types/sandbox';
import { deliver, settleFirstAttempt } from './deliveries';
import { invalid } from '../responses/serviceError';
import { findInstance } from '../requests/findRecord';
import { storeMessage } from '../state/messages';
import type { Instance, Message, Webhook } from '../types/records';
import { hex } from '../state/random';
import type { World } from '../state/sandboxState';

/**
 * Sends events to the webhooks. The names are assumptions, since the reference shows none: `message` for a received or
 * sent message, `message.status` when a sent one changes, `instance.status`, and `test`.
 */

export function announceMessage(world: World, event: string, message: Message): void {
	announce(world, event, message.instanceId, message);
}

export function announceStatus(world: World, { id, status, phone, lastConnection }: Instance): void {
	announce(world, 'instance.status', id, { instanceId: id, status, phone, lastConnection });
}

/** Sends a test event to this webhook, active or not, and returns whether it was accepted. */
export async function announceTest(world: World, webhook: Webhook): Promise<boolean> {
	const instanceId = world.data.instances[0]?.id ?? '';
	const message: Message = {
		id: `TEST${hex(world.random, 16).toUpperCase()}`,
		instanceId,
		remoteJid: '5511900000000@s.whatsapp.net',
		fromMe: false,
		type: 'text',
		content: { text: 'This is a test event' },
		timestamp: Math.floor(world.serviceNow() / 1000),
		status: 'received',
	};
	return await settleFirstAttempt(deliver(world, webhook, 'test', payload(world, 'test', instanceId, message), { retries: false }));
}

/** Stores an incoming message and delivers it to the webhooks that subscribe to its event. */
export function playMessage(world: World, incoming: Incoming): Message {
	const instance = incoming.instanceId === undefined ? world.data.instances.find((each) => each.status === 'connected') : findInstance(world, incoming.instanceId);
	if (instance === undefined) throw invalid('No instance is connected, so no message can come in');
	const fromMe = incoming.fromMe ?? false;
	const type = incoming.type ?? 'text';
	const message = storeMessage(world, {
		instanceId: instance.id,
		remoteJid: incoming.remoteJid ?? world.data.chats.find((each) => each.instanceId === instance.id && !each.isGroup)?.id ?? '5511900000000@s.whatsapp.net',
		fromMe,
		type,
		content: incoming.content ?? (type === 'text' ? { text: incoming.text ?? 'Hello!' } : { caption: incoming.text ?? '', seconds: 3 }),
		status: fromMe ? 'sent' : 'received',
	});
	announceMessage(world, incoming.event ?? 'message', { ...message });
	return message;
}

function announce(world: World, event: string, instanceId: string, data: object): void {
	const body = payload(world, event, instanceId, data);
	for (const webhook of world.data.webhooks) {
		if (webhook.isActive && subscribes(webhook, event)) deliver(world, webhook, event, body);
	}
}

/** Assumption: a webhook without events receives all. */
function subscribes({ events }: Webhook, event: string): boolean {
	return events.length === 0 || events.includes('*') || events.includes(event);
}

function payload(world: World, event: string, instanceId: string, data: object): string {
	switch (world.dialect.payload) {
		case 'message':
			return JSON.stringify({ event, ...data });
		case 'data':
			return JSON.stringify({ event, instanceId, data });
		case 'array':
			return JSON.stringify([{ event, ...data }]);
	}
}

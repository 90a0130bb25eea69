import { isMediaKind, mediaOf, type Media } from '../media/media';
import { conflict, notFound } from '../responses/serviceError';
import type { SandboxState } from '../state/sandboxState';
import type { Group, Instance, Message, Webhook } from '../types/records';

/** Throws 404 if there is no such instance. */
export function findInstance(state: SandboxState, id: string): Instance {
	const found = state.data.instances.find((each) => each.id === id);
	if (found === undefined) throw notFound('Instance');
	return found;
}

/**
 * Throws 404 if there is no such instance, and 409 if it is not connected. Assumption: the reference does not show this
 * case.
 */
export function findConnectedInstance(state: SandboxState, id: string): Instance {
	const found = findInstance(state, id);
	if (found.status !== 'connected') {
		throw conflict('INSTANCE_NOT_CONNECTED', `Instance ${found.name} is ${found.status}; connect it first`);
	}
	return found;
}

/** Throws 404 if there is no such message. */
export function findMessage(state: SandboxState, id: string): Message {
	const found = state.data.messages.find((each) => each.id === id);
	if (found === undefined) throw notFound('Message');
	return found;
}

/**
 * Returns the file of a message: the one that was sent, or the sandbox's own one of this kind.
 *
 * @param size of a file to generate instead
 * @throws 404 if there is no file of this kind, or the sandbox no longer keeps the one that was sent
 */
export function findFile(state: SandboxState, kind: string, messageId: string, size?: number): Media {
	const bytes = state.files.get(messageId);
	if (bytes !== undefined && size === undefined) {
		const content = findMessage(state, messageId).content as { mimetype?: unknown; fileName?: unknown };
		const isType = /^[\w.+-]+\/[\w.+-]+$/.test(String(content.mimetype));
		return {
			fileName: String(content.fileName ?? messageId),
			mimetype: isType ? String(content.mimetype) : 'application/octet-stream',
			source: { bytes },
		};
	}
	if (!isMediaKind(kind)) throw notFound('File');
	return mediaOf(kind, messageId, size);
}

/** Throws 404 if there is no such group. */
export function findGroup(state: SandboxState, id: string): Group {
	const found = state.data.groups.find((each) => each.id === id);
	if (found === undefined) throw notFound('Group');
	return found;
}

/** Throws 404 if there is no such webhook. */
export function findWebhook(state: SandboxState, id: string): Webhook {
	const found = state.data.webhooks.find((each) => each.id === id);
	if (found === undefined) throw notFound('Webhook');
	return found;
}

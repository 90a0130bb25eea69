import { isMediaKind, mediaOf, type Media } from '../media/media';
import { conflict, notFound } from '../responses/serviceError';
import type { SandboxState } from '../state/sandboxState';
import type { Instance } from '../types/records';

/** Returns the record with an ID. Throws 404 if there is none. @param what the kind of record, e.g. "Instance" */
function findById<T extends { id: string }>(records: T[], id: string, what: string): T {
	const record = records.find((candidate) => candidate.id === id);
	if (record === undefined) throw notFound(what);
	return record;
}

export const findInstance = ({ data }: SandboxState, id: string) => findById(data.instances, id, 'Instance');
export const findMessage = ({ data }: SandboxState, id: string) => findById(data.messages, id, 'Message');
export const findGroup = ({ data }: SandboxState, id: string) => findById(data.groups, id, 'Group');
export const findWebhook = ({ data }: SandboxState, id: string) => findById(data.webhooks, id, 'Webhook');

/**
 * Throws 404 if there is no such instance, and 409 if it is not connected. Assumption: the reference does not show this
 * case.
 */
export function findConnectedInstance(state: SandboxState, id: string): Instance {
	const instance = findInstance(state, id);
	if (instance.status !== 'connected') {
		throw conflict('INSTANCE_NOT_CONNECTED', `Instance ${instance.name} is ${instance.status}; connect it first`);
	}
	return instance;
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

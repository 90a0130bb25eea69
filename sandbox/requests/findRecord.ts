import { conflict, notFound } from '../responses/serviceError';
import type { SandboxState } from '../state/sandboxState';
import type { Group, Instance, Webhook } from '../types/records';

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
		throw conflict(
			'INSTANCE_NOT_CONNECTED',
			`Instance ${found.name} is ${found.status}; connect it first`,
		);
	}
	return found;
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

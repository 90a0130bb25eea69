import type { Group, Instance, Webhook } from '../types/records';
import { conflict, invalid, notFound } from '../responses/serviceError';
import type { World } from '../state/sandboxState';

export function findInstance(world: World, id: string): Instance {
	const found = world.data.instances.find((each) => each.id === id);
	if (found === undefined) throw notFound('Instance');
	return found;
}

/** Only a connected instance can act. Assumption: the reference does not say what happens otherwise. */
export function findActingInstance(world: World, id: string): Instance {
	const found = findInstance(world, id);
	if (found.status !== 'connected') {
		throw conflict('INSTANCE_NOT_CONNECTED', `Instance ${found.name} is ${found.status}; connect it first`);
	}
	return found;
}

export function findGroup(world: World, id: string): Group {
	const found = world.data.groups.find((each) => each.id === id);
	if (found === undefined) throw notFound('Group');
	return found;
}

export function findWebhook(world: World, id: string): Webhook {
	const found = world.data.webhooks.find((each) => each.id === id);
	if (found === undefined) throw notFound('Webhook');
	return found;
}

/** The value of a query parameter; its name is a setting of the dialect. */
export function queryText(query: Record<string, unknown>, name: string): string | undefined {
	const value = query[name];
	if (value === undefined) return undefined;
	if (typeof value !== 'string') throw invalid(`Query parameter ${name} may be given only once`);
	return value;
}

/** An integer in a query parameter, within bounds. */
export function queryNumber(query: Record<string, unknown>, name: string, fallback: number, maximum = Infinity): number {
	const text = queryText(query, name);
	if (text === undefined) return fallback;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < 1 || value > maximum) {
		throw invalid(`Query parameter ${name} must be a whole number from 1${maximum === Infinity ? '' : ` to ${maximum}`}`);
	}
	return value;
}

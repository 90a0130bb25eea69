import { createHash } from 'crypto';

import { systemClock, type Clock } from './clock';
import { Gate } from './gate';

const IDLE_MS = 10 * 60_000;

/** Per clock, so that a test with its own clock never meets the gates of another. */
const registries = new WeakMap<Clock, Map<string, Gate>>();

/**
 * The gate of one key at one service, shared by all executions in this process. Of the key only a hash is kept.
 * Gates unused for ten minutes are forgotten at the next call, so no timer is needed for it.
 */
export function gateFor(baseUrl: string, apiKey: string, clock: Clock = systemClock): Gate {
	let gates = registries.get(clock);
	if (gates === undefined) registries.set(clock, (gates = new Map()));
	for (const [name, gate] of gates) if (gate.idleMs() > IDLE_MS) gates.delete(name);
	const name = nameOf(baseUrl, apiKey);
	let gate = gates.get(name);
	if (gate === undefined) gates.set(name, (gate = new Gate(clock)));
	return gate;
}

/** How many gates are remembered (for `clock`). */
export function gatesRemembered(clock: Clock = systemClock): number {
	return registries.get(clock)?.size ?? 0;
}

function nameOf(baseUrl: string, apiKey: string): string {
	const service = baseUrl.trim().replace(/\/+$/, '').toLowerCase();
	return createHash('sha256').update(`${service}\n${apiKey}`).digest('hex');
}

// Waiting for a condition.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until `condition` returns a truthy value, and returns it. An error of the condition ends the wait.
 *
 * @throws after `timeout` ms, with `what` in the message
 */
export async function waitUntil(condition, what, timeout = 30_000) {
	const deadline = Date.now() + timeout;
	for (;;) {
		const value = await condition();
		if (value) return value;
		if (Date.now() > deadline) throw new Error(`Waited ${timeout / 1000} s in vain for ${what}.`);
		await sleep(100);
	}
}

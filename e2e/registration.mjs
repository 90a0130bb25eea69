import { setTimeout as sleep } from 'node:timers/promises';
import { triggerType } from './package.mjs';

/** Where the service delivers to while the workflow is active. */
export function productionUrl(n8n, workflow) {
	return `${n8n.url}/webhook/${pathOfTrigger(workflow)}`;
}

/** Where the service delivers to while somebody listens in the editor. */
export function testUrl(n8n, workflow) {
	return `${n8n.url}/webhook-test/${pathOfTrigger(workflow)}`;
}

function pathOfTrigger({ nodes }) {
	return `${nodes.find(({ type }) => type === triggerType).webhookId}/webhook`;
}

/** The webhooks at the sandbox that deliver to an address, secrets included. */
export async function registrations(sandbox, url) {
	return (await sandbox.control('GET', 'webhooks')).filter((webhook) => webhook.url === url);
}

/** Resolves when the trigger of a published workflow has registered itself, which n8n does in the background. */
export async function ensureRegistered({ sandbox, url }) {
	await until(
		async () => (await registrations(sandbox, url)).some(({ isActive }) => isActive),
		'the registration at the sandbox',
	);
}

/** Polls until `condition` gives a truthy value, and gives it back. */
export async function until(condition, what, timeout = 30_000) {
	const deadline = Date.now() + timeout;
	for (;;) {
		const value = await condition();
		if (value) return value;
		if (Date.now() > deadline) throw new Error(`Waited ${timeout / 1000} s in vain for ${what}.`);
		await sleep(100);
	}
}

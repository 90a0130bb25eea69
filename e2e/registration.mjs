import { setTimeout as sleep } from 'node:timers/promises';
import { triggerType } from './package.mjs';

/** The trigger's URL while the workflow is active. */
export function productionUrl(n8n, workflow) {
	return `${n8n.url}/webhook/${pathOfTrigger(workflow)}`;
}

/** The trigger's URL while somebody listens in the editor. */
export function testUrl(n8n, workflow) {
	return `${n8n.url}/webhook-test/${pathOfTrigger(workflow)}`;
}

function pathOfTrigger({ nodes }) {
	return `${nodes.find(({ type }) => type === triggerType).webhookId}/webhook`;
}

/** The sandbox's webhooks with a URL, including their secrets. */
export async function registrations(sandbox, url) {
	return (await sandbox.control('GET', 'webhooks')).filter((webhook) => webhook.url === url);
}

/** Resolves when a published workflow's trigger is registered, which n8n does in the background. */
export async function ensureRegistered({ sandbox, url }) {
	await until(
		async () => (await registrations(sandbox, url)).some(({ isActive }) => isActive),
		'the registration at the sandbox',
	);
}

/** Polls until `condition` returns a truthy value, and returns it. */
export async function until(condition, what, timeout = 30_000) {
	const deadline = Date.now() + timeout;
	for (;;) {
		const value = await condition();
		if (value) return value;
		if (Date.now() > deadline) throw new Error(`Waited ${timeout / 1000} s in vain for ${what}.`);
		await sleep(100);
	}
}

import { setTimeout as sleep } from 'node:timers/promises';

const webhookNode = 'n8n-nodes-base.webhook';

/**
 * Sees to it that the sandbox delivers its events to a published workflow, and resolves when it does.
 * A workflow that begins with n8n's plain Webhook node is registered here, by hand; a trigger of our
 * own registers itself, so there it is enough to wait for its registration.
 */
export async function ensureRegistered({ n8n, sandbox, workflow }) {
	const plain = workflow.nodes.find((node) => node.type === webhookNode);
	if (plain) {
		const url = `${n8n.url}/webhook/${plain.parameters.path}`;
		// n8n publishes in the background; asked with the wrong method, a live webhook says so.
		await until(async () => (await (await fetch(url)).text()).includes('not registered for GET'), 'the webhook in n8n');
		const known = (await sandbox.webhooks()).some((webhook) => webhook.url === url);
		if (!known) await sandbox.call('POST', '/webhooks', { url, isActive: true, retryOnFailure: true });
	}
	await until(
		async () =>
			(await sandbox.webhooks()).some((webhook) => webhook.isActive && webhook.url.startsWith(`${n8n.url}/webhook/`)),
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

// The webhooks that the trigger registers at the sandbox.
import { triggerType } from '../n8n/package.mjs';
import { waitUntil } from '../processes/polling.mjs';

/** Returns the URL of a workflow's trigger while the workflow is active. */
export function productionUrlOf(n8n, workflow) {
	return `${n8n.url}/webhook/${pathOfTrigger(workflow)}`;
}

/** Returns the URL of a workflow's trigger while the editor listens for a test event. */
export function testUrlOf(n8n, workflow) {
	return `${n8n.url}/webhook-test/${pathOfTrigger(workflow)}`;
}

function pathOfTrigger({ nodes }) {
	return `${nodes.find(({ type }) => type === triggerType).webhookId}/webhook`;
}

/** Returns the sandbox's webhooks with this URL, including their secrets. */
export async function listWebhooks(sandbox, url) {
	return (await sandbox.control('GET', 'webhooks')).filter((webhook) => webhook.url === url);
}

/** Resolves when an active webhook with this URL exists. n8n registers a published trigger in the background. */
export async function waitForRegistration(sandbox, url) {
	await waitUntil(
		async () => (await listWebhooks(sandbox, url)).some(({ isActive }) => isActive),
		'the registration at the sandbox',
	);
}

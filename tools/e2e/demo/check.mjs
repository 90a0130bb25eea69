// Checks of a running demo.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../processes/polling.mjs';
import { listWebhooks } from './webhooks.mjs';

/**
 * Checks one round trip: the example workflow in n8n receives a message played into the sandbox, and the node sends one
 * reply.
 *
 * @throws if a step fails
 */
export async function checkRoundTrip({ sandbox, api, workflow, step }) {
	const text = `Hello ${randomBytes(4).toString('hex')}`;
	const before = (await api.listExecutions(workflow.id)).length;

	step(`Playing an incoming message into the sandbox: "${text}"`);
	await sandbox.control('POST', 'incoming', { text });

	step('Waiting for the reply at the sandbox');
	const replies = async () =>
		(await sandbox.control('GET', 'messages')).filter(
			(message) => message.fromMe && JSON.stringify(message.content).includes(`You said: ${text}`),
		);
	await waitUntil(
		async () => {
			await throwOnFailedRun(api, workflow);
			return (await replies()).length > 0;
		},
		`the reply to "${text}" at the sandbox`,
		20_000,
	);

	step('Checking the execution in n8n');
	await waitUntil(
		async () =>
			(await api.listExecutions(workflow.id)).slice(0, -before || undefined).some(({ status }) => status === 'success'),
		'a successful run of the workflow',
	);
	await throwOnFailedRun(api, workflow);

	step('Checking that the bot does not reply to itself');
	await sleep(2000);
	const count = (await replies()).length;
	if (count !== 1) throw new Error(`The sandbox has ${count} replies to one message.`);
}

/** Checks that deactivating the workflow deletes its webhook. Throws if the webhook remains. */
export async function checkDeactivation({ sandbox, api, workflow, webhookUrl, step }) {
	step('Deactivating the workflow, which deletes its webhook');
	await api.unpublish(workflow.id);
	await waitUntil(
		async () => (await listWebhooks(sandbox, webhookUrl)).length === 0,
		'the removal of the webhook at the sandbox',
	);
}

async function throwOnFailedRun(api, workflow) {
	const failed = (await api.listExecutions(workflow.id)).find(
		({ status }) => status === 'error' || status === 'crashed',
	);
	if (!failed) return;
	const error = await api.findError(failed.id);
	throw new Error(`The workflow ran and failed (execution ${failed.id}): ${error?.message ?? 'no message'}`);
}

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { registrations, until } from './registration.mjs';

/**
 * One round trip: the example workflow in n8n receives a message played into the sandbox, and
 * the node sends one reply. Throws an error with a message if a step fails.
 */
export async function checkRoundTrip({ sandbox, api, workflow, step }) {
	const text = `Hello ${randomBytes(4).toString('hex')}`;
	const before = (await api.executions(workflow.id)).length;

	step(`Playing an incoming message into the sandbox: "${text}"`);
	await sandbox.control('POST', 'incoming', { text });

	step('Waiting for the reply at the sandbox');
	const replies = async () =>
		(await sandbox.messages()).filter(
			(message) => message.fromMe && JSON.stringify(message.content).includes(`You said: ${text}`),
		);
	await until(
		async () => {
			await failOnFailedRun(api, workflow);
			return (await replies()).length > 0;
		},
		`the reply to "${text}" at the sandbox`,
		20_000,
	);

	step('Checking the execution in n8n');
	await until(
		async () =>
			(await api.executions(workflow.id)).slice(0, -before || undefined).some(({ status }) => status === 'success'),
		'a successful run of the workflow',
	);
	await failOnFailedRun(api, workflow);

	step('Checking that the bot does not reply to itself');
	await sleep(2000);
	const count = (await replies()).length;
	if (count !== 1) throw new Error(`The sandbox has ${count} replies to one message.`);
}

/** Checks that deactivating the workflow deletes its webhook. */
export async function checkDeactivation({ sandbox, api, workflow, webhookUrl, step }) {
	step('Deactivating the workflow, which deletes its webhook');
	await api.unpublish(workflow.id);
	await until(
		async () => (await registrations(sandbox, webhookUrl)).length === 0,
		'the removal of the webhook at the sandbox',
	);
}

async function failOnFailedRun(api, workflow) {
	const failed = (await api.executions(workflow.id)).find(({ status }) => status === 'error' || status === 'crashed');
	if (!failed) return;
	const error = await api.errorOf(failed.id);
	throw new Error(`The workflow ran and failed (execution ${failed.id}): ${error?.message ?? 'no message'}`);
}

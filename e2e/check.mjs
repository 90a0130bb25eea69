import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { registrations, until } from './registration.mjs';

/**
 * One round trip: a message played into the sandbox comes through the example workflow in n8n, and
 * the node sends the reply, once. Throws a sentence on the first thing that does not happen.
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

	step('Looking at the run in n8n');
	await until(
		async () =>
			(await api.executions(workflow.id)).slice(0, -before || undefined).some(({ status }) => status === 'success'),
		'a successful run of the workflow',
	);
	await failOnFailedRun(api, workflow);

	step('Making sure that the bot does not answer itself');
	await sleep(2000);
	const count = (await replies()).length;
	if (count !== 1) throw new Error(`The sandbox has ${count} replies to one message.`);
}

/** A workflow that is not active any more leaves no webhook behind at the service. */
export async function checkDeactivation({ sandbox, api, workflow, webhookUrl, step }) {
	step('Deactivating the workflow: its webhook leaves the sandbox');
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

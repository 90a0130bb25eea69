// What the tests do with workflows, and what the service gets from them.
import { waitForRegistration } from '../../demo/webhooks.mjs';
import { locator, publishWorkflow } from '../../n8n/workflows.mjs';
import { triggerType } from '../../n8n/package.mjs';
import { waitUntil } from '../../processes/polling.mjs';

/** Publishes a workflow, and waits for its webhooks and triggers. Returns it with the path of each trigger. */
export async function publish(demo, workflow) {
	const published = await publishWorkflow(demo, workflow);
	const triggers = published.nodes.filter(({ type }) => type === triggerType);
	const triggerPaths = triggers.map(({ webhookId }) => `/webhook/${webhookId}/webhook`);
	for (const path of triggerPaths) await waitForRegistration(demo.sandbox, `${demo.n8n.url}${path}`);
	return { ...published, triggerPaths };
}

/** Returns the id of a connected instance. */
export async function findInstance({ sandbox }) {
	const { data } = await sandbox.request('GET', '/instances?status=connected');
	return data[0].id;
}

/** Returns a connected instance as the value of a field. */
export const anInstance = async (demo) => locator(await findInstance(demo), 'list');

/** The phone number of the nth person: as people write it, its digits, and the address that messages come from. */
export function person(n) {
	const digits = `55119${80000000 + n}`;
	const phone = `+55 (11) 9${digits.slice(5, 9)}-${digits.slice(9)}`;
	return { phone, digits, address: `${digits}@s.whatsapp.net` };
}

/** Does what starts an execution of a workflow, and returns the execution when it has ended. */
export async function runToEnd({ api }, workflowId, start) {
	const list = async () => await api.listExecutions(workflowId);
	const earlier = new Set((await list()).map(({ id }) => id));
	await start();
	const isOpen = ({ status }) => ['new', 'running'].includes(status);
	return await waitUntil(
		// A busy n8n may reset a connection.
		async () => (await list().catch(() => [])).find((each) => !earlier.has(each.id) && !isOpen(each)),
		'the end of the execution',
		300_000,
	);
}

/** Waits until no execution of the workflows is new or running. */
export async function waitForQuiet({ api }, ...workflowIds) {
	const open = async () => {
		const counts = workflowIds.flatMap((id) => ['new', 'running'].map((each) => api.countExecutions(id, each)));
		return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
	};
	await waitUntil(async () => (await open()) === 0, 'the end of all executions', 180_000);
}

/** Returns the bodies of the messages that the service has got, in order. */
export async function sentBodies({ sandbox }) {
	return (await sandbox.control('GET', 'ledger')).filter(({ path }) => path === '/messages').map(({ body }) => body);
}

/** Returns the texts of the messages that the service has got, in order. */
export const sentTexts = async (demo) => (await sentBodies(demo)).map(({ content }) => content.text);

/** Returns how often each value occurs. */
export function countOf(values) {
	const counts = new Map();
	for (const each of values) counts.set(each, (counts.get(each) ?? 0) + 1);
	return counts;
}

/** Plans a fault of the next request that sends a message. */
export async function failNext({ sandbox }, fault) {
	await sandbox.control('POST', 'faults', { method: 'POST', path: '/messages', ...fault });
}

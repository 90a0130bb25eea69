import { cases, httpRequestNode, itemsOf, ourNode } from './n8n/cases';
import { profile, profilerVariables } from './n8n/profile';
import { runItems } from './n8n/runs';
import { engineNames, resetSandbox, startSession } from './n8n/session';
import { measureDeliveries } from './n8n/deliveries';
import { publishTrigger, publishWebhook } from './n8n/receivers';
import { publishRun } from './n8n/workflows';

const COUNT = Number(process.env.COUNT ?? 10_000);

const ids = (process.env.CASES ?? 'send-constant,status-constant').split(',');

/**
 * Where n8n's main thread spends its time while this node, and then HTTP Request, runs many items with constant parameters.
 *
 * @returns for each case and node, the time per item and the 15 functions with the longest self time
 */
export async function profiles(): Promise<string[]> {
	const session = await startSession('vm', profilerVariables);
	const { nodeType, credentialType } = await import('../e2e/n8n/package.mjs');
	const credentials = { [credentialType]: session.credential };
	const lines: string[] = [];
	try {
		const { data } = await session.sandbox.request('GET', '/instances?status=connected');
		const items = itemsOf(data[0].id, COUNT);
		for (const each of cases.filter(({ id }) => ids.includes(id))) {
			const nodes = {
				'this node': ourNode(each, nodeType, items[0]!),
				'HTTP Request': httpRequestNode(each, session.sandbox.baseUrl, items[0]!),
			};
			for (const [name, node] of Object.entries(nodes)) {
				const { url } = await publishRun(session.n8n, `${each.id}: ${name}`, {
					...node,
					credentials,
				});
				const run = async (count: number) => {
					await resetSandbox(session);
					await runItems(url, items.slice(0, count));
				};
				await run(500);
				const times = await profile(session.pid, async () => await run(COUNT));
				lines.push(`\n${each.title}, ${name}:`, ...longest(times, COUNT));
			}
		}
	} finally {
		await session.stop();
	}
	return lines;
}

/**
 * Where n8n's main thread spends its time while the trigger, and then the Webhook node with Header Auth, gets deliveries from ten
 * senders, the executions included.
 *
 * @returns for each expression engine and node, the time per delivery and the 15 functions with the longest self time
 */
export async function deliveryProfiles(): Promise<string[]> {
	const lines: string[] = [];
	for (const engine of ['vm', 'lazy'] as const) {
		const session = await startSession(engine, profilerVariables);
		const count = COUNT / (engine === 'vm' ? 10 : 2);
		try {
			const memory = await publishTrigger(session, false);
			const receivers = {
				'trigger, memory only': memory,
				'trigger, database too': await publishTrigger(session, true),
				'Webhook, Header Auth': await publishWebhook(session, memory.headers),
			};
			for (const [name, receiver] of Object.entries(receivers)) {
				await measureDeliveries(session.pid, receiver, 10, 100);
				const times = await profile(
					session.pid,
					async () => await measureDeliveries(session.pid, receiver, 10, count),
				);
				lines.push(`\n${name}, ${engineNames[engine]}:`, ...longest(times, count));
			}
		} finally {
			await session.stop();
		}
	}
	return lines;
}

function longest(times: Array<[name: string, ms: number]>, count: number): string[] {
	const total = times.reduce((sum, [, ms]) => sum + ms, 0);
	return [
		`${(total / count).toFixed(2)} ms each`,
		...times
			.slice(0, 15)
			.map(([what, ms]) => `| ${what} | ${((1000 * ms) / count).toFixed(0)} µs |`),
	];
}

import { cases, httpRequestNode, itemsOf, ourNode } from './n8n/cases';
import { profile, profilerVariables } from './n8n/profile';
import { runItems } from './n8n/runs';
import { resetSandbox, startSession } from './n8n/session';
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
				const total = times.reduce((sum, [, ms]) => sum + ms, 0);
				lines.push(`\n${each.title}, ${name}: ${(total / COUNT).toFixed(2)} ms per item`);
				for (const [what, ms] of times.slice(0, 15))
					lines.push(`| ${what} | ${((1000 * ms) / COUNT).toFixed(0)} µs |`);
			}
		}
	} finally {
		await session.stop();
	}
	return lines;
}

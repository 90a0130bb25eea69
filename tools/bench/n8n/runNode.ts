import { setTimeout as sleep } from 'node:timers/promises';
import type { N8n } from '../processes/n8n';
import { runItems } from './runs';
import { publishRun, type NodeOf } from './workflows';

/**
 * Runs a node once over `items` like a production workflow: a webhook starts it, and nothing waits for its response.
 *
 * @returns the status of the execution
 */
export async function runNodeIn(n8n: N8n, node: NodeOf, items: object[]): Promise<string> {
	const { api } = n8n;
	const { url, id } = await publishRun(n8n, 'Run', node, 'onReceived');
	await runItems(url, items);
	for (let failures = 0; ;) {
		await sleep(500);
		let run;
		try {
			[run] = await api.listExecutions(id);
			failures = 0;
		} catch (error) {
			// n8n closes idle connections, and a poll may be on its way on one of them.
			if (++failures > 5) throw error;
			continue;
		}
		if (run === undefined || ['new', 'running', 'waiting'].includes(run.status)) continue;
		await api.unpublish(id);
		return run.status;
	}
}

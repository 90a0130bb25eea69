import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../sandbox';
import type { Table } from './figures';
import { runItems } from './n8n/runs';
import { startN8n, type N8n } from './n8n/session';
import { publishRun, type NodeOf } from './n8n/workflows';
import { variantsFor, type Variant } from './variants';

const LIMIT = 60;
const COUNT = 500;
const WINDOW_S = 60;
/** All windows except the last. */
const LEAST_S = (Math.ceil(COUNT / LIMIT) - 1) * WINDOW_S;

/**
 * COUNT messages at LIMIT requests per window. A real n8n runs all variants at the same time, once, each against a
 * sandbox of its own.
 */
export async function rateLimit(): Promise<Table> {
	const n8n = await startN8n();
	try {
		return await Promise.all(variantsFor(LIMIT, WINDOW_S).map(async (variant) => await run(n8n, variant)));
	} finally {
		await n8n.end();
	}
}

async function run(n8n: N8n, variant: Variant): Promise<Table[number]> {
	const sandbox = await startSandbox({ tier: LIMIT, windowSeconds: WINDOW_S });
	try {
		const node = await variant.nodeFor(n8n, sandbox);
		const status = await runToEnd(n8n, node);
		const { seconds, ...counts } = arrivalsAt(sandbox);
		const ratio = status === 'success' ? (seconds / LEAST_S).toFixed(4) : status;
		return { 'sent by': variant.name, 'time / minimum time': ratio, ...counts };
	} finally {
		await sandbox.close();
	}
}

/** Runs a node once over all items, and returns the status of the execution. */
async function runToEnd({ url: n8nUrl, api }: N8n, node: NodeOf): Promise<string> {
	const { url, id } = await publishRun({ url: n8nUrl, api }, 'Run', node, 'onReceived');
	await runItems(
		url,
		Array.from({ length: COUNT }, (_, n) => ({ n })),
	);
	for (;;) {
		await sleep(500);
		// n8n closes idle connections, and a poll may be on its way on one of them.
		const [last] = await api.listExecutions(id).catch(() => []);
		if (last !== undefined && !['new', 'running', 'waiting'].includes(last.status)) return last.status;
	}
}

/** What happened to the messages `m 0`, `m 1` and so on, and the seconds to the last one that arrived. */
function arrivalsAt({ ledger, log }: Sandbox) {
	const texts = ledger.map(({ body }) => (body as { content: { text: string } }).content.text);
	const times = Array.from({ length: COUNT }, (_, n) => texts.filter((text) => text === `m ${n}`).length);
	return {
		seconds: ((ledger.at(-1)?.at ?? 0) - (log[0]?.at ?? 0)) / 1000,
		'arrived once': times.filter((each) => each === 1).length,
		'more than once': times.filter((each) => each > 1).length,
		lost: times.filter((each) => each === 0).length,
		429: log.filter(({ status }) => status === 429).length,
	};
}

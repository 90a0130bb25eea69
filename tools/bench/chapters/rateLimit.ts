import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '../../sandbox';
import { child } from '../processes/child';
import { runNodeIn } from '../n8n/runNode';
import { startN8n, type N8n } from '../processes/n8n';
import { arrivalsAt, type Arrivals } from '../rateLimit/arrivals';
import { variantsFor, type Variant } from '../rateLimit/variants';
import type { Chapter, ChapterResult } from '../report/chapter';
import { format, measureInTurns, spreadFor } from '../report/figures';

const LIMIT = 60;
const COUNT = Number(process.env.COUNT ?? 500);
const WINDOW_S = Number(process.env.WINDOW_S ?? 60);
/** All windows except the last. */
const LEAST_S = (Math.ceil(COUNT / LIMIT) - 1) * WINDOW_S;

interface Row {
	name: string;
	status: string;
	arrivals: Arrivals;
}

export const rateLimit: Chapter = {
	title: `${COUNT} messages at ${LIMIT} requests per minute`,
	measure,
};

async function measure(): Promise<ChapterResult> {
	let seed = 0;
	const { simulated } = await measureInTurns({
		simulated: async () =>
			await child<Arrivals>('rateLimit/simulated.ts', [...[LIMIT, WINDOW_S, COUNT].map(String), String((seed += 1))]),
	});
	const n8n = await startN8n('rate-limit');
	let rows: Row[];
	try {
		const variants = variantsFor(LIMIT, WINDOW_S);
		rows = await Promise.all(variants.map(async (variant) => await run(n8n, variant)));
	} finally {
		await n8n.end();
	}
	const ratios = simulated.map(({ seconds }) => ({ ratio: (seconds ?? NaN) / LEAST_S }));
	const first = simulated[0] as Arrivals;
	return {
		text: [
			`A run sends ${COUNT} messages with a key that may send ${LIMIT} requests per ${WINDOW_S} seconds. The minimum time is the length of all windows except the last, ${LEAST_S} s; the time is from the first request to the last message that arrived. A real n8n runs all variants at the same time, once, each against a sandbox of its own. The simulated clock is in n8n's engine and in the sandbox; its row is the median of several runs, with the range.`,
			'HTTP Request is n8n\'s own node, with a header credential. "1 item per …" and "… items per …" are its Batching, set by somebody who knows the limit and knows that nothing else uses the key. Retry On Fail is the setting of every node of n8n, here with 5 tries and the longest wait that n8n allows, 5 s; it runs the node again with all items. In one row, another program has used the key shortly before; this moment was chosen to show what happens if a window ends between two tries.',
		],
		tables: [
			{
				columns: [
					'sent by',
					'clock',
					'time / minimum time',
					'run',
					'arrived once',
					'arrived more than once',
					'lost',
					'429',
				],
				rows: [
					['our node', 'simulated', format(spreadFor(ratios, 'ratio'), 4), 'success', ...cellsOf(first)],
					...rows.map(({ name, status, arrivals }) => [
						name,
						'real',
						status === 'success' ? (arrivals.seconds / LEAST_S).toFixed(4) : '–',
						status,
						...cellsOf(arrivals),
					]),
				],
			},
		],
	};
}

function cellsOf({ once, more, never, rejected }: Arrivals): number[] {
	return [once, more, never, rejected];
}

async function run(n8n: N8n, variant: Variant): Promise<Row> {
	const sandbox = await startSandbox({ tier: LIMIT, windowSeconds: WINDOW_S });
	try {
		const node = await variant.nodeFor(n8n, sandbox);
		if (variant.secondsLeft !== undefined) {
			sandbox.consume(sandbox.keys.test, 1);
			await sleep(Math.max(0, WINDOW_S - variant.secondsLeft) * 1000);
		}
		const items = Array.from({ length: COUNT }, (_, n) => ({ n }));
		const status = await runNodeIn(n8n, node, items);
		return {
			name: variant.name,
			status,
			arrivals: arrivalsAt(sandbox, COUNT),
		};
	} finally {
		await sandbox.close();
	}
}

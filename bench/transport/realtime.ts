import { startSandbox } from '../../sandbox';
import { idsOf } from '../../test/engine/support/cases';
import { child } from '../processes/child';

const WINDOW_S = 60;
const LIMIT = 300;
/** A request that misses the last window costs a whole window, so a row needs several windows. */
const WINDOWS = 6;

/** Real time, real processes, windows of a minute: how close sending comes to the minimum time. A row takes five minutes. */
export async function realTime(counts = [1, 2, 4, 8]): Promise<string[]> {
	const lines = [
		'processes | writes | minimum s | took s | of the minimum time | 429 | lost, duplicate or out of order',
	];
	for (const processes of counts) lines.push(await measure(processes, WINDOWS * LIMIT));
	return lines;
}

async function measure(processes: number, count: number): Promise<string> {
	const sandbox = await startSandbox({ tier: LIMIT, windowSeconds: WINDOW_S });
	try {
		const { instance, chat } = idsOf(sandbox);
		const each = count / processes;
		const names = Array.from({ length: processes }, (_, n) => `p${n}`);
		const results = await Promise.all(
			names.map(
				async (name) =>
					await child<{ error?: string }>('transport/writer.ts', [
						sandbox.baseUrl,
						sandbox.keys.test,
						instance,
						chat,
						name,
						String(each),
					]),
			),
		);
		const errors = results.filter(({ error }) => error !== undefined);
		if (errors.length > 0) throw new Error(JSON.stringify(errors));
		const texts = sandbox.ledger.map(
			({ body }) => (body as { content: { text: string } }).content.text,
		);
		const wrong = names.filter((name) => {
			const own = texts.filter((text) => text.startsWith(`${name} `));
			return own.length !== each || own.some((text, n) => text !== `${name} ${n}`);
		});
		// From the first request to the last write, so that starting a process does not count.
		const took = ((sandbox.ledger.at(-1)?.at ?? 0) - (sandbox.log[0]?.at ?? 0)) / 1000;
		const least = (Math.ceil(count / LIMIT) - 1) * WINDOW_S;
		const refused = sandbox.log.filter(({ status }) => status === 429).length;
		return [
			processes,
			count,
			least,
			took.toFixed(2),
			(took / least).toFixed(4),
			refused,
			wrong.length,
		].join(' | ');
	} finally {
		await sandbox.close();
	}
}

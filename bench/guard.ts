import { measureCases } from './n8n/measureCases';
import { format, ratioFor } from './report/figures';

/**
 * The most CPU time per item that this node may need in relation to n8n's HTTP Request node. Well above the figures of
 * docs/benchmarks.md, because the ratios of a busy machine reach 1.5 times those of an idle one; before each parameter
 * had one property, they were 2.66 and 1.75. Tests count evaluations and reads of credentials exactly.
 */
const LIMITS: Record<string, number> = {
	send: 2.2,
	status: 1.6,
	'send-constant': 1.25,
	'status-constant': 1.25,
};

/**
 * Compares ratios in a real n8n with their limits.
 *
 * @returns a table
 * @throws if a ratio exceeds its limit
 */
export async function guard(): Promise<string[]> {
	const measured = await measureCases({ sizes: [500], engines: ['vm'], rounds: 3 });
	const lines: string[] = [];
	const exceeded: string[] = [];
	for (const { case: each, ours, http } of measured) {
		const ratio = ratioFor(ours, http, 'cpuMs');
		const limit = LIMITS[each.id] ?? 0;
		const line = `${each.title}: ${format(ratio)} of the CPU time of HTTP Request, limit ${limit}`;
		lines.push(line);
		if (!(ratio.median <= limit)) exceeded.push(line);
	}
	if (exceeded.length > 0 || lines.length !== Object.keys(LIMITS).length)
		throw new Error(`Too slow:\n${(exceeded.length > 0 ? exceeded : lines).join('\n')}`);
	return lines;
}

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

/** How many measurements must exceed a limit. Noise exceeds it in one, a slower node in all. */
const ATTEMPTS = 3;

/**
 * Compares ratios in a real n8n with their limits. Measures a case that exceeds its limit again, in another n8n.
 *
 * @returns a table
 * @throws if the ratio of a case exceeds its limit in each measurement
 */
export async function guard(): Promise<string[]> {
	const lines: string[] = [];
	let exceeding = Object.keys(LIMITS);
	for (let attempt = 1; attempt <= ATTEMPTS && exceeding.length > 0; attempt += 1) {
		const measured = await measureCases({ cases: exceeding, sizes: [500], engines: ['vm'], rounds: 3 });
		if (measured.length !== exceeding.length) throw new Error(`Not all measured: ${exceeding.join(', ')}`);
		exceeding = [];
		for (const { case: each, ours, http } of measured) {
			const ratio = ratioFor(ours, http, 'cpuMs');
			const limit = LIMITS[each.id] ?? 0;
			lines.push(`${each.title}: ${format(ratio)} of the CPU time of HTTP Request, limit ${limit}`);
			if (!(ratio.median <= limit)) exceeding.push(each.id);
		}
	}
	if (exceeding.length > 0) throw new Error(`Too slow in ${ATTEMPTS} measurements:\n${lines.join('\n')}`);
	return lines;
}

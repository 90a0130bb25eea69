import { measureCases, type Measured } from './n8n/measureCases';
import { format, ratioFor } from './report/figures';

/**
 * The most CPU time per item that this node may need in relation to n8n's HTTP Request node. Above the figures of
 * docs/benchmarks.md, because the ratios of a busy machine reach 1.5 times those of an idle one. Tests count
 * evaluations and reads of credentials exactly.
 */
const LIMITS: Record<string, number> = {
	send: 1.3,
	status: 1.1,
	'send-constant': 1.25,
	'status-constant': 1.15,
};

/** How many n8n measure a case at most. Further rounds outvote noise, and confirm a slower node. */
const MEASUREMENTS = 3;

/**
 * Compares ratios in a real n8n with their limits. A case that exceeds its limit is measured again in another n8n, and
 * the median of all its rounds decides.
 *
 * @returns a table
 * @throws if a ratio still exceeds its limit
 */
export async function guard(): Promise<string[]> {
	const lines: string[] = [];
	const measured: Measured[] = [];
	let exceeding = Object.keys(LIMITS);
	for (let count = 1; count <= MEASUREMENTS && exceeding.length > 0; count += 1) {
		measured.push(...(await measureCases({ cases: exceeding, sizes: [500], engines: ['vm'], rounds: 3 })));
		exceeding = exceeding.filter((id) => {
			const rounds = measured.filter((each) => each.case.id === id);
			const [ours, http] = [rounds.flatMap((each) => each.ours), rounds.flatMap((each) => each.http)];
			const ratio = ratioFor(ours, http, 'cpuMs');
			const limit = LIMITS[id] ?? 0;
			lines.push(`${id}, ${ours.length} rounds: ${format(ratio)} of the CPU time of HTTP Request, limit ${limit}`);
			return !(ratio.median <= limit);
		});
	}
	if (exceeding.length > 0) throw new Error(`Too slow: ${exceeding.join(', ')}\n${lines.join('\n')}`);
	return lines;
}

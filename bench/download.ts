import { startSandbox } from '../sandbox';
import { idsOf } from '../test/engine/support/cases';
import { child } from './child';

export interface Downloaded {
	seconds: number;
	/** Peak memory of the process during the download above that before, MiB. */
	extraMiB: number;
	bytes: number;
}

const SIZE = Number(process.env.SIZE ?? 2 ** 30);

const ROUNDS = 5;

/** What to measure: a script, the service's kind of response and, for the node, the bare client to compare with. */
const RUNNERS = [
	['bare client (axios)', 'downloadBare.ts', 'bytes'],
	['node, bytes', 'downloadNode.ts', 'bytes'],
	['node, address on another host', 'downloadNode.ts', 'otherHost'],
	['bare client (axios), base64 in JSON, not decoded', 'downloadBare.ts', 'base64'],
	['node, base64 in JSON', 'downloadNode.ts', 'base64'],
] as const;

/**
 * A large file through the node into n8n's store in files, and through a bare streaming client into a file. In turns, since
 * the speed of a disk changes from minute to minute; the first round only warms up.
 */
export async function download(): Promise<string[]> {
	const sandbox = await startSandbox({ tier: 'none' });
	const taken = RUNNERS.map((): Downloaded[] => []);
	try {
		const { video } = idsOf(sandbox);
		for (let round = 0; round <= ROUNDS; round += 1) {
			for (const [index, [, script, dialect]] of RUNNERS.entries()) {
				sandbox.setDialect({ downloads: dialect });
				const got = await child<Downloaded>(
					script,
					[sandbox.baseUrl, sandbox.keys.test, video, String(SIZE)],
					{
						TEST_BINARY_MODE: 'filesystem',
						N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
					},
				);
				if (round > 0) taken[index]?.push(got);
			}
		}
	} finally {
		await sandbox.close();
	}
	return [
		`what | MiB | s, median of ${ROUNDS} (least to most) | most extra memory, MiB | bytes arrived`,
		...RUNNERS.map(([what], index) => {
			const runs = (taken[index] ?? []).sort((a, b) => a.seconds - b.seconds);
			const seconds = runs.map((run) => run.seconds.toFixed(2));
			const extra = Math.max(...runs.map(({ extraMiB }) => extraMiB));
			const time = `${seconds[ROUNDS >> 1]} (${seconds[0]} to ${seconds.at(-1)})`;
			return [what, SIZE / 2 ** 20, time, extra.toFixed(0), runs[0]?.bytes].join(' | ');
		}),
	];
}

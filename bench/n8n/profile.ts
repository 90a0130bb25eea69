import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The file and the settings of an n8n that can be profiled; see `startSession`. */
export const profileFile = join(tmpdir(), `bench-${process.pid}.cpuprofile`);

export const profilerVariables = { PROFILE_FILE: profileFile };

/**
 * Profiles n8n's main thread during some work.
 *
 * @returns ms by function, the longest first, without the time in which it was idle
 */
export async function profile(
	pid: number,
	work: () => Promise<unknown>,
): Promise<Array<[name: string, ms: number]>> {
	rmSync(profileFile, { force: true });
	process.kill(pid, 'SIGPWR');
	await work();
	process.kill(pid, 'SIGPWR');
	while (!existsSync(profileFile)) await sleep(200);
	for (;;) {
		await sleep(1000);
		try {
			const result = JSON.parse(readFileSync(profileFile, 'utf8')) as Profiler.Profile;
			rmSync(profileFile);
			return selfTimes(result);
		} catch (error) {
			// n8n is still writing the file.
			if (!(error instanceof SyntaxError)) throw error;
		}
	}
}

function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile) {
	const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
	const times = new Map<string, number>();
	samples.forEach((id, index) => {
		const name = names.get(id) ?? '';
		times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
	});
	// "post" is the profiler itself.
	for (const name of ['(idle)', 'post node:inspector']) times.delete(name);
	return [...times].sort(([, a], [, b]) => b - a);
}

function nameOf({ functionName, url }: { functionName: string; url: string }): string {
	const file = url.replace(/.*node_modules\//, '').replace(/\.c?js$/, '');
	return `${functionName || '(anonymous)'} ${file}`.trim();
}

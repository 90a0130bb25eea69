// The CPU time of a process, on Linux.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/** Returns the CPU time that a process has used so far, in ms. Its children do not count. */
export function cpuMsOf(pid) {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name of the command, the second field, may contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Collects the garbage of a process with `collectGarbage.cjs`, and waits until the process is idle. */
export async function settle(pid) {
	await waitUntilIdle(pid);
	process.kill(pid, 'SIGUSR2');
	await waitUntilIdle(pid);
}

/** Waits until a process uses at most a tenth of a core. Throws after five minutes. */
export async function waitUntilIdle(pid) {
	const deadline = Date.now() + 300_000;
	for (;;) {
		const before = cpuMsOf(pid);
		await sleep(200);
		if (cpuMsOf(pid) - before <= 2 * tickMs) return;
		if (Date.now() > deadline) throw new Error(`Process ${pid} has too much to do`);
	}
}

import { setTimeout as sleep } from 'node:timers/promises';
import { peakOf, resetPeak } from './memory';

/** What a client in a process of its own took for its work. */
export interface Measured {
	seconds: number;
	cpuSeconds: number;
	/** How far the peak of the process's memory during the work is above its value before, MiB. */
	extraMiB: number;
	/** How many bytes or records arrived. */
	count: number;
}

/** Runs `work` with `warmUp` to load and compile everything, then measures it with `size`. */
async function measure(
	work: (size: number) => Promise<number>,
	size: number,
	warmUp: number,
): Promise<Measured> {
	await work(warmUp);
	globalThis.gc?.();
	await sleep(300);
	const before = resetPeak('self');
	const cpu = process.cpuUsage();
	const began = performance.now();
	const count = await work(size);
	const seconds = (performance.now() - began) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	return {
		seconds,
		cpuSeconds: (user + system) / 1e6,
		extraMiB: peakOf('self') - before,
		count,
	};
}

/** Measures `work`, sends the result to the parent process and exits. `end` runs in any case. */
export function report(
	work: (size: number) => Promise<number>,
	size: number,
	warmUp: number,
	end = () => {},
): void {
	measure(work, size, warmUp)
		.finally(end)
		.then(
			(value) => process.send?.(value, undefined, undefined, () => process.exit(0)),
			(error) => {
				console.error(error);
				process.exit(1);
			},
		);
}

import type { Downloaded } from './download';

/** Runs `work` once with a small file to load everything, then measures it. */
export async function measured(
	work: (size: number) => Promise<number>,
	size: number,
): Promise<Downloaded> {
	await work(1 << 20);
	globalThis.gc?.();
	await new Promise((resolve) => setTimeout(resolve, 300));
	const before = process.memoryUsage().rss;
	let most = before;
	const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
	const began = performance.now();
	const bytes = await work(size);
	const seconds = (performance.now() - began) / 1000;
	clearInterval(watch);
	return { seconds, extraMiB: (most - before) / 2 ** 20, bytes };
}

/** Sends the result to the parent process and exits. */
export function report(result: Promise<Downloaded>): void {
	result.then(
		(value) => {
			process.send?.(value);
			process.disconnect();
		},
		(error) => {
			console.error(error);
			process.exit(1);
		},
	);
}

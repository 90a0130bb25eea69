import { RateLimiter } from '../../../nodes/transport/rateLimit/rateLimiter';
import type { SimulatedClock } from '../../support/simulatedClock';
import type { SimulatedServer } from './simulatedServer';

/** How long a request takes to arrive, and its response to return (ms). */
export type Latency = () => { there: number; back: number };

export const noLatency: Latency = () => ({ there: 0, back: 0 });

export function fixedLatency(ms: number): Latency {
	return () => ({ there: ms / 2, back: ms / 2 });
}

export function randomLatency(random: () => number, upTo: number): Latency {
	return () => {
		const there = Math.round((random() * upTo) / 2);
		return { there, back: Math.round((random() * upTo) / 2) };
	};
}

/** Sends one request through the limiter, and retries it until the response is not a 429. */
async function send(
	clock: SimulatedClock,
	limiter: RateLimiter,
	server: SimulatedServer,
	latency: Latency,
	what: unknown,
): Promise<void> {
	for (;;) {
		const permit = await limiter.acquire();
		const { there, back } = latency();
		await clock.sleep(there);
		const response = server.handle(clock.elapsed, what);
		await clock.sleep(back);
		permit.release(response);
		if (response.status !== 429) return;
	}
}

/** `processes` writers, each with its own limiter, send `count` requests in total, each in its own order. */
export async function write(
	clock: SimulatedClock,
	server: SimulatedServer,
	latency: Latency,
	count: number,
	processes = 1,
): Promise<{ tookMs: number; inOrder: boolean }> {
	const start = clock.elapsed;
	const writer = async (name: number) => {
		const limiter = new RateLimiter(clock);
		for (let n = name; n < count; n += processes) {
			await send(clock, limiter, server, latency, { name, n });
		}
	};
	const writers = Array.from({ length: processes }, async (_, name) => await writer(name));
	await clock.run(Promise.all(writers));
	const last = new Map<number, number>();
	let inOrder = true;
	for (const { what } of server.ledger) {
		const { name, n } = what as { name: number; n: number };
		inOrder &&= n > (last.get(name) ?? -1);
		last.set(name, n);
	}
	return { tookMs: clock.elapsed - start, inOrder };
}

/** One process sends `count` requests, `atATime` of them at a time. Returns the time that it took, ms. */
export async function read(
	clock: SimulatedClock,
	server: SimulatedServer,
	latency: Latency,
	count: number,
	atATime: number,
): Promise<number> {
	const start = clock.elapsed;
	const limiter = new RateLimiter(clock);
	const numbers = Array.from({ length: count }, (_, n) => n).values();
	const worker = async () => {
		for (const n of numbers) await send(clock, limiter, server, latency, n);
	};
	await clock.run(Promise.all(Array.from({ length: atATime }, worker)));
	return clock.elapsed - start;
}

/**
 * The minimum time (ms) for `count` requests, which each of `processes` sends one after another at `meanMs` each,
 * starting with an unused window: all windows except the last must end, and the requests of the last need their
 * responses.
 */
export function minimumMs(count: number, limit: number, meanMs: number, processes = 1, firstWindowMs = 60_000): number {
	let left = count;
	let time = 0;
	for (let windowMs = firstWindowMs; ; windowMs = 60_000) {
		const fit = Math.min(limit, meanMs > 0 ? Math.ceil((windowMs * processes) / meanMs) : Infinity);
		if (left <= fit) return time + Math.floor(left / processes) * meanMs;
		left -= fit;
		time += windowMs;
	}
}

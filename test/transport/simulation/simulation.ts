import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { clocks, systemClock, type Clock } from '../../../nodes/transport/clock';
import { SimulatedClock, settled } from '../../support/simulatedClock';

/**
 * Simulated time for the whole system: the node by n8n's engine, real HTTP, and the sandbox's limiter on the same
 * clock. Time stands still while a request is in flight or anything can still run, and jumps to the next sleeper when
 * all wait.
 */
export class Simulation {
	readonly time: SimulatedClock;

	private inFlight = 0;

	private readonly processes = new AsyncLocalStorage<Clock>();

	private readonly onRequest = (message: unknown) => {
		this.inFlight += 1;
		(message as { request: ClientRequest }).request.once('close', () => (this.inFlight -= 1));
	};

	constructor(start?: number, seed?: number) {
		this.time = new SimulatedClock(start, seed);
		channel('http.client.request.start').subscribe(this.onRequest);
		const { processes, time } = this;
		// Read at each request: each simulated process has its own clock object, and so its own limiters.
		Object.defineProperty(clocks, 'current', { configurable: true, get: () => processes.getStore() ?? time });
	}

	end(): void {
		channel('http.client.request.start').unsubscribe(this.onRequest);
		Object.defineProperty(clocks, 'current', { configurable: true, writable: true, value: systemClock });
	}

	/** Runs `work` as a separate process, which learns about the others only from the service. */
	process<Result>(work: () => Promise<Result>): Promise<Result> {
		const { time } = this;
		const own: Clock = {
			now: () => time.now(),
			random: () => time.random(),
			sleep: async (ms, signal) => await time.sleep(ms, signal),
			startTimer: () => time.startTimer(),
		};
		return this.processes.run(own, work);
	}

	async run<Result>(work: Promise<Result>): Promise<Result> {
		let ended = false;
		const marked = work.finally(() => (ended = true));
		marked.catch(() => undefined);
		for (;;) {
			await this.quiet(() => ended);
			if (ended) return await marked;
			// If nothing sleeps and no request is in flight, n8n itself is busy.
			if (this.time.timers > 0) this.time.next();
		}
	}

	/** Waits until nothing has been in flight for some rounds of the event loop. */
	private async quiet(ended: () => boolean): Promise<void> {
		for (let rounds = 0; rounds < 8 && !ended(); rounds += 1) {
			await settled();
			if (this.inFlight > 0) rounds = 0;
		}
	}
}

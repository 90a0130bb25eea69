import { backoffMs } from './retryPolicy';

/** The pause that a 429 puts on everybody. Instants are ms on our clock; `order` counts events, for what came first. */
export class Pause {
	/** Until when nobody may send. */
	until = -Infinity;

	private refusedAt = 0;

	private refusals = 0;

	/** A request let through at `order` was not refused. */
	accepted(order: number): void {
		if (order > this.refusedAt) this.refusals = 0;
	}

	/**
	 * Prolongs the pause after a 429, for as long as the server asks; else until the window ends, if the headers tell;
	 * else with exponential backoff and full jitter.
	 * @param about `askedAt` and `heardAt` in the order of events; `announced`: the end that the headers tell;
	 * `random` from 0 up to 1
	 */
	refused(about: {
		askedAt: number;
		heardAt: number;
		now: number;
		retryAfterMs: number | undefined;
		announced: number | undefined;
		random: number;
	}): void {
		const { now, retryAfterMs, announced, random } = about;
		// Several that were under way together are refused together: one step of the backoff, not several.
		if (about.askedAt > this.refusedAt) this.refusals++;
		this.refusedAt = about.heardAt;
		let until = announced ?? now + Math.max(100, backoffMs(this.refusals, 1000, random));
		if (retryAfterMs !== undefined) {
			until = now + retryAfterMs;
			// Cut to whole seconds it may fall just short of the end that the headers tell more exactly.
			if (announced !== undefined && announced > until && announced < until + 1500) until = announced;
			// "At once", and refused again all the same: then at growing distances.
			if (until < now + 1000 && this.refusals > 1) until += backoffMs(this.refusals - 1, 500, random);
		}
		this.until = Math.max(this.until, until);
	}
}

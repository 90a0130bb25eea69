/** Weight of the newest observation. */
const WEIGHT = 0.3;

/** What other programs with the same key use, as far as our answers show it. */
export class Others {
	private perRequest = 0;

	/** Whether anybody else was noticed lately. */
	get present(): boolean {
		return this.perRequest >= 0.5;
	}

	/** Between two requests of ours, others made `count`. */
	observe(count: number): void {
		this.perRequest += WEIGHT * (Math.max(0, count) - this.perRequest);
	}

	/**
	 * How many places to leave to others: as many as they usually take between two requests of ours. Shrinks to nothing
	 * as it is learned that nobody else is there; never more than a quarter, so that they cannot push us out.
	 */
	margin(limit: number | undefined): number {
		return Math.min(Math.round(this.perRequest), Math.floor((limit ?? 0) / 4));
	}
}

const WEIGHT = 0.3;

/** How many requests other clients make with the same API key, as far as our responses show. */
export class OtherClients {
	private perRequest = 0;

	get present(): boolean {
		return this.perRequest >= 0.5;
	}

	/** Records that other clients made `count` requests between two of ours. */
	observe(count: number): void {
		this.perRequest += WEIGHT * (Math.max(0, count) - this.perRequest);
	}

	/** How many requests to leave to others: as many as they make between two of ours, at most a quarter of the limit. */
	margin(limit: number | undefined): number {
		return Math.min(Math.round(this.perRequest), Math.floor((limit ?? 0) / 4));
	}
}

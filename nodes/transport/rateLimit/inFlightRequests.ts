import { MINUTE_MS } from './window/requestHistory';

/** A request still in flight after this time no longer counts against the allowance. */
const LOST_AFTER_MS = MINUTE_MS;

/** One request that was sent and has not ended. */
export interface Ticket {
	/** Sequence number of the grant. */
	readonly grantedSeq: number;
	/** ms on our clock. */
	readonly grantedAt: number;
}

/** The requests in flight, in the order in which they were granted. */
export class InFlightRequests {
	private readonly tickets = new Set<Ticket>();

	/** How many requests are in flight, including those that will probably never end. */
	get size(): number {
		return this.tickets.size;
	}

	/** When the latest of them was granted, ms; -Infinity if no request is in flight. */
	get latest(): number {
		return [...this.tickets].at(-1)?.grantedAt ?? -Infinity;
	}

	add(ticket: Ticket): void {
		this.tickets.add(ticket);
	}

	remove(ticket: Ticket): void {
		this.tickets.delete(ticket);
	}

	/** How many count against the allowance. */
	countActive(now: number): number {
		return [...this.tickets].filter(({ grantedAt }) => now - grantedAt < LOST_AFTER_MS).length;
	}
}

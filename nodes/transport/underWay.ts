import { MINUTE_MS } from './ownHistory';

/** A request that has not ended after this no longer counts against the allowance. */
const LOST_AFTER_MS = MINUTE_MS;

/** One request that was let through and has not ended. */
export interface Ticket {
	/** When it was let through, in the order of events and in ms on our clock. */
	readonly order: number;
	readonly grantedAt: number;
}

/** The requests that were let through and have not ended. Each is added after those let through before it. */
export class UnderWay {
	private readonly tickets = new Set<Ticket>();

	/** How many there are, also those that will hardly end any more. */
	get size(): number {
		return this.tickets.size;
	}

	/** When the latest of them was let through, ms; -Infinity without any. */
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
	counting(now: number): number {
		return [...this.tickets].filter(({ grantedAt }) => now - grantedAt < LOST_AFTER_MS).length;
	}
}

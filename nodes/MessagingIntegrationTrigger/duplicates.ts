import { clocks } from '../transport/clock';

/** How long a delivery is remembered, and how many, per trigger. The service's own schedule of retries is not shown. */
const KEEP_MS = 24 * 60 * 60_000;
const KEEP_COUNT = 10_000;

/** How the first delivery of its kind ended: taken over, or to be sent again. */
export type Outcome = 'answered' | 'failed';

interface Pending {
	since: number;
	outcome: Promise<Outcome>;
	end: (outcome: Outcome) => void;
}

/** Deliveries of one trigger: those being answered, and those answered well. Lives in the process, bounded in count and time. */
export class Deliveries {
	/** Oldest first, like those that were seen. */
	private readonly pending = new Map<string, Pending>();

	/** Identity to the time at which it was answered, oldest first. */
	private readonly seen = new Map<string, number>();

	constructor(private readonly now: () => number = () => clocks.current.now()) {}

	/**
	 * Begins a delivery, or finds that it was had before. A twin of one that is still being answered waits for its outcome, and
	 * takes its place if it fails, so nothing is lost.
	 *
	 * @returns ends the delivery by its outcome; undefined for a duplicate
	 */
	async begin(identity: string): Promise<((outcome: Outcome) => void) | undefined> {
		for (;;) {
			this.forget();
			if (this.seen.has(identity)) return undefined;
			const first = this.pending.get(identity);
			if (first === undefined) return this.start(identity);
			await first.outcome;
		}
	}

	private start(identity: string): (outcome: Outcome) => void {
		let resolve: (outcome: Outcome) => void = () => {};
		const outcome = new Promise<Outcome>((done) => {
			resolve = done;
		});
		const end = (how: Outcome) => {
			if (this.pending.get(identity)?.outcome !== outcome) return;
			this.pending.delete(identity);
			if (how === 'answered') this.seen.set(identity, this.now());
			resolve(how);
		};
		this.pending.set(identity, { since: this.now(), outcome, end });
		return end;
	}

	/** Whether there is nothing left to remember. */
	isIdle(): boolean {
		this.forget();
		return this.pending.size === 0 && this.seen.size === 0;
	}

	private forget(): void {
		const oldest = this.now() - KEEP_MS;
		// n8n never answers a delivery whose run was cancelled while it was queued.
		for (const { since, end } of this.pending.values()) if (since < oldest) end('failed');
		for (const [identity, at] of this.seen) {
			if (at >= oldest && this.seen.size <= KEEP_COUNT) return;
			this.seen.delete(identity);
		}
	}
}

const triggers = new Map<string, Deliveries>();

/** The deliveries of one trigger, by workflow and node. */
export function deliveriesOf(trigger: string): Deliveries {
	for (const [name, each] of triggers) if (name !== trigger && each.isIdle()) triggers.delete(name);
	let deliveries = triggers.get(trigger);
	if (!deliveries) triggers.set(trigger, (deliveries = new Deliveries()));
	return deliveries;
}

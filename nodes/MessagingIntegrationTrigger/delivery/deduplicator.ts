import { type Clock, clocks } from '../../transport/clock';

/** How long a delivery is remembered, and how many, per trigger. The service's own schedule of retries is not shown. */
const KEEP_MS = 24 * 60 * 60_000;
const KEEP_COUNT = 10_000;

/** How long n8n may take to respond to a delivery before a repetition of it is processed in its place. */
const GIVE_UP_MS = 2 * 60_000;

/** How the first delivery of its kind ended: taken over, or to be sent again. */
export type Outcome = 'answered' | 'failed';

interface Pending {
	since: number;
	/** Aborted when the outcome is there, so that nobody goes on waiting for it. */
	ended: AbortController;
}

/** DeliveryDeduplicator of one trigger: those being answered, and those answered well. Lives in the process, bounded in count and time. */
export class DeliveryDeduplicator {
	/** Oldest first, like those that were seen. */
	private readonly pending = new Map<string, Pending>();

	/** Identity to the time at which it was answered, oldest first. */
	private readonly seen = new Map<string, number>();

	constructor(private readonly clock: () => Clock = () => clocks.current) {}

	/**
	 * Begins a delivery, or finds that it was had before. A twin of one that is still being answered waits for its outcome, and
	 * takes its place if it fails or takes more than two minutes, so nothing is lost: n8n never answers a delivery whose run was
	 * cancelled while it was queued.
	 *
	 * @returns ends the delivery by its outcome; undefined for a duplicate
	 */
	async begin(identity: string): Promise<((outcome: Outcome) => void) | undefined> {
		for (;;) {
			this.forget();
			if (this.seen.has(identity)) return undefined;
			const first = this.pending.get(identity);
			if (first === undefined) return this.start(identity);
			const isOverdue = await this.clock()
				.sleep(first.since + GIVE_UP_MS - this.clock().now(), first.ended.signal)
				.then(() => true, () => false);
			if (isOverdue && this.pending.get(identity) === first) this.pending.delete(identity);
		}
	}

	private start(identity: string): (outcome: Outcome) => void {
		const pending: Pending = { since: this.clock().now(), ended: new AbortController() };
		this.pending.set(identity, pending);
		return (outcome) => {
			if (pending.ended.signal.aborted) return;
			pending.ended.abort();
			if (this.pending.get(identity) === pending) this.pending.delete(identity);
			if (outcome === 'answered') this.seen.set(identity, this.clock().now());
		};
	}

	/** Whether there is nothing left to remember. */
	isIdle(): boolean {
		this.forget();
		return this.pending.size === 0 && this.seen.size === 0;
	}

	private forget(): void {
		const oldest = this.clock().now() - KEEP_MS;
		for (const [identity, { since }] of this.pending) if (since < oldest) this.pending.delete(identity);
		for (const [identity, at] of this.seen) {
			if (at >= oldest && this.seen.size <= KEEP_COUNT) return;
			this.seen.delete(identity);
		}
	}
}

const triggers = new Map<string, DeliveryDeduplicator>();

/** The deliveries of one trigger, by workflow and node. */
export function deduplicatorFor(trigger: string): DeliveryDeduplicator {
	for (const [name, each] of triggers) if (name !== trigger && each.isIdle()) triggers.delete(name);
	let deliveries = triggers.get(trigger);
	if (!deliveries) triggers.set(trigger, (deliveries = new DeliveryDeduplicator()));
	return deliveries;
}

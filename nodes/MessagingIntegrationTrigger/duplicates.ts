/** How long a delivery is remembered, and how many, per trigger. The service's own schedule of retries is not shown. */
const KEEP_MS = 24 * 60 * 60_000;
const KEEP_COUNT = 10_000;

/** How the first delivery of its kind ended: taken over, or to be sent again. */
export type Outcome = 'answered' | 'failed';

/** Deliveries of one trigger: those being answered, and those answered well. Lives in the process, bounded in count and time. */
export class Deliveries {
	private readonly pending = new Map<string, Promise<Outcome>>();

	/** Identity to the time at which it was answered, oldest first. */
	private readonly seen = new Map<string, number>();

	constructor(private readonly now: () => number = Date.now) {}

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
			await first;
		}
	}

	private start(identity: string): (outcome: Outcome) => void {
		let resolve: (outcome: Outcome) => void = () => {};
		this.pending.set(
			identity,
			new Promise<Outcome>((done) => {
				resolve = done;
			}),
		);
		return (outcome) => {
			if (!this.pending.delete(identity)) return;
			if (outcome === 'answered') this.seen.set(identity, this.now());
			resolve(outcome);
		};
	}

	/** Whether there is nothing left to remember. */
	isIdle(): boolean {
		this.forget();
		return this.pending.size === 0 && this.seen.size === 0;
	}

	private forget(): void {
		const oldest = this.now() - KEEP_MS;
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

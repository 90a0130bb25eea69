import type { ServiceNodeError } from '../../transport/errors/nodeErrors';
import { Semaphore } from './semaphore';

/**
 * One pass of n8n's engine over the input items of the node. The engine starts every item at once, so what concerns all of
 * them (order, concurrency, stopping at the first failure) lives here.
 */
export class Run {
	private lastIndex = -1;

	private preparing = 0;

	private succeeded = 0;

	private active = 0;

	/** Failures by item index. */
	private readonly failures = new Map<number, unknown>();

	private semaphore: Semaphore | undefined;

	private idle: Array<() => void> = [];

	private isOver = false;

	private signalPrepared: () => void = () => {};

	/** Resolves when n8n has prepared the last item. If n8n stops before that, it reads no result of this pass. */
	readonly prepared = new Promise<void>((resolve) => (this.signalPrepared = resolve));

	/** What the node reports; set once no item is in flight any more. */
	private error: ServiceNodeError | undefined;

	/** Time that items spent waiting for the rate limit, ms, added up. */
	waitedMs = 0;

	/** Requests that were sent again. */
	repeated = 0;

	/**
	 * @param total number of input items; undefined if n8n does not tell
	 * @param isBatched n8n pauses between batches of items (Request Options), so they are not all prepared before the first is sent
	 */
	constructor(
		readonly total: number | undefined,
		readonly isBatched = false,
	) {
		if (this.isPrepared) this.signalPrepared();
	}

	/** Counts an item that n8n begins to prepare. n8n prepares the items of a pass in ascending order. */
	register(index: number): void {
		this.lastIndex = index;
		this.preparing += 1;
	}

	/** Ends what `register` began. */
	ready(): void {
		this.preparing -= 1;
		if (this.isPrepared && this.preparing === 0) this.signalPrepared();
	}

	/** Whether n8n has prepared the last item. */
	get isPrepared(): boolean {
		return this.total === undefined || this.lastIndex >= this.total - 1;
	}

	/** Whether an item can belong to this pass. */
	accepts(index: number): boolean {
		return index > this.lastIndex && this.error === undefined;
	}

	/**
	 * Waits for an item's turn. Items get their turns in the order in which they ask for them, which is item order.
	 *
	 * @param capacity how many items may be in flight at a time
	 * @returns ends the turn
	 */
	async enter(capacity: number, signal?: AbortSignal): Promise<() => void> {
		this.semaphore ??= new Semaphore(capacity);
		const release = await this.semaphore.enter(signal);
		this.active += 1;
		return () => {
			this.active -= 1;
			release();
			if (this.active === 0) this.idle.splice(0).forEach((wake) => wake());
		};
	}

	/** Whether no further item may be sent: an item has failed, or n8n has begun another pass. */
	get isStopped(): boolean {
		return this.isOver || this.failures.size > 0;
	}

	/** Ends the run for items that still wait for their turn. n8n reads no result of it any more. */
	stop(): void {
		this.isOver = true;
	}

	/** Counts a failed item. Without "continue on fail" nothing more is sent after it. */
	fail(index: number, failure: unknown): void {
		if (!this.failures.has(index)) this.failures.set(index, failure);
	}

	succeed(): void {
		this.succeeded += 1;
	}

	/**
	 * The error that every failed and every held-back item of a stopped pass throws, so that n8n reports the failed item
	 * whichever it looks at first, and never takes a held-back item for a success.
	 *
	 * @param toError makes n8n's error of the first failed item and the account of the run
	 * @returns when no item is in flight any more
	 * @throws Error when no item has failed: then nothing may be held back
	 */
	async finalError(
		toError: (failure: unknown, index: number, account: string) => ServiceNodeError,
	): Promise<ServiceNodeError> {
		await this.prepared;
		if (this.active > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
		const [first] = [...this.failures].sort(([one], [other]) => one - other);
		if (first === undefined) throw new Error('The node stopped sending items although none failed. Please report this.');
		this.error ??= toError(first[1], first[0], this.account(first[0]));
		return this.error;
	}

	/** What the error says about the other items. */
	private account(failedIndex: number): string {
		if (this.total === undefined || this.total < 2) return '';
		const alsoFailed = this.failures.size - 1;
		const notSent = this.total - this.succeeded - this.failures.size;
		return [
			`Of ${this.total} items, ${this.succeeded} succeeded, item ${failedIndex} failed (counting from 0)`,
			alsoFailed > 0 ? `, ${alsoFailed} more in flight also failed` : '',
			`, and ${notSent} ${notSent === 1 ? 'was' : 'were'} not sent.`,
		].join('');
	}

	/** Figures that n8n keeps with the node's execution data and passes to OpenTelemetry (`metadata.tracing`). */
	figures(): Record<string, number> {
		return {
			'messaging_integration.rate_limit_wait_ms': Math.round(this.waitedMs),
			'messaging_integration.repeated_requests': this.repeated,
		};
	}
}

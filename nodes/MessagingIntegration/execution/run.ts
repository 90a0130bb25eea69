import { RunAccount } from '../../transport/request/account';
import type { NodeApiError } from 'n8n-workflow';
import type { RunConstants } from './itemContext';
import type { Outcomes } from './outcomes';
import { Semaphore } from './semaphore';

/**
 * One pass of n8n's engine over the input items of the node. The engine starts all items at once, so this class controls
 * their order, their concurrency and the stop at the first failure.
 */
export class Run {
	private lastIndex = -1;

	private preparing = 0;

	private succeeded = 0;

	/** Items that wait or are in flight. */
	private active = 0;

	/** Failures by item index. */
	private readonly failures = new Map<number, unknown>();

	private semaphore: Semaphore | undefined;

	private idle: Array<() => void> = [];

	/** Whether no further item may be sent: an item has failed, or n8n has begun another pass. */
	isStopped = false;

	private signalPrepared: () => void = () => {};

	/** Resolves when n8n has prepared the last item. If n8n stops before that, it reads no result of this pass. */
	readonly prepared = new Promise<void>((resolve) => (this.signalPrepared = resolve));

	/** The error that the node reports; set once no item is in flight. */
	private error: NodeApiError | undefined;

	/** The credentials of the requests. */
	readonly account = new RunAccount();

	/** Total time that items waited for the rate limit, in ms. */
	waitedMs = 0;

	/** Number of retried requests. */
	retries = 0;

	private reported = '';

	/**
	 * @param outcomes of earlier attempts over the same items
	 * @param total number of input items; undefined if n8n does not provide it
	 * @param isBatched n8n pauses between batches of items (Request Options), so it sends items before it has prepared all
	 */
	constructor(
		readonly constants: RunConstants,
		readonly outcomes: Outcomes,
		readonly total: number | undefined,
		readonly isBatched = false,
	) {
		if (this.isPrepared) this.signalPrepared();
	}

	/** Records that n8n begins to prepare an item. n8n prepares the items of a pass in ascending order. */
	register(index: number): void {
		this.lastIndex = index;
		this.preparing += 1;
	}

	/** Records that an item is prepared, and that its outcome in an earlier attempt is known. */
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
	 * Waits until an item may be sent. Items are admitted in the order of these calls, which is item order.
	 *
	 * @param capacity maximum number of items in flight
	 * @returns a function to call when the item is finished
	 */
	async acquire(capacity: number, signal?: AbortSignal): Promise<() => void> {
		this.semaphore ??= new Semaphore(capacity);
		this.active += 1;
		const end = () => {
			this.active -= 1;
			if (this.active === 0) this.idle.splice(0).forEach((wake) => wake());
		};
		let release: (() => void) | undefined;
		try {
			release = await this.semaphore.acquire(signal);
		} finally {
			if (release === undefined) end();
		}
		return () => {
			release();
			end();
		};
	}

	/** Stops the run for waiting items. n8n no longer reads its results. */
	stop(): void {
		this.isStopped = true;
	}

	/**
	 * Records a failed item.
	 *
	 * @param stops whether no further items are sent, unless the node continues on fail
	 */
	fail(index: number, failure: unknown, stops = true): void {
		if (this.failures.has(index)) return;
		this.failures.set(index, failure);
		this.isStopped ||= stops;
	}

	succeed(): void {
		this.succeeded += 1;
		if (this.succeeded === this.total) this.outcomes.complete();
	}

	/**
	 * Returns the error that all failed and unsent items of a stopped run throw. n8n then reports the failed item whichever
	 * result it reads first, and never treats an unsent item as a success.
	 *
	 * @param toError creates n8n's error from the first failed item and the summary of the run
	 * @returns the error, once no item waits or is in flight
	 * @throws Error if no item has failed
	 */
	async finalError(
		toError: (failure: unknown, index: number, summary: string) => NodeApiError,
	): Promise<NodeApiError> {
		await this.prepared;
		if (this.active > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
		const [first] = [...this.failures].sort(([one], [other]) => one - other);
		if (first === undefined)
			throw new Error('The node stopped sending items although none failed. Please report this.');
		this.error ??= toError(first[1], first[0], this.summary(first[0]));
		return this.error;
	}

	/** Summarizes the run for the error message. */
	private summary(failedIndex: number): string {
		if (this.total === undefined || this.total < 2) return '';
		const alsoFailed = this.failures.size - 1;
		const notSent = this.total - this.succeeded - this.failures.size;
		return [
			`Of ${this.total} items, ${this.succeeded} succeeded, item ${failedIndex} failed (counting from 0)`,
			alsoFailed > 0 ? `, ${alsoFailed} more in flight also failed` : '',
			`, and ${notSent} ${notSent === 1 ? 'was' : 'were'} not sent.`,
		].join('');
	}

	/** Whether the metrics have changed since the last call. */
	hasNewMetrics(): boolean {
		const now = `${this.waitedMs} ${this.retries}`;
		const before = this.reported;
		this.reported = now;
		return now !== before;
	}

	/** Metrics that n8n stores in the node's execution data and passes to OpenTelemetry (`metadata.tracing`). */
	metrics(): Record<string, number> {
		return {
			'messaging_integration.rate_limit_wait_ms': Math.round(this.waitedMs),
			'messaging_integration.retries': this.retries,
		};
	}
}

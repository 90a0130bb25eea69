import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { Turnstile } from './turnstile';

/**
 * One execution of the node over all its items. n8n starts every item at once, so what holds for all of them
 * (order, how many at a time, stopping at the first failure) needs a common place.
 */
export class Run {
	/** Items whose turn began, ended well, and are under way. */
	private started = 0;

	private done = 0;

	private failed = 0;

	private active = 0;

	private turnstile: Turnstile | undefined;

	private idle: Array<() => void> = [];

	/** Waiting of all items for the rate limit, ms; those that wait together count each. */
	waitedMs = 0;

	/** Requests that were sent again. */
	repeated = 0;

	/** An item failed for good and the node does not go on: nothing further is sent. */
	stopped = false;

	constructor(
		/** Number of items of this execution. */
		readonly total: number,
		/** Items come all in one go; not so with n8n's batching, which pauses between them. */
		private readonly allAtOnce: boolean,
	) {}

	/** Counts an item before any item's turn. */
	register(): void {
		this.started += 1;
	}

	/**
	 * Waits for an item's turn; turns are given in the order in which they are asked for, which is the order of items.
	 *
	 * @param capacity how many items may be under way at a time
	 * @returns ends the turn
	 */
	async enter(capacity: number, signal?: AbortSignal): Promise<() => void> {
		this.turnstile ??= new Turnstile(capacity);
		const release = await this.turnstile.enter(signal);
		this.active += 1;
		return () => {
			this.active -= 1;
			release();
			if (this.active === 0) this.idle.splice(0).forEach((wake) => wake());
		};
	}

	/** Whether items are to be held back: after a failure, or when n8n broke off before it had prepared all items. */
	holdsBack(goesOn: boolean): boolean {
		return this.stopped || (this.allAtOnce && !goesOn && this.started < this.total);
	}

	succeed(): void {
		this.done += 1;
	}

	/** Counts an item that was tried and failed; with several at a time there may be more than one. */
	fail(): void {
		this.failed += 1;
	}

	/** Waits until no item is under way, so that the account below is final. */
	async settle(): Promise<void> {
		if (this.active > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
	}

	/**
	 * How the run got on, as n8n keeps it with the node's data of the execution and gives it to OpenTelemetry
	 * (`metadata.tracing`).
	 */
	figures(): Record<string, number> {
		return {
			'messaging_integration.rate_limit_wait_ms': Math.round(this.waitedMs),
			'messaging_integration.repeated_requests': this.repeated,
		};
	}

	/** The three numbers for the error of the item that stopped the run. */
	account(itemIndex: number): string {
		if (this.total < 2) return '';
		const others = Math.max(0, this.failed - 1);
		const heldBack = this.total - this.done - others - 1;
		const alsoFailed = others === 0 ? '' : `, ${others} more that were under way failed, too`;
		return `Of ${this.total} items ${this.done} went through, item ${itemIndex} failed (counted from 0)${alsoFailed}, and ${heldBack} were not sent.`;
	}
}

const runs = new WeakMap<object, Run>();

/** The run that an item belongs to: n8n gives all items of an execution the same data object. */
export function runOf(context: IExecuteSingleFunctions): Run {
	const data = context.getExecuteData();
	let run = runs.get(data);
	if (!run) {
		const inputs = data.data as Record<string, Array<unknown[] | null> | undefined>;
		const items = inputs.main?.[0] ?? inputs.ai_tool?.[0];
		const { batching } = context.getNodeParameter('requestOptions', {}) as {
			batching?: { batch?: { batchInterval?: number } };
		};
		run = new Run(items?.length ?? 1, !batching?.batch?.batchInterval);
		runs.set(data, run);
	}
	return run;
}

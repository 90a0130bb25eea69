import type { IExecuteSingleFunctions, INode, NodeApiError } from 'n8n-workflow';
import { joinSentences, ordinal, textOf } from '../../shared/values';
import { canceled, toRunError } from '../../transport/errors/nodeErrors';
import type { RunAccount } from '../../transport/request/account';
import type { Outcomes } from './outcomes';
import { locatorValue } from '../input/field';
import { Turns } from './turns';

const MAX_NAMED = 10;

/** One pass of n8n's engine, which starts all items at once: their order, the stop at the first failure, a summary. */
export class Run {
	private lastIndex = -1;
	private lastTask = Promise.resolve();
	private preparedCount = 0;
	private unfinished = 0;
	private succeeded = 0;
	private lastSucceeded: IExecuteSingleFunctions | undefined;
	/** Items with a write that was in flight when the execution was canceled. */
	readonly interrupted: IExecuteSingleFunctions[] = [];
	private readonly failures = new Map<number, { failure: unknown; recipient?: string }>();
	private readonly rejected: number[] = [];
	isStopped = false;
	private signalPrepared: () => void = () => {};
	/** Resolves when n8n has prepared the last item. If n8n stops before that, it reads no result of this pass. */
	readonly prepared = new Promise<void>((resolve) => (this.signalPrepared = resolve));
	private signalFinished: () => void = () => {};
	private readonly finished = new Promise<void>((resolve) => (this.signalFinished = resolve));
	private error: NodeApiError | undefined;
	readonly account: RunAccount = {};
	readonly turns = new Turns(() => this.isStopped);
	waitedMs = 0;
	retries = 0;

	/** @param node n8n copies it at each call @param total number of input items; 0 if n8n does not provide it */
	constructor(
		readonly node: INode,
		readonly outcomes: Outcomes,
		private readonly total: number,
		readonly continues: boolean,
	) {}

	/** Adds an item that n8n begins to prepare, unless it belongs to another pass: indexes ascend in each. */
	join(index: number): boolean {
		if (index <= this.lastIndex) return false;
		this.lastIndex = index;
		this.unfinished += 1;
		return true;
	}

	/** Runs a task that never fails after all earlier ones: items that take longer to prepare keep their place. */
	async inOrder(task: () => Promise<void>): Promise<void> {
		this.lastTask = this.lastTask.then(task);
		await this.lastTask;
	}

	/** Records that an item is prepared, and that its outcome in an earlier attempt is known. */
	countPrepared(): void {
		this.preparedCount += 1;
		if (this.preparedCount >= this.total) this.signalPrepared();
	}

	/** Records an item that is invalid, if it has not failed yet. Then nothing is sent, unless the node continues. */
	reject(context: IExecuteSingleFunctions, failure: unknown): void {
		const index = context.getItemIndex();
		if (!this.failures.has(index)) this.rejected.push(index);
		this.fail(context, failure);
	}

	/** Records a failed item. @param stops whether no further items are sent, unless the node continues on fail */
	fail(context: IExecuteSingleFunctions, failure: unknown, stops = true): void {
		const index = context.getItemIndex();
		if (this.failures.has(index)) return;
		this.failures.set(index, { failure, recipient: recipientOf(context) });
		this.isStopped ||= stops && !this.continues;
	}

	succeed(context: IExecuteSingleFunctions): void {
		this.succeeded += 1;
		this.lastSucceeded = context;
		if (this.succeeded === this.total) this.outcomes.complete();
	}

	/** Records that an item has succeeded, failed or was not sent. @returns whether it was the last one */
	finish(): boolean {
		this.unfinished -= 1;
		if (this.unfinished === 0 && this.preparedCount >= this.total) this.signalFinished();
		return this.unfinished === 0;
	}

	/**
	 * Returns the error that all items of a stopped run throw, because n8n may read any of them first: once all have
	 * finished, or at once if `signal` is aborted.
	 */
	async finalError(signal?: AbortSignal): Promise<NodeApiError> {
		await this.prepared;
		if (signal?.aborted) return canceled(this.node);
		await this.finished;
		const [first] = [...this.failures].sort(([one], [other]) => one - other);
		if (first === undefined)
			throw new Error('The node stopped sending items although none failed. Please report this.');
		const [index, { failure, recipient }] = first;
		const isListed = this.total > 1 && this.rejected.length > 0;
		const reasons = [...this.failures.values()].map((each) => (each.failure as Error).message);
		// All items may be invalid for the same reason, e.g. because of the credentials.
		const isCommon = isListed && this.rejected.length === this.total && new Set(reasons).size === 1;
		const summary = isCommon
			? `This concerns all ${this.total} items, so nothing was sent.`
			: joinSentences(isListed ? '' : toRecipient(recipient, failure), this.summary(index));
		return (this.error ??= toRunError(this.node, failure, index, summary));
	}

	/** Says how far a run of several items is, before another sentence. */
	progress(): string {
		return this.total > 1 ? `${this.succeeded} of ${this.total} items are done. ` : '';
	}

	/** Says what a canceled run has sent: n8n shows no results of a run that was stopped. */
	cancelSummary(): string {
		const last = this.lastSucceeded && recipientOf(this.lastSucceeded);
		const to = last === undefined ? '' : `, the last one to ${last}`;
		const count = this.interrupted.length;
		const recipients = this.interrupted.map(recipientOf).filter((each) => each !== undefined);
		const toThem = recipients.length > 0 ? ` (to ${recipients.join(', ')})` : '';
		const requests = count === 1 ? `Another request${toThem} was` : `${count} other requests${toThem} were`;
		return joinSentences(
			`Canceled after ${this.succeeded} of ${this.total} items${to}.`,
			count > 0 ? `${requests} in flight and may have been carried out.` : '',
		);
	}

	private summary(failedIndex: number): string {
		if (this.total < 2) return '';
		if (this.rejected.length > 0) return this.rejection();
		const alsoFailed = this.failures.size - 1;
		const notSent = this.total - this.succeeded - this.failures.size;
		const also = alsoFailed > 0 ? `, ${alsoFailed} more in flight also failed` : '';
		const rest = `${notSent} ${notSent === 1 ? 'was' : 'were'} not sent`;
		return `Of ${this.total} items, ${this.succeeded} succeeded, the ${ordinal(failedIndex + 1)} failed${also}, and ${rest}.`;
	}

	/** Names the invalid items, so that the user can correct all of them at once. */
	private rejection(): string {
		const { length } = this.rejected;
		const named = this.rejected.slice(0, MAX_NAMED).map((index) => {
			const recipient = this.failures.get(index)?.recipient;
			const place = ordinal(index + 1);
			return recipient === undefined ? `the ${place}` : `${recipient} (${place})`;
		});
		const more = length > MAX_NAMED ? ` and ${length - MAX_NAMED} more` : '';
		return joinSentences(
			this.succeeded === 0 ? 'Nothing was sent' : `An earlier attempt sent ${this.succeeded}`,
			`${length} of ${this.total} items ${length === 1 ? 'is' : 'are'} invalid: ${named.join(', ')}${more}`,
			'To send the others anyway, set On Error to Continue (using error output) in the settings of the node.',
		);
	}
}

/** Returns the recipient of an item as the user entered it; undefined if there is none. */
export function recipientOf(context: IExecuteSingleFunctions): string | undefined {
	if (context.getNode().parameters.recipient === undefined) return undefined;
	try {
		return textOf(locatorValue(context.getNodeParameter('recipient', undefined)));
	} catch {
		// Its expression is broken, which is what the error is about.
		return undefined;
	}
}

/** Returns a sentence for an error; empty without a recipient, or if the error names it already. */
export function toRecipient(recipient: string | undefined, failure: unknown): string {
	const isNamed = recipient !== undefined && String((failure as Error).message).includes(recipient);
	return recipient === undefined || isNamed ? '' : `Recipient: ${recipient}.`;
}

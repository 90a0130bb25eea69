import type { IExecuteSingleFunctions, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { earlierOutcome } from './earlierTries';
import { joinRun } from './joinRun';
import type { Run } from './run';

/** An item between its preparation and its turn. */
export interface PreparedItem {
	run: Run;
	/** Why it cannot be sent. Thrown when its turn comes, so that one place decides what a failure means. */
	refusal?: unknown;
	/** Its result, where an earlier try of the node got it. */
	output?: INodeExecutionData[];
}

/** By the request options, which n8n hands to each function that prepares or sends an item's request. */
const preparedItems = new WeakMap<object, PreparedItem>();

type PreSend = (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => void;

/**
 * Wraps a preSend function of an operation: what it throws stops the whole run before anything is sent.
 *
 * @param prepare changes the options in place; throws NodeOperationError with a sentence for the user
 */
export function preSend(prepare: PreSend) {
	return async function (
		this: IExecuteSingleFunctions,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const item = preparedItems.get(options) ?? begin(this, options);
		if (item.refusal !== undefined || item.output !== undefined) return options;
		try {
			prepare.call(this, options);
		} catch (error) {
			refuse(item, this, error);
		}
		return options;
	};
}

function begin(context: IExecuteSingleFunctions, options: IHttpRequestOptions): PreparedItem {
	const item: PreparedItem = { run: joinRun(context) };
	preparedItems.set(options, item);
	const earlier = earlierOutcome(context);
	if (earlier?.state === 'done') item.output = earlier.output;
	if (earlier?.state === 'uncertain') refuse(item, context, earlier.failure);
	return item;
}

function refuse(item: PreparedItem, context: IExecuteSingleFunctions, reason: unknown): void {
	item.refusal = reason;
	item.run.fail(context.getItemIndex(), reason);
}

/**
 * The item whose request was prepared with these options.
 *
 * @throws Error when there is none: every request of the node is prepared by at least one preSend function
 */
export function preparedItem(options: object): PreparedItem {
	const item = preparedItems.get(options);
	if (item === undefined) throw new Error('This request was not prepared by the node. Please report this.');
	return item;
}

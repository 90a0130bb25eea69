import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { expressionsIn, itemContext } from './itemContext';
import { joinRun } from './joinRun';
import type { Run } from './run';

/** An item that n8n has begun to prepare. */
export interface PreparedItem {
	run: Run;
	/** From `itemContext`; prepares and sends the item. */
	context: IExecuteSingleFunctions;
	/** Why it cannot be sent. `runItem` throws it, so that failures are handled in one place. */
	failure?: unknown;
}

/** By request options: n8n passes the same object to every function that prepares or sends the item's request. */
const preparedItems = new WeakMap<object, PreparedItem>();

type PreSend = (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => void;

/**
 * Wraps a preSend function of an operation. If it throws, `runItem` stops the whole run before anything is sent.
 *
 * @param prepare changes the options in place; throws NodeOperationError or UserError for invalid input
 */
export function preSend(prepare: PreSend) {
	return async function (
		this: IExecuteSingleFunctions,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const item = preparedItems.get(options) ?? begin(this, options);
		if (item.failure !== undefined) return options;
		try {
			prepare.call(item.context, options);
		} catch (error) {
			item.failure = error;
		}
		return options;
	};
}

function begin(context: IExecuteSingleFunctions, options: IHttpRequestOptions): PreparedItem {
	const run = joinRun(context);
	const item: PreparedItem = { run, context: itemContext(context, run.constants) };
	preparedItems.set(options, item);
	checkBatchedExpressions(item);
	return item;
}

/**
 * With n8n's batching, n8n sends items before it evaluates the expressions of later items, and a failed expression ends the
 * node. So the first item evaluates all expressions.
 */
function checkBatchedExpressions(item: PreparedItem): void {
	const { context } = item;
	if (!item.run.isBatched || context.continueOnFail() || context.getItemIndex() > 0) return;
	const expressions = expressionsIn(context.getNode().parameters);
	for (let index = 1; index < (item.run.total ?? 0); index += 1) {
		try {
			for (const expression of expressions) context.evaluateExpression(expression, index);
		} catch (error) {
			item.failure = error;
			item.run.fail(index, error);
			return;
		}
	}
}

/**
 * Returns the item whose request has these options.
 *
 * @throws Error if no preSend function prepared the request; every request of the node has at least one
 */
export function preparedItem(options: object): PreparedItem {
	const item = preparedItems.get(options);
	if (item === undefined)
		throw new Error('This request was not prepared by the node. Please report this.');
	return item;
}

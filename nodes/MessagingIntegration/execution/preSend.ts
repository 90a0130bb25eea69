import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { earlierOutcome } from './earlierAttempts';
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
	/** Its result from an earlier attempt of the node. */
	output?: INodeExecutionData[];
}

/** By request options: n8n passes the same object to every function that prepares or sends the item's request. */
const preparedItems = new WeakMap<object, PreparedItem>();

type PreSend = (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => void;

/**
 * Wraps a preSend function of an operation. An error in it stops the whole run before anything is sent.
 *
 * @param prepare changes the options in place; throws NodeOperationError or UserError for invalid input
 */
export function preSend(prepare: PreSend) {
	return async function (
		this: IExecuteSingleFunctions,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const item = preparedItems.get(options) ?? (await begin(this, options));
		if (item.failure !== undefined || item.output !== undefined) return options;
		try {
			prepare.call(item.context, options);
		} catch (error) {
			fail(item, error);
		}
		return options;
	};
}

async function begin(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<PreparedItem> {
	// Must run before any await: the order of the calls separates the items of one pass from those of the next.
	const run = joinRun(context);
	const item: PreparedItem = { run, context: itemContext(context, run.constants) };
	preparedItems.set(options, item);
	checkBatchedExpressions(item);
	const earlier = await earlierOutcome(item.context);
	if (earlier?.state === 'unknown') fail(item, earlier.failure);
	if (earlier?.state === 'done') {
		item.output = earlier.output;
		item.run.succeed();
	}
	item.run.ready();
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

function fail(item: PreparedItem, failure: unknown): void {
	item.failure = failure;
	item.run.fail(item.context.getItemIndex(), failure);
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

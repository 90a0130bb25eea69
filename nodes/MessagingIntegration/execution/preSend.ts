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
		const item = preparedItems.get(options) ?? (await begin(this, options));
		if (item.refusal !== undefined || item.output !== undefined) return options;
		try {
			prepare.call(this, options);
		} catch (error) {
			refuse(item, this, error);
		}
		return options;
	};
}

async function begin(context: IExecuteSingleFunctions, options: IHttpRequestOptions): Promise<PreparedItem> {
	// Before anything is awaited: by the order of these calls the items of a pass are told apart from those of the next one.
	const item: PreparedItem = { run: joinRun(context) };
	preparedItems.set(options, item);
	checkBatchedExpressions(context, item);
	const earlier = await earlierOutcome(context);
	if (earlier?.state === 'uncertain') refuse(item, context, earlier.failure);
	if (earlier?.state === 'done') {
		item.output = earlier.output;
		item.run.succeed();
	}
	item.run.ready();
	return item;
}

/**
 * With n8n's batching, items are sent before n8n evaluates the expressions of later ones, and n8n ends the node where one fails.
 * So the first item evaluates them all.
 */
function checkBatchedExpressions(context: IExecuteSingleFunctions, item: PreparedItem): void {
	if (!item.run.isBatched || context.continueOnFail() || context.getItemIndex() > 0) return;
	const expressions = expressionsIn(context.getNode().parameters);
	for (let index = 1; index < (item.run.total ?? 0); index += 1) {
		try {
			for (const expression of expressions) context.evaluateExpression(expression, index);
		} catch (error) {
			item.refusal = error;
			item.run.fail(index, error);
			return;
		}
	}
}

/** All expressions in a parameter's value, without the "=" in front. */
function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('=') ? [value.slice(1)] : [];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
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

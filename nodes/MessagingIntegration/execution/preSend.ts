import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { itemContext } from './itemContext';
import { joinRun, type Run } from './run';

/** An item that n8n has begun to prepare. */
export interface PreparedItem {
	run: Run;
	/** From `itemContext`; prepares and sends the item. */
	context: IExecuteSingleFunctions;
	/** Why it cannot be sent. `runItem` throws it, so that failures are handled in one place. */
	failure?: unknown;
}

/** By request options: n8n passes the same object to every function that prepares or sends the item's request. */
export const preparedItems = new WeakMap<object, PreparedItem>();

/**
 * Wraps a function that changes an operation's request options in place. If it throws, `runItem` stops the whole run
 * before anything is sent.
 */
export function preSend(
	prepare: (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => void,
) {
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
	const item = { run, context: itemContext(context, run.node) };
	preparedItems.set(options, item);
	return item;
}

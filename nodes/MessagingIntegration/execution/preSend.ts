import type { IExecuteSingleFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';
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
	prepare: (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => void | Promise<void>,
) {
	return async function (
		this: IExecuteSingleFunctions,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const item = preparedItems.get(options) ?? begin(this, options);
		await item.run.inOrder(async () => {
			if (item.failure !== undefined) return;
			try {
				await prepare.call(item.context, options);
			} catch (error) {
				item.failure = error;
			}
		});
		return options;
	};
}

function begin(context: IExecuteSingleFunctions, options: IHttpRequestOptions): PreparedItem {
	const run = joinRun(context);
	const item = { run, context: itemContext(context, run.node) };
	preparedItems.set(options, item);
	return item;
}

/** Derives a context that evaluates each parameter once, and has the node of the run, which n8n copies at each call. */
function itemContext(context: IExecuteSingleFunctions, node: INode): IExecuteSingleFunctions {
	const values = new Map<string, unknown>();
	const getNodeParameter = (name: string, ...rest: unknown[]) => {
		const read = () => Reflect.apply(context.getNodeParameter, context, [name, ...rest]) as unknown;
		// A parameter that the node does not have is the fallback, which may differ between calls.
		if (node.parameters[name] === undefined || rest.length > 1) return read();
		if (!values.has(name)) values.set(name, read());
		return values.get(name);
	};
	return Object.create(context, {
		getNode: { value: () => node },
		getNodeParameter: { value: getNodeParameter },
	}) as IExecuteSingleFunctions;
}

import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { ItemAccount } from '../../transport/request/account';
import type { ItemContext } from '../input/field';
import { inputItems, outcomesFor, type WithInput } from './outcomes';
import { Run } from './run';

export interface PreparedItem {
	run: Run;
	context: ItemContext;
	/** Why it cannot be sent. `runItem` throws it, so that failures are handled in one place. */
	failure?: unknown;
	/** Prepares the request, with the item's own credentials once they are read. @throws why it cannot be sent */
	buildRequest(): Promise<void>;
}

/** By request options: n8n passes the same object to the function that prepares the item's request and to `runItem`. */
export const preparedItems = new WeakMap<object, PreparedItem>();

/** Wraps a function that prepares a request in place. If it throws, `runItem` stops the run before anything is sent. */
export function preSend(build: (this: ItemContext, options: IHttpRequestOptions) => void | Promise<void>) {
	return async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
		const run = joinRun(this);
		const context = itemContext(this, run);
		const given = { ...options };
		const buildRequest = async () => {
			Object.assign(options, { qs: undefined, body: undefined }, given);
			await build.call(context, options);
		};
		const item: PreparedItem = { run, context, buildRequest };
		preparedItems.set(options, item);
		const findFailure = async () => await buildRequest().catch((error: unknown) => error);
		await run.inOrder(async () => {
			item.failure = await findFailure();
			// With its own credentials, the item may be valid.
			if (item.failure !== undefined && (await context.account.readOwn().catch(() => false)))
				item.failure = await findFailure();
		});
		return options;
	};
}

/** Derives the context of an item; n8n copies the node at each call. */
function itemContext(context: IExecuteSingleFunctions, { node, account }: Run): ItemContext {
	const values = new Map<string, unknown>();
	const getNodeParameter = (name: string, ...rest: unknown[]) => {
		const read = () => Reflect.apply(context.getNodeParameter, context, [name, ...rest]) as unknown;
		// A parameter that the node does not have is the fallback, which may differ between calls.
		if (node.parameters[name] === undefined || rest.length > 1) return read();
		if (!values.has(name)) values.set(name, read());
		return values.get(name);
	};
	return Object.create(context, {
		account: { value: new ItemAccount(context, account) },
		getNode: { value: () => node },
		getNodeParameter: { value: getNodeParameter },
	}) as ItemContext;
}

const runs = new WeakMap<object, Run>();

/** Finds or starts the run of an item. Several passes may have one data object, so a lower index starts a new run. */
export function joinRun(context: IExecuteSingleFunctions): Run {
	const scope = (context as WithInput).inputData ?? context.getExecuteData();
	const index = context.getItemIndex();
	const current = runs.get(scope);
	if (current?.join(index)) return current;
	const node = context.getNode();
	const total = inputItems(context).length;
	const run = new Run(node, outcomesFor(context, node), total, context.continueOnFail());
	run.join(index);
	runs.set(scope, run);
	return run;
}

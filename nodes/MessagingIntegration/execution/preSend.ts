import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { ItemAccount } from '../../transport/request/account';
import type { ItemContext } from '../input/field';
import { joinRun, type Run } from './run';

/** An item that n8n has begun to prepare. */
export interface PreparedItem {
	run: Run;
	/** Prepares and sends the item. */
	context: ItemContext;
	/** Why it cannot be sent. `runItem` throws it, so that failures are handled in one place. */
	failure?: unknown;
	/** Prepares the request again with the item's own credentials. @throws why it cannot be sent */
	prepareAgain(): Promise<void>;
}

/** Changes an operation's request options in place. @throws why the item cannot be sent */
type Prepare = (this: ItemContext, options: IHttpRequestOptions) => void | Promise<void>;

/** By request options: n8n passes the same object to every function that prepares or sends the item's request. */
export const preparedItems = new WeakMap<object, PreparedItem>();

/**
 * Wraps a function that changes an operation's request options in place. If it throws, `runItem` stops the whole run
 * before anything is sent.
 */
export function preSend(prepare: Prepare) {
	return async function (
		this: IExecuteSingleFunctions,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const item = preparedItems.get(options) ?? begin(this, options);
		const { context } = item;
		const given = { ...options };
		const build = async () => await prepare.call(context, options);
		const earlier = item.prepareAgain;
		item.prepareAgain = async () => {
			await earlier();
			Object.assign(options, { qs: undefined, body: undefined }, given);
			await build();
		};
		await item.run.inOrder(async () => {
			if (item.failure !== undefined) return;
			try {
				await build();
			} catch (error) {
				item.failure = error;
				// With its own credentials, the item may be valid.
				const isOther = await context.account.readOwn().catch(() => false);
				if (isOther)
					await item.prepareAgain().then(
						() => delete item.failure,
						(own: unknown) => (item.failure = own),
					);
			}
		});
		return options;
	};
}

function begin(context: IExecuteSingleFunctions, options: IHttpRequestOptions): PreparedItem {
	const run = joinRun(context);
	const item: PreparedItem = {
		run,
		context: itemContext(context, run),
		prepareAgain: async () => {},
	};
	preparedItems.set(options, item);
	return item;
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

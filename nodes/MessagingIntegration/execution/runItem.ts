import type {
	DeclarativeRestApiSettings,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { canceled, failedItem, toNodeError } from '../../transport/errors/nodeErrors';
import { type ItemOptions, notifyUser, readOptions } from './itemOptions';
import { isToolCall } from './outcomes';
import { type PreparedItem, preparedItems } from './preSend';
import { recipientOf, type Run, toRecipient } from './run';
import type { Turn } from './turns';
import { type Receive, sendItem } from './sendItem';

type RequestData = Pick<DeclarativeRestApiSettings.ResultOptions, 'options'>;

/**
 * Makes a pagination function, the only hook of n8n's declarative engine that wraps every request. It runs one item:
 * in item order, limited by the concurrency option, and not after a failure that stops the run. In a retry, it
 * returns the earlier result of a completed item, and throws the earlier error of a write that may have been carried
 * out. If the node continues on fail, an error is an output item; otherwise it is thrown, with a summary of the run.
 */
export function runItem(receive: Receive) {
	return async ({ options }: RequestData): Promise<INodeExecutionData[]> => {
		const request = options as IHttpRequestOptions;
		const item = preparedItems.get(options);
		if (item === undefined)
			throw new Error('This request was not prepared by the node. Please report this.');
		const { run, context } = item;
		const itemIndex = context.getItemIndex();
		const signal = context.getExecutionCancelSignal();
		let turn: Turn | undefined;
		try {
			const settled = settle(item, request);
			if (Array.isArray(settled)) return settled;
			// If an expression fails, n8n stops before it has prepared all items. Then nothing may be sent.
			if (!run.continues) await run.prepared;
			turn = await run.turns.acquire(settled, signal);
			if (!run.isStopped) return await sendItem(item, request, settled, turn, receive);
		} catch (error) {
			if (!run.continues) run.fail(context, error);
			else if (signal?.aborted) return [failedItem(canceled(run.node), itemIndex)];
			else {
				const recipient = toRecipient(recipientOf(context), error);
				return [failedItem(toNodeError(run.node, error, itemIndex, recipient), itemIndex)];
			}
		} finally {
			turn?.end();
			if (run.finish()) {
				reportMetrics(context, run);
				if (signal?.aborted && request.method !== 'GET') notifyUser(context, run.cancelSummary());
			}
		}
		throw await run.finalError(signal);
	};
}

/**
 * Finds out how to send an item. After this, it counts as prepared. Invalid options stop the whole run before anything
 * is sent, like any other invalid field.
 * @returns the output from an earlier attempt, if there is one @throws why the item cannot be sent
 */
function settle(
	{ run, context, failure }: PreparedItem,
	request: IHttpRequestOptions,
): ItemOptions | INodeExecutionData[] {
	try {
		const earlier = run.outcomes.find(context.getItemIndex(), request);
		if (earlier?.output) {
			run.succeed(context);
			return earlier.output;
		}
		const options = readOptions(context, request.method);
		if (earlier !== undefined && !options.settings.retryWrites) {
			// Who retries a failed execution wants the other items to be sent.
			run.fail(context, earlier.failure, !earlier.isSaved);
			throw earlier.failure as Error;
		}
		if (failure !== undefined) throw failure as Error;
		return options;
	} catch (error) {
		run.reject(context, error);
		throw error as Error;
	} finally {
		run.countPrepared();
	}
}

/** Adds the metrics to the node's execution data, except in an AI tool call, where that data belongs to the agent. */
function reportMetrics(context: IExecuteSingleFunctions, run: Run): void {
	if (isToolCall(context)) return;
	const tracing = {
		'messaging_integration.rate_limit_wait_ms': Math.round(run.waitedMs),
		'messaging_integration.retries': run.retries,
	};
	// Missing in old versions of n8n.
	context.setMetadata?.({ tracing });
}

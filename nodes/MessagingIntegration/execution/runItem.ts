import type {
	DeclarativeRestApiSettings,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { canceled, failedItem, toNodeError, toRunError } from '../../transport/errors/nodeErrors';
import { isToolCall } from './outcomes';
import { preparedItem } from './preSend';
import type { Run } from './run';
import { readOptions } from './runOptions';
import { sendItem, type ItemTask } from './sendItem';

/**
 * Runs one item: in item order, limited by the concurrency option, and not after a failure that stops the run. In a retry,
 * returns the earlier result of a completed item, and throws the earlier error of a write that may have been carried out.
 *
 * @param requestData the request that n8n built from the routing
 * @param task sends the item's requests
 * @returns the output items, each with its `pairedItem`; if the node continues on fail, an item that contains the error
 * @throws NodeApiError with message, description, `itemIndex` and a summary of the run
 */
export async function runItem(
	requestData: DeclarativeRestApiSettings.ResultOptions,
	task: ItemTask,
): Promise<INodeExecutionData[]> {
	const { failure, output } = await resume(requestData);
	if (output !== undefined) return output;
	const { run, context } = preparedItem(requestData.options);
	const itemIndex = context.getItemIndex();
	const continues = context.continueOnFail();
	// If an expression fails, n8n stops before it has prepared all items. Then nothing may be sent.
	if (!continues && !run.isBatched) await run.prepared;
	const { concurrency, settings } = readOptions(context, run, requestData);
	let release = () => {};
	try {
		release = await run.acquire(concurrency, settings.signal);
		if (continues || !run.isStopped) {
			if (failure !== undefined) throw failure;
			const items = await sendItem(context, requestData, settings, run.outcomes, task);
			run.succeed();
			return items;
		}
	} catch (error) {
		if (continues) return [failedItem(itemError(context, error), itemIndex)];
		run.fail(itemIndex, error);
	} finally {
		release();
		reportMetrics(context, run);
	}
	throw await runError(run, context);
}

/** Returns why an item cannot be sent, or its output from an earlier attempt. After this, the item counts as prepared. */
async function resume(
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<{ failure?: unknown; output?: INodeExecutionData[] }> {
	const { run, context, failure } = preparedItem(requestData.options);
	const itemIndex = context.getItemIndex();
	try {
		const request = requestData.options as IHttpRequestOptions;
		const earlier = await run.outcomes.find(itemIndex, request);
		if (earlier?.state === 'done') {
			run.succeed();
			return earlier;
		}
		if (earlier !== undefined && !readOptions(context, run, requestData).settings.retryWrites) {
			// Who retries a failed execution wants the other items to be sent.
			run.fail(itemIndex, earlier.failure, !earlier.isSaved);
			return earlier;
		}
		if (failure !== undefined) run.fail(itemIndex, failure);
		return { failure };
	} catch (error) {
		run.fail(itemIndex, error);
		return { failure: error };
	} finally {
		run.ready();
	}
}

function itemError(context: IExecuteSingleFunctions, error: unknown) {
	const node = context.getNode();
	const isCanceled = context.getExecutionCancelSignal()?.aborted;
	return isCanceled ? canceled(node) : toNodeError(node, error, context.getItemIndex());
}

/** Returns the error of a stopped run once no item is in flight, or of a canceled run at once. */
async function runError(run: Run, context: IExecuteSingleFunctions): Promise<Error> {
	const node = context.getNode();
	// n8n does not catch errors while it pauses between batches.
	await run.prepared;
	if (context.getExecutionCancelSignal()?.aborted) return canceled(node);
	return await run.finalError((failure, index, summary) =>
		toRunError(node, failure, index, summary),
	);
}

/** Adds the metrics to the node's execution data, except in an AI tool call, where that data belongs to the agent. */
function reportMetrics(context: IExecuteSingleFunctions, run: Run): void {
	if (!run.hasNewMetrics() || isToolCall(context)) return;
	// Missing in old versions of n8n.
	context.setMetadata?.({ tracing: run.metrics() });
}

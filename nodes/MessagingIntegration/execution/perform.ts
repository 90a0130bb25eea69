import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { canceled, failedItem, toNodeError, toRunError } from '../../transport/errors/nodeErrors';
import { preparedItem } from './preSend';
import type { Run } from './run';
import { readOptions } from './runOptions';
import { sendItem, type ItemTask } from './sendItem';

/**
 * Gives an item its turn: in order, as many at a time as its options say, none after a failure that stops the run. In a retry
 * of the node, an item that is done gives its result again, and a write that may have been carried out its error.
 *
 * @param context n8n's context of the item, from a pagination function
 * @param requestData what routing put together
 * @param work what to do with the turn
 * @returns the items, each with its `pairedItem`; with continue-on-fail an item that carries the error
 * @throws NodeApiError with a sentence, advice, `itemIndex` and the account of what was sent
 */
export async function runItem(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	work: ItemTask,
): Promise<INodeExecutionData[]> {
	const { run, refusal, output } = preparedItem(requestData.options);
	if (output !== undefined) return output;
	const itemIndex = context.getItemIndex();
	const continues = context.continueOnFail();
	// Where an expression fails, n8n stops before it has prepared all items. Then nothing may be sent.
	if (!continues && !run.isBatched) await run.prepared;
	const { concurrency, settings } = readOptions(context, run, requestData);
	let endTurn = () => {};
	try {
		endTurn = await run.enter(concurrency, settings.signal);
		if (continues || !run.isStopped) {
			if (refusal !== undefined) throw refusal;
			const items = await sendItem(context, requestData, { concurrency, settings }, work);
			run.succeed();
			return items;
		}
	} catch (error) {
		if (continues) return [failedItem(errorOfItem(context, error), itemIndex)];
		run.fail(itemIndex, error);
	} finally {
		endTurn();
		keepFigures(context, run);
	}
	throw await errorOf(run, context);
}

function errorOfItem(context: IExecutePaginationFunctions, error: unknown) {
	const node = context.getNode();
	const isCanceled = context.getExecutionCancelSignal()?.aborted;
	return isCanceled ? canceled(node) : toNodeError(node, error, context.getItemIndex());
}

/** The error of a stopped run, once no item is in flight any more; of a cancelled one at once. */
async function errorOf(run: Run, context: IExecutePaginationFunctions): Promise<Error> {
	const node = context.getNode();
	// An error that comes while n8n still pauses between batches would find nobody to catch it.
	await run.prepared;
	if (context.getExecutionCancelSignal()?.aborted) return canceled(node);
	return await run.finalError((failure, index, account) => toRunError(node, failure, index, account));
}

/** Keeps the figures of the run with the node's execution data; in a call as an AI tool those are the agent's. */
function keepFigures(context: IExecutePaginationFunctions, run: Run): void {
	if (context.getExecuteData().node.name !== context.getNode().name) return;
	// Missing in old versions of n8n.
	context.setMetadata?.({ tracing: run.figures() });
}

import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { inputItems, RunConstants, type WithInput } from './itemContext';
import { outcomesFor } from './outcomes';
import { Run } from './run';

const runs = new WeakMap<object, Run>();

/**
 * Finds or starts the run of an item when n8n begins to prepare it. n8n may use one data object for several passes, e.g. the
 * attempts of Retry On Fail, so an index that does not ascend starts a new run.
 */
export function joinRun(context: IExecuteSingleFunctions): Run {
	const scope = (context as WithInput).inputData ?? context.getExecuteData();
	const index = context.getItemIndex();
	let run = runs.get(scope);
	if (!run?.accepts(index)) {
		// n8n ended the previous pass early; its items must not be sent anymore.
		if (run?.isPrepared === false) run.stop();
		run = new Run(
			new RunConstants(context),
			outcomesFor(context),
			inputItems(context)?.length,
			isBatched(context),
		);
		runs.set(scope, run);
	}
	run.register(index);
	return run;
}

function isBatched(context: IExecuteSingleFunctions): boolean {
	const { batching } = context.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchInterval?: number } };
	};
	return (batching?.batch?.batchInterval ?? 0) > 0;
}

import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { Run } from './run';

/** The part of n8n's context that its types leave out: the very data whose items the engine goes through in this pass. */
interface WithInput {
	inputData?: Record<string, Array<Array<{ json?: object }> | null> | undefined>;
}

/**
 * The input items of this pass. With Execute Once and in an AI tool call they are fewer than those of the execution data.
 *
 * @returns undefined if this version of n8n does not tell
 */
export function inputItems(context: IExecuteSingleFunctions): Array<{ json?: object }> | undefined {
	const { inputData } = context as WithInput;
	return inputData?.main?.[0] ?? inputData?.ai_tool?.[0] ?? undefined;
}

const runs = new WeakMap<object, Run>();

/**
 * Finds the run of an item when n8n begins to prepare it. n8n may use the same data object for several passes (each try of
 * Retry On Fail), so an index that does not ascend begins a new one.
 */
export function joinRun(context: IExecuteSingleFunctions): Run {
	const scope = (context as WithInput).inputData ?? context.getExecuteData();
	const index = context.getItemIndex();
	let run = runs.get(scope);
	if (!run?.accepts(index)) {
		// A pass that n8n ended before its last item may still have items waiting for their turn.
		if (run?.isPrepared === false) run.stop();
		run = new Run(inputItems(context)?.length, isBatched(context));
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

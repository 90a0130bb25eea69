import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { inputItems } from './joinRun';

/** What an earlier try of the node ("Retry On Fail") found out about an item, so that the next try does not send it again. */
export type EarlierOutcome =
	| { state: 'done'; output: INodeExecutionData[] }
	/** A write that may have been carried out, with its error. */
	| { state: 'uncertain'; failure: unknown };

interface Entry {
	executeData: object;
	outcome: EarlierOutcome;
}

/**
 * By the item's JSON object, and then by node and index. n8n hands the same objects to each try, both in an execution and in
 * an AI tool call; all other executions, loops and calls have their own.
 */
const entries = new WeakMap<object, Map<string, Entry>>();

function keyOf(context: IExecuteSingleFunctions): string {
	return `${context.getNode().id}\n${context.getItemIndex()}`;
}

function itemOf(context: IExecuteSingleFunctions): object | undefined {
	// Without Retry On Fail there is no next try.
	if (context.getNode().retryOnFail !== true) return undefined;
	return inputItems(context)?.[context.getItemIndex()]?.json;
}

/** @returns what an earlier try of this item left, if this is a retry */
export function earlierOutcome(context: IExecuteSingleFunctions): EarlierOutcome | undefined {
	const item = itemOf(context);
	const entry = item && entries.get(item)?.get(keyOf(context));
	return entry?.executeData === context.getExecuteData() ? entry.outcome : undefined;
}

/** Keeps what became of an item, for the next try. Does nothing unless the node retries. */
export function rememberOutcome(context: IExecuteSingleFunctions, outcome: EarlierOutcome): void {
	const item = itemOf(context);
	if (item === undefined) return;
	const byKey = entries.get(item) ?? new Map<string, Entry>();
	entries.set(item, byKey.set(keyOf(context), { executeData: context.getExecuteData(), outcome }));
}

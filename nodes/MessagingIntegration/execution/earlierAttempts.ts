import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { inputItems } from './joinRun';

/** The outcome of an item in an earlier attempt of the node ("Retry On Fail"), so that the next attempt does not resend it. */
export type EarlierOutcome =
	| { state: 'done'; output: INodeExecutionData[] }
	/** A write that failed but may have been carried out. */
	| { state: 'unknown'; failure: unknown };

/**
 * Promises of outcomes by execution data, by the item's JSON object, and by node and index. n8n passes the same objects to
 * every attempt, both in executions and in AI tool calls. If a promise resolves to undefined, the item may be sent again.
 */
const outcomes = new WeakMap<
	object,
	WeakMap<object, Map<string, Promise<EarlierOutcome | undefined>>>
>();

function entriesOf(context: IExecuteSingleFunctions) {
	// Without Retry On Fail there is no next attempt.
	if (context.getNode().retryOnFail !== true) return undefined;
	const items = inputItems(context);
	const item = items?.[context.getItemIndex()]?.json;
	if (item === undefined) return undefined;
	const executeData = context.getExecuteData();
	const byItem =
		outcomes.get(executeData) ??
		new WeakMap<object, Map<string, Promise<EarlierOutcome | undefined>>>();
	outcomes.set(executeData, byItem);
	const entries = byItem.get(item) ?? new Map<string, Promise<EarlierOutcome | undefined>>();
	byItem.set(item, entries);
	return entries;
}

const keyOf = (context: IExecuteSingleFunctions) =>
	`${context.getNode().id}\n${context.getItemIndex()}`;

/** @returns the outcome of this item in an earlier attempt; undefined if it was not sent, or may be sent again */
export async function earlierOutcome(
	context: IExecuteSingleFunctions,
): Promise<EarlierOutcome | undefined> {
	return await entriesOf(context)?.get(keyOf(context));
}

/**
 * Stores the outcome of an item for the next attempt. It is a promise because n8n can start the next attempt while the item is
 * in flight: a failed expression ends an attempt at once. Does nothing without Retry On Fail.
 */
export function rememberOutcome(
	context: IExecuteSingleFunctions,
	outcome: Promise<EarlierOutcome | undefined>,
): void {
	entriesOf(context)?.set(keyOf(context), outcome);
}

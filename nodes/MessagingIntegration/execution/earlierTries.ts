import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { inputItems } from './joinRun';

/** What an earlier try of the node ("Retry On Fail") found out about an item, so that the next try does not send it again. */
export type EarlierOutcome =
	| { state: 'done'; output: INodeExecutionData[] }
	/** A write that may have been carried out, with its error. */
	| { state: 'uncertain'; failure: unknown };

/**
 * Promises of outcomes, by execution data, then by the item's JSON object, then by node and index. n8n hands the same objects
 * to each try, both in an execution and in an AI tool call. A promise that resolves to undefined allows the item to be sent.
 */
const outcomes = new WeakMap<object, WeakMap<object, Map<string, Promise<EarlierOutcome | undefined>>>>();

function entriesOf(context: IExecuteSingleFunctions) {
	// Without Retry On Fail there is no next try.
	if (context.getNode().retryOnFail !== true) return undefined;
	const items = inputItems(context);
	const item = items?.[context.getItemIndex()]?.json;
	if (item === undefined) return undefined;
	const executeData = context.getExecuteData();
	const byItem = outcomes.get(executeData) ?? new WeakMap<object, Map<string, Promise<EarlierOutcome | undefined>>>();
	outcomes.set(executeData, byItem);
	const entries = byItem.get(item) ?? new Map<string, Promise<EarlierOutcome | undefined>>();
	byItem.set(item, entries);
	return entries;
}

const keyOf = (context: IExecuteSingleFunctions) => `${context.getNode().id}\n${context.getItemIndex()}`;

/** @returns what an earlier try of this item found out; undefined if it was not sent, or may be sent again */
export async function earlierOutcome(context: IExecuteSingleFunctions): Promise<EarlierOutcome | undefined> {
	return await entriesOf(context)?.get(keyOf(context));
}

/**
 * Keeps what becomes of an item for the next try, which may begin before it is known: n8n ends a try at once when an
 * expression fails. Does nothing unless the node retries.
 */
export function rememberOutcome(context: IExecuteSingleFunctions, outcome: Promise<EarlierOutcome | undefined>): void {
	entriesOf(context)?.set(keyOf(context), outcome);
}

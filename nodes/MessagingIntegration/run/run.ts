// This folder runs an operation for all items: check, send in order, report.

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readAddress } from '../../phone/address';
import { clocks } from '../../transport/clock';
import { canceled, failedItem, toNodeError } from '../../transport/errors/nodeErrors';
import { itemContext, prepare, type PreparedItem, sendItem } from './item';
import { isToolCall } from './outcomes';
import { isCanceled, Run, type Task } from './runState';
import { cancelSummary, recipientOf, summaryOf, toRecipient } from './summary';

/**
 * Runs a task for all items: prepares all, stops if one is invalid, sends them in order, and throws the first error
 * with a summary, or returns the output. If the node continues on fail, a failed item is part of the output.
 */
export async function runItems(execution: IExecuteFunctions, task: Task): Promise<INodeExecutionData[]> {
	const run = new Run(execution);
	const items = await prepareAll(run, task);
	const waiting = items.filter(({ output, failure }) => output === undefined && failure === undefined);
	const isStopped = () => run.isStopped || isCanceled(run);
	await inOrder(waiting, isStopped, execution.getExecutionCancelSignal(), async (item, onSend) => {
		try {
			item.output = await sendItem(item, run, task, onSend);
			run.succeed(item.context);
		} catch (error) {
			item.failure = error;
			run.fail(item.context, error);
		}
	});
	report(run, items);
	throwFirst(run);
	return items.flatMap((item) => item.output ?? failedOutput(run, item));
}

async function prepareAll(run: Run, task: Task): Promise<PreparedItem[]> {
	const items: PreparedItem[] = [];
	for (let index = 0; index < run.total && !isCanceled(run); index += 1)
		items.push(await prepare(itemContext(run, index), run, task));
	return items;
}

/**
 * Works on items in order, as many at a time as the first one allows, until something stops the run. An item's pause
 * begins when the item before it was sent.
 *
 * @param work calls `onSend` when it sends the item's request, and never throws
 */
async function inOrder(
	items: PreparedItem[],
	isStopped: () => boolean,
	signal: AbortSignal | undefined,
	work: (item: PreparedItem, onSend: () => void) => Promise<void>,
): Promise<void> {
	const queue = items.values();
	let lastSent: Promise<void> | undefined;
	const worker = async () => {
		for (const item of queue) {
			const previous = lastSent;
			let onSend = () => {};
			lastSent = new Promise((resolve) => (onSend = resolve));
			const pauseMs = item.options?.pauseMs;
			if (pauseMs !== undefined && previous) {
				await previous;
				// A canceled pause ends like any other: nothing more is sent.
				if (!isStopped()) await clocks.current.sleep(pauseMs, signal).catch(() => undefined);
			}
			if (!isStopped()) await work(item, onSend);
			onSend();
		}
	};
	const concurrency = Math.min(items.length, items[0]?.options?.concurrency ?? 1);
	await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Tells n8n what it shows and logs beside the output. */
function report(run: Run, items: PreparedItem[]): void {
	const { execution } = run;
	const tracing = {
		'messaging_integration.rate_limit_wait_ms': Math.round(run.waitedMs),
		'messaging_integration.retries': run.retries,
	};
	// Missing in old versions of n8n. In a tool call of an agent, the execution data belongs to the agent.
	if (!isToolCall(execution)) execution.setMetadata?.({ tracing });
	const isWrite = items.some(({ request }) => request !== undefined && request.method !== 'GET');
	if (isCanceled(run) && isWrite)
		run.notify(cancelSummary(run, recipientOf(run.lastSucceeded), run.interrupted.map(recipientOf)));
	const recipients = items.flatMap(({ context }) => context.recipient ?? []);
	const repeated = recipients.length - new Set(recipients.map((each) => readAddress(each)?.key)).size;
	if (repeated > 0)
		run.hints.add(
			`${repeated} of ${items.length} items ${repeated === 1 ? 'has' : 'have'} the same recipient as an earlier item. To send only one message to each, put Remove Duplicates in front of this node.`,
		);
	for (const message of run.hints) execution.addExecutionHints?.({ message, location: 'outputPane' });
}

/** Throws the error of the first failed item, unless the node continues on fail. */
function throwFirst(run: Run): void {
	if (run.continues) return;
	if (isCanceled(run)) throw canceled(run.node);
	const [first] = run.failed.sort((one, other) => one.index - other.index);
	if (first) throw toNodeError(run.node, first.failure, first.index, summaryOf(run));
	run.outcomes.complete();
}

function failedOutput(run: Run, { context, failure }: PreparedItem): INodeExecutionData {
	const index = context.getItemIndex();
	if (isCanceled(run)) return failedItem(canceled(run.node), index);
	return failedItem(toNodeError(run.node, failure, index, toRecipient(recipientOf(context), failure)), index);
}

// This folder runs an operation for all items: check, send in order, report.

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readAddress } from '../../phone/address';
import { clocks } from '../../transport/clock';
import { canceled, failedItem, toNodeError } from '../../transport/errors/nodeErrors';
import { type Item, newRun, prepare, type Run, sendItem, type Task } from './item';
import { isToolCall } from './outcomes';
import { cancelSummary, failedItems, summaryOf, toRecipient } from './summary';

/**
 * Runs a task for all items, or the first ones: prepares all, stops if one is invalid, sends them in order, and throws
 * the first error with a summary, or returns the output, with failed items if the node continues on fail.
 */
export async function runItems(execution: IExecuteFunctions, task: Task, maxItems = Infinity) {
	const run = newRun(execution, maxItems);
	for (let index = 0; index < run.total && !run.isCanceled; index += 1) run.items.push(await prepare(index, run, task));
	await inOrder(run, async (item) => await sendItem(item, run, task));
	report(run);
	throwFirst(run);
	run.outcomes.complete();
	return run.items.flatMap((item) => item.output ?? failedOutput(run, item));
}

/** Works on the items that are not done, in order. An item's pause begins when the item before it was sent. */
async function inOrder(run: Run, work: (item: Item) => Promise<void>): Promise<void> {
	const items = run.items.filter(({ output, failure }) => output === undefined && failure === undefined);
	const queue = items.values();
	let lastSent: Promise<void> | undefined;
	const worker = async () => {
		for (const item of queue) {
			const previous = lastSent;
			lastSent = new Promise((resolve) => (item.onSend = resolve));
			const { pauseMs } = item.options ?? {};
			if (pauseMs !== undefined && previous) {
				await previous;
				// A pause that is stopped ends like any other: nothing more is sent.
				await clocks.current.sleep(pauseMs, run.waiting).catch(() => undefined);
			}
			if (!run.isStopped) await work(item);
			item.onSend?.();
		}
	};
	const concurrency = Math.min(items.length, items[0]?.options?.concurrency ?? 1);
	await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Passes to n8n what it shows and logs beside the output. */
function report(run: Run): void {
	const tracing = {
		'messaging_integration.rate_limit_wait_ms': Math.round(run.waitedMs),
		'messaging_integration.retries': run.retries,
	};
	// Missing in old versions of n8n. In a tool call of an agent, the execution data belongs to the agent.
	if (!isToolCall(run.execution)) run.execution.setMetadata?.({ tracing });
	if (run.isCanceled && run.items.some(({ requestKind }) => requestKind !== 'read')) run.notify(cancelSummary(run));
	const recipients = run.items.flatMap(({ prepared }) => prepared?.message?.recipient ?? []);
	hintAtRepeated(
		run,
		recipients.map((recipient) => readAddress(recipient)?.key),
		'the same recipient as an earlier item. To send only one message to each, put Remove Duplicates in front of this node.',
	);
	hintAtRepeated(
		run,
		run.items.flatMap(({ requestKind, identity, prepared }) =>
			requestKind === 'read' && prepared ? (identity?.at(-1) ?? []) : [],
		),
		'the same request as an earlier item. To send it only once, turn on Execute Once in the settings of the node.',
	);
}

/** Shows a hint above the output if items have equal values. @param end of the sentence, after "have" */
function hintAtRepeated({ execution, items }: Run, values: unknown[], end: string): void {
	const count = values.length - new Set(values).size;
	if (count === 0) return;
	const message = `${count} of ${items.length} items ${count === 1 ? 'has' : 'have'} ${end}`;
	execution.addExecutionHints?.({ message, location: 'outputPane' });
}

/** Throws the error of the first failed item, unless the node continues on fail. */
function throwFirst(run: Run): void {
	if (run.continues) return;
	if (run.isCanceled) throw canceled(run.node);
	const [first] = failedItems(run.items);
	if (first) throw toNodeError(run.node, first.failure, first.index, summaryOf(run));
}

function failedOutput({ node, isCanceled }: Run, item: Item): INodeExecutionData {
	const { failure, index } = item;
	return failedItem(isCanceled ? canceled(node) : toNodeError(node, failure, index, toRecipient(item)), index);
}

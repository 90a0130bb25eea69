import {
	type IExecuteFunctions,
	type IRunExecutionData,
	type IWebhookFunctions,
	NodeHelpers,
} from 'n8n-workflow';
import { clocks } from '../../transport/clock';

/**
 * Numbers the questions of a node within an execution. n8n signs the same URL for each, e.g. in a loop or when an AI agent calls
 * several tools, so without the number the link of an earlier question would answer a later one.
 *
 * @returns the number of the next question
 */
export function nextQuestion(execution: IExecuteFunctions): string {
	// n8n keeps this object with the execution, also across restarts.
	const context = execution.getContext('node');
	context.question = Number(context.question ?? 0) + 1;
	return String(context.question);
}

/**
 * Returns whether the execution waits for another question than that of the link.
 *
 * @throws Error if n8n does not provide the execution
 */
export function isOutdated(webhook: IWebhookFunctions, question: unknown): boolean {
	// The types omit it. An expression could read it only by the node's name, which may contain anything.
	const { runExecutionData } = webhook as unknown as { runExecutionData: IRunExecutionData };
	const context = NodeHelpers.getContext(runExecutionData, 'node', webhook.getNode());
	return String(context.question) !== String(question);
}

/** For this long after a response, another one may reach the node: n8n has read the execution before it was resumed. */
const OVERLAP_MS = 10_000;

/** Questions that this process has just answered. */
const answered = new Set<string>();

/**
 * Records the response to a question. If n8n cannot resume the execution, the question is open again.
 *
 * @returns false if another response has just been recorded in this process
 */
export function recordAnswer(webhook: IWebhookFunctions, question: unknown): boolean {
	const key = [webhook.getExecutionId(), webhook.getNode().id, question].join(' ');
	if (answered.has(key)) return false;
	answered.add(key);
	const response = webhook.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) answered.delete(key);
	});
	void clocks.current.sleep(OVERLAP_MS).then(() => answered.delete(key));
	return true;
}

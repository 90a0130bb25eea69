import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

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

/** @returns whether the execution waits for another question than that of the link */
export function isOutdated(webhook: IWebhookFunctions, question: unknown): boolean {
	const name = JSON.stringify(webhook.getNode().name);
	const current = webhook.evaluateExpression(`{{ $node[${name}].context.question }}`);
	return String(current) !== String(question);
}

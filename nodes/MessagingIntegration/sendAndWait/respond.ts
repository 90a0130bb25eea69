import {
	type IDataObject,
	type IExecuteFunctions,
	type IRunExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeHelpers,
} from 'n8n-workflow';
import { textOf } from '../../shared/plainValues';
import { clocks } from '../../transport/clock';
import {
	approvalPage,
	CONTENT_SECURITY_POLICY,
	freeTextPage,
	RECORDED_PAGE,
	OUTDATED_PAGE,
	UNAVAILABLE_PAGE,
} from './pages';

const MAX_TEXT_LENGTH = 10_000;

const HEADERS = {
	'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	// The URL contains the signature.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
};

/**
 * Handles a link of Send and Wait. n8n has verified the link's signature. Opening a link only shows a page, because
 * messaging apps open links for previews; the response is the POST of the page's button. Its output is
 * `{ data: { approved } }` or `{ data: { text } }`.
 */
export async function respondToLink(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return respond(this);
	} catch {
		// n8n would end the execution if this function threw, even when a messaging app only fetches a preview.
		return show(this, UNAVAILABLE_PAGE, 500);
	}
}

function respond(context: IWebhookFunctions): IWebhookResponseData {
	const isPost = context.getRequestObject().method === 'POST';
	const { approved, question } = context.getQueryData() as IDataObject;
	if (isOutdated(context, question)) return show(context, OUTDATED_PAGE, 410);
	if (context.getNodeParameter('responseType', 'approval') === 'freeText') {
		// n8n passes undefined for a request without a body.
		const text = textOf((context.getBodyData() as IDataObject | undefined)?.text) ?? '';
		const problem = isPost ? problemOf(text) : undefined;
		if (isPost && problem === undefined) return resume(context, { text });
		return show(context, freeTextPage(messageOf(context), problem), problem ? 422 : 200);
	}
	const isApproved = approved === 'true';
	if (isPost) return resume(context, { approved: isApproved });
	const { approve, decline } = buttonLabels(context);
	const button = isApproved ? approve : decline;
	return show(context, approvalPage(messageOf(context), button, isApproved));
}

/** The message, for the page; empty if its expression cannot be evaluated: the recipient has the message anyway. */
function messageOf(context: IWebhookFunctions): string {
	try {
		return textOf(context.getNodeParameter('message', '')) ?? '';
	} catch {
		return '';
	}
}

function problemOf(text: string): string | undefined {
	if (text === '') return 'Enter a response.';
	return text.length > MAX_TEXT_LENGTH ? 'Your response is too long.' : undefined;
}

/** n8n sends the page itself, and only if the execution still waits. */
function resume(context: IWebhookFunctions, data: IDataObject): IWebhookResponseData {
	const { question } = context.getQueryData() as IDataObject;
	if (!recordAnswer(context, question)) return show(context, OUTDATED_PAGE, 410);
	context.getResponseObject().set(HEADERS);
	return { webhookResponse: RECORDED_PAGE, workflowData: [[{ json: { data } }]] };
}

function show(context: IWebhookFunctions, html: string, status = 200): IWebhookResponseData {
	context.getResponseObject().status(status).set(HEADERS).type('html').end(html);
	return { noWebhookResponse: true };
}

/** @returns the labels of the links to approve and decline, and whether there is only the first */
export function buttonLabels(context: Pick<IWebhookFunctions, 'getNodeParameter'>) {
	const options = context.getNodeParameter('approvalOptions', {}) as { values?: IDataObject };
	const { values = {} } = options;
	return {
		isSingle: values.approvalType === 'single',
		approve: textOf(values.approveLabel) ?? '✓ Approve',
		decline: textOf(values.disapproveLabel) ?? '✗ Decline',
	};
}

/**
 * Numbers the questions of a node within an execution. n8n signs the same URL for each, e.g. in a loop or when an AI
 * agent calls several tools, so without the number the link of an earlier question would answer a later one.
 */
export function nextQuestion(execution: IExecuteFunctions): string {
	// n8n keeps this object with the execution, also across restarts.
	const context = execution.getContext('node');
	context.question = Number(context.question ?? 0) + 1;
	return String(context.question);
}

/** Whether the execution waits for another question. */
function isOutdated(webhook: IWebhookFunctions, question: unknown): boolean {
	// The types omit it. An expression could read it only by the node's name, which may contain anything.
	const { runExecutionData } = webhook as unknown as { runExecutionData: IRunExecutionData };
	const context = NodeHelpers.getContext(runExecutionData, 'node', webhook.getNode());
	return String(context.question) !== String(question);
}

/** For this long after a response, another one may reach the node: n8n has read the execution before it was resumed. */
const OVERLAP_MS = 10_000;

const answered = new Set<string>();

/** Records the response to a question, once. If n8n cannot resume the execution, the question is open again. */
function recordAnswer(webhook: IWebhookFunctions, question: unknown): boolean {
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

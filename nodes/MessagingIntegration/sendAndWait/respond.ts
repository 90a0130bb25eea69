import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { textOf } from '../../shared/plainValues';
import { buttonLabels } from './labels';
import {
	approvalPage,
	CONTENT_SECURITY_POLICY,
	freeTextPage,
	recordedPage,
	outdatedPage,
	unavailablePage,
} from './pages';
import { isOutdated, recordAnswer } from './question';

const MAX_TEXT_LENGTH = 10_000;

const HEADERS = {
	'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	// The URL contains the signature.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
};

/**
 * Handles a link of Send and Wait. n8n has verified the link's signature. Opening a link only shows a page, because messaging
 * apps open links for previews; the response is the POST of the page's button.
 *
 * @returns the output of the node after a response: `{ data: { approved } }` or `{ data: { text } }`; else nothing, and the
 *   execution keeps waiting
 */
export async function respondToLink(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return respond(this);
	} catch {
		// n8n would end the execution if this function threw, even when a messaging app only fetches a preview.
		return show(this, unavailablePage(), 500);
	}
}

function respond(context: IWebhookFunctions): IWebhookResponseData {
	const isPost = context.getRequestObject().method === 'POST';
	const { approved, question } = context.getQueryData() as IDataObject;
	if (isOutdated(context, question)) return show(context, outdatedPage(), 410);
	const labels = buttonLabels(context);
	if (context.getNodeParameter('responseType', 'approval') === 'freeText') {
		if (!isPost) return show(context, freeTextPage(messageOf(context), labels.submit));
		// n8n passes undefined for a request without a body.
		const text = (context.getBodyData() as IDataObject | undefined)?.text;
		const problem = problemOf(text);
		if (problem !== undefined)
			return show(context, freeTextPage(messageOf(context), labels.submit, problem), 422);
		return resume(context, { text: (text as string).trim() });
	}
	const isApproved = approved === 'true';
	if (isPost) return resume(context, { approved: isApproved });
	const button = isApproved ? labels.approve : labels.decline;
	return show(context, approvalPage(messageOf(context), button, isApproved));
}

/** The message, for the page. Without it, if its expression cannot be evaluated anymore: the recipient has the message anyway. */
function messageOf(context: IWebhookFunctions): string {
	try {
		return textOf(context.getNodeParameter('message', '')) ?? '';
	} catch {
		return '';
	}
}

function problemOf(text: unknown): string | undefined {
	if (typeof text !== 'string' || text.trim() === '') return 'Enter a response.';
	if (text.length > MAX_TEXT_LENGTH) return 'Your response is too long.';
	return undefined;
}

/** n8n sends the page itself, and only if the execution still waits. */
function resume(context: IWebhookFunctions, data: IDataObject): IWebhookResponseData {
	const { question } = context.getQueryData() as IDataObject;
	if (!recordAnswer(context, question)) return show(context, outdatedPage(), 410);
	context.getResponseObject().set(HEADERS);
	return { webhookResponse: recordedPage(), workflowData: [[{ json: { data } }]] };
}

function show(context: IWebhookFunctions, html: string, status = 200): IWebhookResponseData {
	context.getResponseObject().status(status).set(HEADERS).type('html').end(html);
	return { noWebhookResponse: true };
}

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { textOf } from '../../shared/plainValues';
import { buttonLabels } from './labels';
import { approvalPage, CONTENT_SECURITY_POLICY, freeTextPage, recordedPage } from './pages';

const MAX_TEXT_LENGTH = 10_000;

/**
 * Handles a link of Send and Wait. n8n has verified the link's signature. Opening a link only shows a page, because messaging
 * apps open links for previews; the response is the POST of the page's button.
 *
 * @returns the output of the node after a response: `{ data: { approved } }` or `{ data: { text } }`; else nothing, and the
 *   execution keeps waiting
 */
export async function respondToLink(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const isPost = this.getRequestObject().method === 'POST';
	const message = textOf(this.getNodeParameter('message', '')) ?? '';
	const labels = buttonLabels(this);
	if (this.getNodeParameter('responseType', 'approval') === 'freeText') {
		if (!isPost) return show(this, freeTextPage(message, labels.submit));
		const { text } = this.getBodyData();
		const problem = problemOf(text);
		if (problem !== undefined)
			return show(this, freeTextPage(message, labels.submit, problem), 422);
		return resume(this, { text: (text as string).trim() });
	}
	const isApproved = (this.getQueryData() as IDataObject).approved === 'true';
	if (!isPost)
		return show(this, approvalPage(message, isApproved ? labels.approve : labels.decline));
	return resume(this, { approved: isApproved });
}

function problemOf(text: unknown): string | undefined {
	if (typeof text !== 'string' || text.trim() === '') return 'Enter a response.';
	if (text.length > MAX_TEXT_LENGTH) return 'Your response is too long.';
	return undefined;
}

function resume(context: IWebhookFunctions, data: IDataObject): IWebhookResponseData {
	return { ...show(context, recordedPage()), workflowData: [[{ json: { data } }]] };
}

function show(context: IWebhookFunctions, html: string, status = 200): IWebhookResponseData {
	context
		.getResponseObject()
		.status(status)
		.set({
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': CONTENT_SECURITY_POLICY,
			'Cache-Control': 'no-store',
			// The URL contains the signature.
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		})
		.end(html);
	return { noWebhookResponse: true };
}

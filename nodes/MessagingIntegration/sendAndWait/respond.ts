import { type IRunExecutionData, type IWebhookFunctions, type IWebhookResponseData, NodeHelpers } from 'n8n-workflow';
import { type Fields, isObject } from '../../shared/values';
import { clocks } from '../../transport/clock';
import { filledForm, type FormElement, freeTextForm, readForm, valueOf } from './form';
import { approvalPage, CONTENT_SECURITY_POLICY, formPage, textPage } from './pages';
import { type Texts, textsFor } from './texts';

const HEADERS = {
	'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	// The URL contains the signature.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
};

/** Handles the link; n8n has verified its signature. A GET only shows a page: chat apps open links for previews. */
export async function respondToLink(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const texts = textsFor(this, this.getRequestObject().headers['accept-language']);
	try {
		return respond(this, texts);
	} catch {
		// n8n would end the execution if this function threw, even when a messaging app only fetches a preview.
		return show(this, textPage(texts, 'unavailable'), 500);
	}
}

function respond(context: IWebhookFunctions, texts: Texts): IWebhookResponseData {
	if (isOutdated(context)) return show(context, textPage(texts, 'outdated'), 410);
	const type = context.getNodeParameter('responseType', 'approval');
	if (type !== 'approval')
		return respondToForm(context, texts, type === 'freeText' ? freeTextForm(texts) : readForm(context));
	const body = postedBody(context);
	const canDecline = context.getNodeParameter('approvalOptions.values.approvalType', '') !== 'single';
	if (body?.approved === 'true' || (body?.approved === 'false' && canDecline))
		return resume(context, { approved: body.approved === 'true' }, texts);
	return show(context, approvalPage(texts, canDecline), body ? 422 : 200);
}

function respondToForm(context: IWebhookFunctions, texts: Texts, form: FormElement[]): IWebhookResponseData {
	const body = postedBody(context);
	const elements = body ? filledForm(form, body) : form;
	const isRefused = elements.some((element) => element.isRefused);
	if (!body || isRefused) return show(context, formPage(texts, elements), isRefused ? 422 : 200);
	return resume(context, Object.fromEntries(elements.map((element) => [element.outputName, valueOf(element)])), texts);
}

/** What a POST sends; undefined for a GET, which only shows the page. */
function postedBody(context: IWebhookFunctions): Fields | undefined {
	if (context.getRequestObject().method !== 'POST') return undefined;
	const posted: unknown = context.getBodyData();
	// n8n passes the fields of a multipart form under `data`, and nothing if there is no body.
	const fields = isObject(posted) ? posted : {};
	return isObject(fields.data) ? fields.data : fields;
}

/** n8n sends the page itself, and only if the execution still waits. */
function resume(context: IWebhookFunctions, data: object, texts: Texts): IWebhookResponseData {
	if (!recordAnswer(context)) return show(context, textPage(texts, 'outdated'), 410);
	context.getResponseObject().set(HEADERS);
	// A form element of this name keeps what the recipient entered.
	const respondedAt = new Date(clocks.current.now()).toISOString();
	const json = { data: { respondedAt, ...data } };
	return { webhookResponse: textPage(texts, 'recorded'), workflowData: [[{ json }]] };
}

function show(context: IWebhookFunctions, html: string, status = 200): IWebhookResponseData {
	context.getResponseObject().status(status).set(HEADERS).type('html').end(html);
	return { noWebhookResponse: true };
}

/** Whether the execution waits for another question. */
function isOutdated(webhook: IWebhookFunctions): boolean {
	const { question } = webhook.getQueryData() as Fields;
	// The types omit it. An expression could read it only by the node's name, which may contain anything.
	const { runExecutionData } = webhook as unknown as { runExecutionData: IRunExecutionData };
	const context = NodeHelpers.getContext(runExecutionData, 'node', webhook.getNode());
	return String(context.question) !== String(question);
}

/** After a response, others may reach the node for this long: n8n has read the execution before it was resumed. */
const OVERLAP_MS = 10_000;

/** The questions that were just answered, by execution, node and number. */
const answeredQuestions = new Set<string>();

/** Records the response to a question, once. If n8n cannot resume the execution, the question is open again. */
function recordAnswer(webhook: IWebhookFunctions): boolean {
	const { question } = webhook.getQueryData() as Fields;
	const key = [webhook.getExecutionId(), webhook.getNode().id, question].join(' ');
	if (answeredQuestions.has(key)) return false;
	answeredQuestions.add(key);
	const response = webhook.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) answeredQuestions.delete(key);
	});
	void clocks.current.sleep(OVERLAP_MS).then(() => answeredQuestions.delete(key));
	return true;
}

import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { joinSentences } from '../../shared/texts';
import { booleanOf } from '../../shared/values';
import { hintForListener } from '../registration/hooks';
import { isTest, readAccount, readFilters, readOptions, readVerification } from '../settings/settings';
import { claimDelivery, deduplicationKey } from './duplicates';
import { type DeliveredEvent, itemsOf, readEvents, shownHeaders } from './events';
import { ageLimit, messageFilter, textLimit } from './filters';
import { logHint, missingHint, NOT_JSON } from './hints';
import { mediaOf } from './media';
import { MARK } from './processedStore';
import { type Headers, readVerified, RefusedError } from './verify';

/** Verifies a delivery, then parses, filters and emits it. Without data, n8n responds with 200 and starts nothing. */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await accept(this, this.getHeaderData() as Headers).catch((error: unknown) => refuse(this, error));
}

async function accept(context: IWebhookFunctions, headers: Headers): Promise<IWebhookResponseData> {
	const verification = readVerification(context);
	const raw = await readVerified(context, headers, verification);
	const { names, countryCode } = await readAccount(context);
	const options = readOptions(context);
	const isListening = isTest(context);
	// Nobody knows what the test event of a service contains.
	const isAnyShown = isListening && options.sendTestEvent;
	const passes = isAnyShown ? () => true : messageFilter(readFilters(context), names.types, countryCode);
	const { isJson, events } = readEvents(raw, names, passes);
	const received = events.filter(hasMessages);
	if (received.length === 0) return {};
	let identity: string | undefined;
	// In the editor, every delivery is shown, including duplicates.
	if (!isListening && options.deduplicate) {
		const all = events.map(({ event }) => event);
		identity = deduplicationKey(headers, raw, all, options.deduplicateKey, verification.mode === 'hmac');
		if (!claim(context, identity)) return {};
	}
	const isAllowed = textLimit(context, isListening ? 0 : options.maxPerChat);
	const dated = ageLimit(isListening ? 0 : options.maxAge);
	const allowed = received
		.map((event) => ({ ...event, messages: event.messages.map(dated).filter(isAllowed) }))
		.filter(hasMessages);
	if (allowed.length === 0) return {};
	const headersOfItems = options.includeHeaders ? shownHeaders(headers, verification) : undefined;
	const isSimplified = booleanOf(context.getNodeParameter('simplify')) !== false;
	const { prepareBinaryData } = context.helpers;
	const file = isJson ? undefined : await prepareBinaryData(raw, 'delivery', 'application/octet-stream');
	const missing = isJson ? missingHint(allowed.flatMap(({ messages }) => messages)) : NOT_JSON;
	if (missing !== undefined) logHint(context, missing);
	const hint = joinSentences(hintForListener(context) ?? '', missing ?? '') || undefined;
	const stored = options.deduplicateInStore ? identity : undefined;
	const maxBytes = options.maxFileSize * 1_000_000;
	const items = allowed
		.flatMap((event) => itemsOf(event, isSimplified, headersOfItems))
		.map(({ json, messages }, index) => ({
			json,
			...(file && { binary: { data: file } }),
			[MARK]: {
				...(index === 0 && { identity: stored, hint }),
				files: options.downloadMedia ? mediaOf(messages, names, maxBytes) : [],
			},
		}));
	return { workflowData: [items as INodeExecutionData[]] };
}

const hasMessages = ({ messages }: DeliveredEvent) => messages.length > 0;

/** Claims a delivery until it has a response. Wraps `end`: Node has no event for it if the sender hangs up. */
function claim(context: IWebhookFunctions, identity: string): boolean {
	const complete = claimDelivery(context, identity);
	if (complete === undefined) {
		context.logger.info('Ignored a duplicate delivery', { node: context.getNode().name });
		return false;
	}
	const response = context.getResponseObject();
	const end = response.end.bind(response) as (...content: unknown[]) => typeof response;
	response.end = (...content: unknown[]) => {
		complete(response.statusCode < 300);
		return end(...content);
	};
	return true;
}

/** What the sender learns instead of the reason: strangers all learn the same. */
const RESPONSES: Record<number, string> = {
	401: 'The delivery does not contain a valid token or signature',
	503: 'The delivery could not be processed. Please try again later.',
};

/** Responds with an error. After a throw, n8n would start an execution; what is returned has the status 200. */
function refuse(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const status = error instanceof RefusedError ? error.status : 503;
	const what = status === 503 ? 'Could not process a delivery' : 'Rejected a delivery';
	const reason = `${what}: ${error instanceof Error ? error.message : String(error)}`;
	context.logger[status === 503 ? 'error' : 'warn'](reason, { node: context.getNode().name });
	const response = context.getResponseObject();
	response.status(status).json({ error: RESPONSES[status] ?? reason });
	return { noWebhookResponse: true };
}

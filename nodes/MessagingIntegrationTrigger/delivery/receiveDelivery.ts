import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { booleanOf } from '../../shared/values';
import { isTest, type Options, readAccount, readFilters, readOptions, readVerification } from '../settings/settings';
import { claimDelivery, deduplicationKey } from './duplicates';
import { type DeliveredEvent, itemsOf, readEvents, publicHeaders } from './events';
import { ageLimit, messageFilter, textLimit } from './filters';
import { deliveryHint } from './hints';
import { mediaOf } from './media';
import { MARK } from './processedStore';
import { type Headers, readVerified, RefusedError } from './verify';

/** Verifies a delivery, then parses, filters and emits it. Without data, n8n responds with 200 and starts nothing. */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await accept(this, this.getHeaderData() as Headers).catch((error: unknown) => refuse(this, error));
}

/** Passes on what the filters, the claim and the limits leave of a delivery; nothing if they leave no message. */
async function accept(context: IWebhookFunctions, headers: Headers): Promise<IWebhookResponseData> {
	const verification = readVerification(context);
	const raw = await readVerified(context, headers, verification);
	const { names, countryCode } = await readAccount(context);
	const options = readOptions(context);
	const isListening = isTest(context);
	// Nobody knows what the test event of a service contains.
	const isUnfiltered = isListening && options.sendTestEvent;
	const passes = isUnfiltered ? () => true : messageFilter(readFilters(context), names.types, countryCode);
	const { isJson, events } = readEvents(raw, names, passes);
	const passingEvents = events.filter(hasMessages);
	if (passingEvents.length === 0) return {};
	let identity: string | undefined;
	// In the editor, every delivery is shown, including duplicates.
	if (!isListening && options.deduplicate) {
		const eventBodies = events.map(({ event }) => event);
		identity = deduplicationKey(headers, raw, eventBodies, options.deduplicateKey, verification.mode === 'hmac');
		// Before the limits: a duplicate must not count as another text of its sender.
		if (!claim(context, identity)) return {};
	}
	const allowedEvents = isListening ? passingEvents : withinLimits(context, passingEvents, options);
	if (allowedEvents.length === 0) return {};
	const headersOfItems = options.includeHeaders ? publicHeaders(headers, verification) : undefined;
	const isSimplified = booleanOf(context.getNodeParameter('simplify')) !== false;
	const { prepareBinaryData } = context.helpers;
	const file = isJson ? undefined : await prepareBinaryData(raw, 'delivery', 'application/octet-stream');
	const hint = deliveryHint(context, isJson, allowedEvents);
	const storeIdentity = options.deduplicateInStore ? identity : undefined;
	const maxBytes = options.maxFileSize * 1_000_000;
	const items = allowedEvents
		.flatMap((event) => itemsOf(event, isSimplified, headersOfItems))
		.map(({ json, messages }, index) => ({
			json,
			...(file && { binary: { data: file } }),
			[MARK]: {
				...(index === 0 && { identity: storeIdentity, hint }),
				files: options.downloadMedia ? mediaOf(messages, names, maxBytes) : [],
			},
		}));
	return { workflowData: [items as INodeExecutionData[]] };
}

/** Applies the limits to the messages of events: the age first, since what has lost its address is no text to count. */
function withinLimits(context: IWebhookFunctions, events: DeliveredEvent[], options: Options): DeliveredEvent[] {
	const isAllowed = textLimit(context, options.maxPerChat);
	const withoutOldAddress = ageLimit(options.maxAge);
	return events
		.map(({ event, messages }) => ({ event, messages: messages.map(withoutOldAddress).filter(isAllowed) }))
		.filter(hasMessages);
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
	const headline = status === 503 ? 'Could not process a delivery' : 'Rejected a delivery';
	const reason = `${headline}: ${error instanceof Error ? error.message : String(error)}`;
	context.logger[status === 503 ? 'error' : 'warn'](reason, { node: context.getNode().name });
	const response = context.getResponseObject();
	response.status(status).json({ error: RESPONSES[status] ?? reason });
	return { noWebhookResponse: true };
}

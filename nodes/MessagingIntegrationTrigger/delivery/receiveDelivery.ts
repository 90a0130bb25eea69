import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { clocks } from '../../transport/clock';
import { storeContents } from './media';
import { deduplicatorFor, type DeliveryOutcome } from './deduplicator';
import { deduplicationKey } from './identity';
import { markItems } from './processedStore';
import { readBytes, refuse, RefusedError } from './refusal';
import { messageFilter } from '../events/filters';
import { readEvents } from '../events/events';
import { logHint, missingHint, recognizedHint } from '../events/hints';
import { itemsOf, shownHeaders } from '../events/items';
import { type MediaFile, mediaOf } from '../events/media';
import { readFieldNames, readSecret, readTokenHash } from '../verification/secrets';
import { withCountryCodes } from '../events/chatIds';
import { readTrigger, type Trigger, type Verification } from '../settings/settings';
import { checkSignature } from '../verification/signature';
import {
	checkToken,
	type Headers,
	missingHeader,
	singleHeader,
	TOKEN_HEADER,
} from '../verification/verification';

/**
 * Handles a delivery: verifies it, then parses, filters and emits it. It never throws; see `refuse`.
 * @returns the items; no data for a filtered or duplicate delivery, so that n8n responds with 200 and starts nothing
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await accept(this, readTrigger(this), this.getHeaderData() as Headers);
	} catch (error) {
		return refuse(this, error);
	}
}

async function accept(context: IWebhookFunctions, trigger: Trigger, headers: Headers) {
	const raw = await readVerified(context, trigger, headers);
	const { options, filters, verification } = trigger;
	const names = await readFieldNames(context);
	const chatIds = await withCountryCodes(context, filters.chatIds);
	const ignoreChatIds = await withCountryCodes(context, filters.ignoreChatIds);
	const passes = messageFilter({ ...filters, chatIds, ignoreChatIds }, names.message.types);
	const given = readEvents(raw, names.event);
	const events = (given ?? readEvents(Buffer.alloc(0), names.event) ?? [])
		.map(({ event, messages }) => ({ event, messages: messages.filter(passes) }))
		.filter(({ messages }) => messages.length > 0);
	if (events.length === 0) return {};
	let identity: string | undefined;
	// In the editor, show every delivery, including duplicates.
	if (options.deduplicate && !trigger.isTest) {
		const ids = signedIds(verification);
		identity = deduplicationKey(headers, raw, given, options.deduplicateKey, ids);
		const complete = await deduplicatorFor(context).claim(identity);
		if (complete === undefined) return {};
		completeWithResponse(context, complete);
	}
	const messages = given ? events.flatMap((each) => each.messages) : [];
	const missing = missingHint(messages, filters.ignoreOwnMessages);
	if (missing !== undefined) logHint(context, missing);
	const signatureHeader = verification.mode === 'hmac' ? verification.headerName : '';
	const shown = options.includeHeaders ? shownHeaders(headers, signatureHeader) : undefined;
	const storeBytes = async () =>
		await context.helpers.prepareBinaryData(raw, 'delivery', 'application/octet-stream');
	const binary = given ? {} : { binary: { data: await storeBytes() } };
	const items: Array<{ item: INodeExecutionData; files: MediaFile[] }> = [];
	for (const { json, messages } of events.flatMap((each) =>
		itemsOf(each, trigger.isSimplified, shown),
	)) {
		const item = { json, ...binary };
		const isRead = options.downloadMedia && given !== undefined;
		const files = isRead ? mediaOf(messages, names, options.maxFileBytes) : [];
		items.push({ item, files: await storeContents(context, item, files) });
	}
	const recognized = trigger.isTest ? recognizedHint(messages, names.message.types) : undefined;
	const marks = {
		identity: options.deduplicateInStore ? identity : undefined,
		hint: missing ?? recognized,
	};
	return { workflowData: [markItems(items, marks)] };
}

/**
 * Verifies a delivery and reads its body, not a stranger's; with HMAC, only next to the header.
 * @throws RefusedError 401 if it is not genuine, and those of `readBytes`; any other error if n8n fails
 */
async function readVerified(context: IWebhookFunctions, trigger: Trigger, headers: Headers) {
	const { verification } = trigger;
	const request = context.getRequestObject();
	if (verification.mode === 'headerToken') {
		requireHeader(headers, TOKEN_HEADER);
		reject(checkToken(headers, await readTokenHash(context, trigger)));
	}
	if (verification.mode !== 'hmac') return await readBytes(request);
	requireHeader(headers, verification.headerName);
	const secret = await readSecret(context, trigger);
	const raw = await readBytes(request);
	reject(checkSignature(headers, raw, { ...verification, secret }, clocks.current.now()));
	return raw;
}

/** Refuses strangers before anything that may fail, such as reading the credentials. */
function requireHeader(headers: Headers, name: string): void {
	if (singleHeader(headers, name) === undefined) reject(missingHeader(name));
}

function reject(reason: string | undefined): void {
	if (reason !== undefined) throw new RefusedError(401, reason);
}

/** Returns the headers that tell signed deliveries apart; undefined without signatures, where every ID header does. */
function signedIds(verification: Verification): string[] | undefined {
	if (verification.mode !== 'hmac') return undefined;
	return verification.signedContent === 'id.timestamp.body' ? [verification.idHeader] : [];
}

/**
 * Marks a delivery as processed only when n8n responds with 2xx. It wraps `end`: if the sender hangs up before,
 * `finish` never fires, and `close` does not show the outcome.
 */
function completeWithResponse(
	context: IWebhookFunctions,
	complete: (outcome: DeliveryOutcome) => void,
): void {
	const response = context.getResponseObject();
	const sendEnd = response.end;
	Object.assign(response, {
		end: (...content: unknown[]): unknown => {
			complete(response.statusCode >= 200 && response.statusCode < 300 ? 'processed' : 'failed');
			return Reflect.apply(sendEnd, response, content);
		},
	});
}

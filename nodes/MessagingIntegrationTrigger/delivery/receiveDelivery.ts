import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { booleanOf, isObject } from '../../shared/values';
import { clocks } from '../../transport/clock';
import { type DeliveredEvent, itemsOf, readEvents, shownHeaders } from './events';
import { chatLimit, messageFilter } from './filters';
import { logHint, missingHint, NOT_JSON } from './hints';
import { mediaOf } from './media';
import { isTest, readFilters, readOptions, readVerification, type Verification } from '../settings/settings';
import {
	checkSignature,
	checkToken,
	type Headers,
	missingHeader,
	singleHeader,
	TOKEN_HEADER,
} from '../verification/checks';
import { readAccount, readSecret, readTokenHash } from '../verification/credentials';
import { claimDelivery, deduplicationKey } from './duplicates';
import { markItems } from './processedStore';

/**
 * Verifies a delivery, then parses, filters and emits it. It never throws; see `refuse`.
 * @returns the items; no data for a filtered or duplicate delivery, so that n8n responds with 200 and starts nothing
 */
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
	const { isJson, events } = readEvents(raw, names.event, passes);
	const received = events.filter(hasMessages);
	if (received.length === 0) return {};
	let identity: string | undefined;
	// In the editor, every delivery is shown, including duplicates.
	if (!isListening && options.deduplicate) {
		const all = events.map(({ event }) => event);
		identity = deduplicationKey(headers, raw, all, options.deduplicateKey, signedIds(verification));
		if (!claim(context, identity)) return {};
	}
	const isAllowed = chatLimit(context, isListening ? 0 : options.maxPerChat);
	const wanted = received.map((each) => ({ ...each, messages: each.messages.filter(isAllowed) })).filter(hasMessages);
	if (wanted.length === 0) return {};
	const shown = options.includeHeaders ? shownHeaders(headers, verification) : undefined;
	const isSimplified = booleanOf(context.getNodeParameter('simplify', true)) !== false;
	const { prepareBinaryData } = context.helpers;
	const file = isJson ? undefined : await prepareBinaryData(raw, 'delivery', 'application/octet-stream');
	const maxBytes = options.maxFileSize * 1_000_000;
	const items = wanted
		.flatMap((event) => itemsOf(event, isSimplified, shown))
		.map(({ json, messages }) => ({
			item: { json, ...(file && { binary: { data: file } }) },
			files: options.downloadMedia ? mediaOf(messages, names, maxBytes) : [],
		}));
	const hint = isJson ? missingHint(wanted.flatMap(({ messages }) => messages)) : NOT_JSON;
	if (hint !== undefined) logHint(context, hint);
	return { workflowData: [markItems(items, { identity: options.deduplicateInStore ? identity : undefined, hint })] };
}

const hasMessages = ({ messages }: DeliveredEvent) => messages.length > 0;

/**
 * Claims a delivery until it has a response, whose status tells whether it was processed. It wraps `end`: Node has no
 * event for it if the sender hangs up. @returns false for a duplicate @throws as `claimDelivery`
 */
function claim(context: IWebhookFunctions, identity: string): boolean {
	const complete = claimDelivery(context, identity);
	if (complete === undefined) {
		context.logger.info('Ignored a duplicate delivery', { node: context.getNode().name });
		return false;
	}
	const response = context.getResponseObject();
	const end = response.end.bind(response) as (...content: unknown[]) => typeof response;
	response.end = (...content: unknown[]) => {
		complete(response.statusCode >= 200 && response.statusCode < 300);
		return end(...content);
	};
	return true;
}

/** Returns the body of a genuine delivery. @throws RefusedError for any other; another error if n8n fails */
async function readVerified(context: IWebhookFunctions, headers: Headers, verification: Verification) {
	const request = context.getRequestObject();
	if (verification.mode === 'none') return await readBytes(request);
	const name = verification.mode === 'hmac' ? verification.headerName : TOKEN_HEADER;
	// Refuses strangers before anything that may fail, such as reading the credentials.
	if (singleHeader(headers, name) === undefined) reject(missingHeader(name));
	if (verification.mode !== 'hmac') {
		reject(checkToken(headers, await readTokenHash(context)));
		return await readBytes(request);
	}
	const secret = await readSecret(context);
	const raw = await readBytes(request);
	reject(checkSignature(headers, raw, { ...verification, secret }, clocks.current.now()));
	return raw;
}

function reject(reason: string | undefined): void {
	if (reason !== undefined) throw new RefusedError(401, reason);
}

/** Returns the headers that tell signed deliveries apart; undefined without signatures: every ID header does. */
function signedIds(verification: Verification): string[] | undefined {
	if (verification.mode !== 'hmac') return undefined;
	return verification.signedContent === 'id.timestamp.body' ? [verification.idHeader] : [];
}

/** What the sender learns instead of the reason: strangers all learn the same. */
const RESPONSES: Record<number, string> = {
	401: 'The delivery does not contain a valid token or signature',
	503: 'The delivery could not be processed. Please try again later.',
};

/** A delivery that starts nothing. The message contains no value of the delivery. */
class RefusedError extends Error {
	constructor(
		readonly status: 400 | 401 | 413 | 415,
		message: string,
	) {
		super(message);
	}
}

/** Responds with an error. After a throw, n8n would start an execution; what is returned has the status 200. */
function refuse(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const status = error instanceof RefusedError ? error.status : 503;
	const what = status === 503 ? 'Could not process a delivery' : 'Rejected a delivery';
	const reason = `${what}: ${error instanceof Error ? error.message : String(error)}`;
	context.logger[status === 503 ? 'error' : 'warn'](reason, { node: context.getNode().name });
	context
		.getResponseObject()
		.status(status)
		.json({ error: RESPONSES[status] ?? reason });
	return { noWebhookResponse: true };
}

/** n8n's request. n8n itself reads JSON, text, XML and forms before it calls the node; the rest is read on demand. */
interface N8nRequest {
	contentType?: string;
	headers: Record<string, string | string[] | undefined>;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/** Reads the bytes of a delivery. @throws RefusedError if they are cut, too many, wrongly encoded or a form */
async function readBytes(request: N8nRequest): Promise<Buffer> {
	const { 'content-encoding': encoding = 'identity' } = request.headers;
	// n8n passes on the bytes of other encodings as they are, and those of forms not at all.
	if (request.contentType === 'multipart/form-data' || !['identity', 'gzip', 'deflate'].includes(String(encoding)))
		throw new RefusedError(415, 'n8n supports neither forms (multipart/form-data) nor its Content-Encoding');
	if (request.rawBody === undefined)
		await request.readRawBody?.().catch((error: unknown) => {
			throw isObject(error) && error.status === 413
				? new RefusedError(413, 'its body is larger than N8N_PAYLOAD_SIZE_MAX')
				: new RefusedError(400, 'its body is cut or does not fit its Content-Encoding');
		});
	return request.rawBody ?? Buffer.alloc(0);
}

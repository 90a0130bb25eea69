import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { clocks } from '../../transport/clock';
import { itemJson, passesFilters, readPayload, type Payload } from './events';
import { deduplicatorFor, type DeliveryOutcome, triggerKey } from './deduplicator';
import { deduplicationKey } from './identity';
import { markItems } from './processedStore';
import { isTest, readHmac, readOptions, readSecret, readTokenHashes } from '../settings/settings';
import { checkSignature } from '../verification/signature';
import { checkToken, type Headers } from '../verification/verification';

/** n8n's request; `rawBody` is set after reading. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/**
 * Handles a delivery: verifies its bytes, then parses, filters and emits it.
 *
 * @returns the items; no data for a filtered or duplicate delivery, so that n8n responds with 200 and starts nothing
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const headers = context.getHeaderData() as Headers;
	const raw = await rawBodyOf(context.getRequestObject());
	const rejection = await verify(context, headers, raw);
	if (rejection !== undefined) return reject(context, rejection);

	const options = readOptions(context);
	const payload = readPayload(raw);
	const items = await toItems(context, payload, headers);
	if (items.length === 0) return {};
	// In the editor, show every delivery, including duplicates.
	if (options.deduplicate && !isTest(context)) {
		const identity = deduplicationKey(
			headers,
			raw,
			payload,
			options.deduplicateKey,
			signedIdHeader(context),
		);
		const complete = await deduplicatorFor(triggerKey(context)).claim(identity);
		if (complete === undefined) return {};
		completeWithResponse(context, complete);
		if (options.deduplicateInStore) return { workflowData: [markItems(items, identity)] };
	}
	return { workflowData: [items] };
}

async function rawBodyOf(request: RawRequest): Promise<Buffer> {
	if (request.rawBody === undefined) await request.readRawBody?.();
	return request.rawBody ?? Buffer.alloc(0);
}

function isSigned(context: IWebhookFunctions): boolean {
	return context.getNodeParameter('verification', 'headerToken') === 'hmac';
}

function signedIdHeader(context: IWebhookFunctions): string | undefined {
	const { signedContent, idHeader } = readHmac(context);
	return isSigned(context) && signedContent === 'id.timestamp.body' ? idHeader : undefined;
}

/** Returns why a delivery is rejected; undefined if it is genuine or needs no verification. */
async function verify(
	context: IWebhookFunctions,
	headers: Headers,
	raw: Buffer,
): Promise<string | undefined> {
	if (context.getNodeParameter('verification', 'headerToken') === 'none') return undefined;
	if (!isSigned(context)) return checkToken(headers, await readTokenHashes(context));
	const settings = { ...readHmac(context), secret: await readSecret(context) };
	return checkSignature(headers, raw, settings, clocks.current.now());
}

/** Writes the response itself, because n8n would send a returned response with status 200. */
function reject(context: IWebhookFunctions, reason: string): IWebhookResponseData {
	context.logger.warn(`Rejected a delivery: ${reason}`, { node: context.getNode().name });
	const response = context.getResponseObject();
	response.status(401).json({ error: 'The delivery does not contain a valid token or signature' });
	return { noWebhookResponse: true };
}

async function toItems(
	context: IWebhookFunctions,
	payload: Payload,
	headers: Headers,
): Promise<INodeExecutionData[]> {
	const options = readOptions(context);
	const shown = options.includeHeaders ? headers : undefined;
	const signature = isSigned(context) ? readHmac(context).headerName : undefined;
	if ('bytes' in payload) {
		const type = 'application/octet-stream';
		const data = await context.helpers.prepareBinaryData(payload.bytes, 'delivery', type);
		return [{ json: shown ? itemJson({}, shown, signature) : {}, binary: { data } }];
	}
	return payload.events
		.filter((event) => passesFilters(event, options))
		.map((event) => ({ json: itemJson(event, shown, signature) }));
}

/**
 * Marks a delivery as processed only when n8n responds with 2xx, so that a retry after a failure is never dropped. It wraps `end`,
 * because the sender may hang up before n8n responds; then `finish` never fires and `close` does not show the outcome.
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

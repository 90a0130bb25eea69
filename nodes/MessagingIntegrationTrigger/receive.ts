import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { identityOf, itemJson, passes, readPayload, type Payload } from './delivery';
import { deliveriesOf, type Outcome } from './duplicates';
import { isTest, readHmac, readOptions, readVerification } from './settings';
import { type Headers, isGenuine } from './verification';

/** n8n's request: `rawBody` is the delivery byte for byte, once it was read. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/**
 * Takes a delivery: verifies its bytes, then reads, filters and emits it.
 *
 * @returns the items; no data (n8n then answers 200 and starts nothing) for one that is filtered out or was had before
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const headers = context.getHeaderData() as Headers;
	const raw = await rawBodyOf(context.getRequestObject());
	if (!isGenuine(headers, raw, await readVerification(context))) return refuse(context);

	const options = readOptions(context);
	const payload = readPayload(raw);
	const items = await toItems(context, payload, headers);
	if (items.length === 0) return {};
	// Someone who listens in the editor wants to see each delivery, also one that he has seen before.
	if (options.deduplicate && !isTest(context)) {
		const identity = identityOf(headers, raw, payload, options.deduplicateKey);
		const end = await deliveriesOf(triggerOf(context)).begin(identity);
		if (end === undefined) return {};
		endWithAnswer(context, end);
	}
	return { workflowData: [items] };
}

async function rawBodyOf(request: RawRequest): Promise<Buffer> {
	if (request.rawBody === undefined) await request.readRawBody?.();
	return request.rawBody ?? Buffer.alloc(0);
}

/** Written to the response here: what a node returns as an answer, n8n sends with status 200. */
function refuse(context: IWebhookFunctions): IWebhookResponseData {
	context.logger.warn('A delivery was refused: it does not carry the token or signature of this trigger', {
		node: context.getNode().name,
	});
	const response = context.getResponseObject();
	response.status(401).json({ error: 'The delivery does not carry the token or signature of this webhook' });
	return { noWebhookResponse: true };
}

async function toItems(
	context: IWebhookFunctions,
	payload: Payload,
	headers: Headers,
): Promise<INodeExecutionData[]> {
	const options = readOptions(context);
	const shown = options.includeHeaders ? headers : undefined;
	const isSigned = context.getNodeParameter('verification', 'headerToken') === 'hmac';
	const signature = isSigned ? readHmac(context).headerName : undefined;
	if ('bytes' in payload) {
		const type = 'application/octet-stream';
		const data = await context.helpers.prepareBinaryData(payload.bytes, 'delivery', type);
		return [{ json: shown ? itemJson({}, shown, signature) : {}, binary: { data } }];
	}
	return payload.events
		.filter((event) => passes(event, options))
		.map((event) => ({ json: itemJson(event, shown, signature) }));
}

function triggerOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}\n${context.getNode().id}`;
}

/** A delivery counts as had once it was answered 2xx, so that one that is sent again after a failure is never dropped. */
function endWithAnswer(context: IWebhookFunctions, end: (outcome: Outcome) => void): void {
	const response = context.getResponseObject();
	response.once('finish', () => {
		end(response.statusCode >= 200 && response.statusCode < 300 ? 'answered' : 'failed');
	});
	// Comes after `finish`, too, where it changes nothing any more.
	response.once('close', () => end('failed'));
}

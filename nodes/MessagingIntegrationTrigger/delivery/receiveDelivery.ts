import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { clocks } from '../../transport/clock';
import { itemJson, passes, readPayload, type Payload } from './events';
import { deduplicatorFor, type Outcome } from './deduplicator';
import { deduplicationKey } from './identity';
import { isTest, readHmac, readOptions, readSecret, readTokenHashes } from '../settings/settings';
import { checkSignature } from '../verification/signature';
import { checkToken, type Headers } from '../verification/verification';

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
	const refusal = await verify(context, headers, raw);
	if (refusal !== undefined) return refuse(context, refusal);

	const options = readOptions(context);
	const payload = readPayload(raw);
	const items = await toItems(context, payload, headers);
	if (items.length === 0) return {};
	// Someone who listens in the editor wants to see each delivery, also one that he has seen before.
	if (options.deduplicate && !isTest(context)) {
		const identity = deduplicationKey(headers, raw, payload, options.deduplicateKey, signedIdHeader(context));
		const end = await deduplicatorFor(triggerOf(context)).begin(identity);
		if (end === undefined) return {};
		endWithAnswer(context, end);
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

/** Why a delivery is refused; undefined when it is genuine, or when nothing has to be proved. */
async function verify(context: IWebhookFunctions, headers: Headers, raw: Buffer): Promise<string | undefined> {
	if (context.getNodeParameter('verification', 'headerToken') === 'none') return undefined;
	if (!isSigned(context)) return checkToken(headers, await readTokenHashes(context));
	const settings = { ...readHmac(context), secret: await readSecret(context) };
	return checkSignature(headers, raw, settings, clocks.current.now());
}

/** Written to the response here: what a node returns as an answer, n8n sends with status 200. */
function refuse(context: IWebhookFunctions, reason: string): IWebhookResponseData {
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
		.filter((event) => passes(event, options))
		.map((event) => ({ json: itemJson(event, shown, signature) }));
}

function triggerOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}\n${context.getNode().id}`;
}

/**
 * A delivery counts as had once n8n has answered it 2xx, so that one that is sent again after a failure is never dropped. n8n
 * answers when it has taken the delivery over, which may be long after the sender has hung up: then the response's `close` tells
 * nothing, and `finish` never comes. Only the call of `end` shows what n8n has made of it.
 */
function endWithAnswer(context: IWebhookFunctions, end: (outcome: Outcome) => void): void {
	const response = context.getResponseObject();
	const sendEnd = response.end;
	Object.assign(response, {
		end: (...content: unknown[]): unknown => {
			end(response.statusCode >= 200 && response.statusCode < 300 ? 'answered' : 'failed');
			return Reflect.apply(sendEnd, response, content);
		},
	});
}

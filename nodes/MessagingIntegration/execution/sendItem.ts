import {
	type DeclarativeRestApiSettings,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { NotStoredError } from '../../transport/response/notStored';
import type { ServiceResponse } from '../../transport/response/response';
import { type EarlierOutcome, rememberOutcome } from './earlierAttempts';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { ServiceError } from '../../transport/errors/failure';
import { retrySafety } from '../../transport/request/retryPolicy';
import { send } from '../../transport/request/send';
import { countOf } from '../../shared/plainValues';
import type { RunOptions } from './runOptions';

/** Sends the requests of one item through `send` and returns its output items without `pairedItem`. */
export type ItemTask = (item: ItemContext) => Promise<INodeExecutionData[]>;

export interface ItemContext {
	context: IExecuteSingleFunctions;
	/** The request that n8n built from the routing. */
	request: ServiceRequest;
	/** Maximum number of requests in flight for this item. */
	concurrency: number;
	send(request: ServiceRequest): Promise<ServiceResponse>;
}

/**
 * Sends one item and stores its outcome for a retry of the node.
 *
 * @returns the output items, each with its `pairedItem`
 * @throws the error of the task; after a write that was carried out, the error says so
 */
export async function sendItem(
	context: IExecuteSingleFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	options: RunOptions,
	task: ItemTask,
): Promise<INodeExecutionData[]> {
	const request = requestOf(requestData.options as IHttpRequestOptions);
	const sending = sendOnce(context, requestData, request, options, task);
	const mayResend = retrySafety(request.method) !== 'unsafe' || options.settings.retryWrites;
	const outcome = sending.then(
		(output): EarlierOutcome => ({ state: 'done', output }),
		(failure: unknown): EarlierOutcome | undefined =>
			mayResend || !isOutcomeUnknown(failure) ? undefined : { state: 'unknown', failure },
	);
	rememberOutcome(context, outcome);
	return await sending;
}

async function sendOnce(
	context: IExecuteSingleFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	request: ServiceRequest,
	{ concurrency, settings }: RunOptions,
	task: ItemTask,
): Promise<INodeExecutionData[]> {
	let isWriteCarriedOut = false;
	const sendRequest = async (each: ServiceRequest) => {
		const response = await send(context, each, settings);
		isWriteCarriedOut ||= retrySafety(each.method) !== 'safe';
		return response;
	};
	try {
		const items = await task({ context, request, concurrency, send: sendRequest });
		const received = await runPostReceive(context, requestData, items);
		// Not in copies: a list may have 100,000 records.
		for (const item of received) item.pairedItem = { item: context.getItemIndex() };
		return received;
	} catch (error) {
		throw isWriteCarriedOut ? afterWrite(context.getNode(), error) : (error as Error);
	}
}

/** Adds to an error that a request of the item was carried out. */
function afterWrite(node: INode, error: unknown): Error {
	if (error instanceof NotStoredError) {
		const { message: storageMessage } = error;
		return new ServiceError({ status: 200, storageMessage, attempts: 1, outcomeUnknown: true });
	}
	if (!(error instanceof ServiceError)) return new AfterWriteError(node, error);
	return new ServiceError({ ...error.failure, outcomeUnknown: true });
}

/** An error of this package after a write that was carried out, e.g. while n8n stored its file. */
class AfterWriteError extends NodeOperationError {
	constructor(node: INode, cause: unknown) {
		const { message, description } = cause as { message?: string; description?: unknown };
		const advice =
			'The service has already carried out the request. Check before you send it again.';
		super(node, message ?? String(cause), {
			description: typeof description === 'string' ? `${description} ${advice}` : advice,
		});
	}
}

function isOutcomeUnknown(failure: unknown): boolean {
	return (
		failure instanceof AfterWriteError ||
		(failure instanceof ServiceError && failure.failure.outcomeUnknown)
	);
}

/** Runs the operation's postReceive functions, which n8n skips for paginated requests. */
async function runPostReceive(
	context: IExecuteSingleFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	let output = items;
	for (const { actions } of requestData.postReceive) {
		for (const action of actions) {
			if (typeof action !== 'function') continue;
			output = await action.call(context, output, { body: {}, headers: {}, statusCode: 200 });
		}
	}
	return output;
}

function requestOf(options: IHttpRequestOptions): ServiceRequest {
	const { method = 'GET', url, qs, body, proxy, timeout, skipSslCertificateValidation } = options;
	return {
		method,
		path: url,
		query: qs,
		body,
		// n8n does not convert a text, which an expression may return.
		requestOptions: { proxy, timeout: countOf(timeout), skipSslCertificateValidation },
	};
}

import {
	type DeclarativeRestApiSettings,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { NotStoredError, type ServiceResponse } from '../../transport/response/response';
import { endedInFlight, type Outcome, type Outcomes } from './outcomes';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { ServiceError } from '../../transport/errors/failure';
import { retrySafety } from '../../transport/request/retryPolicy';
import { send, type SendSettings } from '../../transport/request/send';
import { countOf } from '../../shared/plainValues';

/** Sends the requests of one item through `send` and returns its output items without `pairedItem`. */
export type ItemTask = (item: ItemContext) => Promise<INodeExecutionData[]>;

export interface ItemContext {
	context: IExecuteSingleFunctions;
	/** The request that n8n built from the routing. */
	request: ServiceRequest;
	send(request: ServiceRequest): Promise<ServiceResponse>;
}

/**
 * Sends one item and stores its outcome for a retry.
 *
 * @returns the output items, each with its `pairedItem`
 * @throws the error of the task; after a write that was carried out, the error says so
 */
export async function sendItem(
	context: IExecuteSingleFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	settings: SendSettings,
	outcomes: Outcomes,
	task: ItemTask,
): Promise<INodeExecutionData[]> {
	const prepared = requestData.options as IHttpRequestOptions;
	const request = requestOf(prepared);
	let hasBegun = false;
	const onWaited = (ms: number) => {
		hasBegun = true;
		settings.onWaited?.(ms);
	};
	const onRetry = () => {
		// A write is only retried if it was certainly not carried out.
		hasBegun = false;
		settings.onRetry?.();
	};
	const observed = { ...settings, onWaited, onRetry };
	const sending = sendOnce(context, requestData, request, observed, task);
	const kind = kindOf(request, settings);
	const outcome = sending.then(
		(output): Outcome => ({ state: 'done', output }),
		(failure: unknown): Outcome | undefined => {
			if (kind !== 'write') return undefined;
			if (isOutcomeUnknown(failure)) return { state: 'unknown', failure };
			const isLost = hasBegun && settings.signal?.aborted;
			return isLost ? { state: 'unknown', failure: endedInFlight() } : undefined;
		},
	);
	outcomes.remember(context.getItemIndex(), prepared, kind, outcome);
	return await sending;
}

async function sendOnce(
	context: IExecuteSingleFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	request: ServiceRequest,
	settings: SendSettings,
	task: ItemTask,
): Promise<INodeExecutionData[]> {
	let isWriteCarriedOut = false;
	const sendRequest = async (each: ServiceRequest) => {
		const response = await send(context, each, settings);
		isWriteCarriedOut ||= retrySafety(each.method) !== 'safe';
		return response;
	};
	try {
		const items = await task({ context, request, send: sendRequest });
		const received = await runPostReceive(context, requestData, items);
		// Not in copies: a list may have 100,000 records.
		for (const item of received) item.pairedItem = { item: context.getItemIndex() };
		return received;
	} catch (error) {
		throw isWriteCarriedOut ? afterWrite(context.getNode(), error) : (error as Error);
	}
}

function kindOf({ method }: ServiceRequest, settings: SendSettings) {
	const safety = retrySafety(method);
	if (safety === 'safe') return 'read';
	return safety === 'unsafe' && !settings.retryWrites ? 'write' : 'repeatableWrite';
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

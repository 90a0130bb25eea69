import {
	type DeclarativeRestApiSettings,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import type { Answer } from './answer';
import { clocks } from './clock';
import { rememberOutcome } from './earlierTries';
import type { ServiceRequest } from './exchange';
import { ServiceError } from './failure';
import { kindOf, send } from './request';
import type { RunOptions } from './runOptions';

/** What an operation does with its turn: sends through `send`, and gives items without `pairedItem`. */
export type Work = (turn: Turn) => Promise<INodeExecutionData[]>;

export interface Turn {
	context: IExecutePaginationFunctions;
	/** The request as routing put it together. */
	request: ServiceRequest;
	/** How many requests of one item may be in flight. */
	concurrency: number;
	send(request: ServiceRequest): Promise<Answer>;
}

/**
 * Sends one item, and keeps what became of it for a retry of the node.
 *
 * @returns the items, each with its `pairedItem`
 * @throws what the work throws; after a write that was carried out, the error says so
 */
export async function sendItem(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	{ concurrency, settings }: RunOptions,
	work: Work,
): Promise<INodeExecutionData[]> {
	const request = requestOf(requestData.options as IHttpRequestOptions);
	let isWritten = false;
	const sendRequest = async (each: ServiceRequest) => {
		const answer = await send(context, each, settings, clocks.current);
		isWritten ||= kindOf(each.method) !== 'read';
		return answer;
	};
	try {
		const items = await work({ context, request, concurrency, send: sendRequest });
		const received = await runPostReceive(context, requestData, items);
		const output = received.map((item) => ({ ...item, pairedItem: { item: context.getItemIndex() } }));
		rememberOutcome(context, { state: 'done', output });
		return output;
	} catch (error) {
		const failure = isWritten ? afterWrite(context, error) : error;
		const isUncertain = isWritten || (failure instanceof ServiceError && failure.failure.mayHaveHappened);
		if (isUncertain && kindOf(request.method) === 'write' && !settings.retryWrites) {
			rememberOutcome(context, { state: 'uncertain', failure });
		}
		throw failure;
	}
}

/** An error that comes after the write of the item was carried out, for instance while its file is stored. */
function afterWrite(context: IExecutePaginationFunctions, error: unknown): unknown {
	if (error instanceof ServiceError) return new ServiceError({ ...error.failure, mayHaveHappened: true });
	const { description } = error as { description?: unknown };
	return new NodeOperationError(context.getNode(), error instanceof Error ? error : String(error), {
		description: `${typeof description === 'string' ? `${description} ` : ''}The service had already carried out the request: check before you send it again.`,
	});
}

/** Runs the operation's own postReceive functions, as n8n does for requests that it makes itself. */
async function runPostReceive(
	context: IExecutePaginationFunctions,
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
	return { method, path: url, query: qs, body, base: { proxy, timeout, skipSslCertificateValidation } };
}


import type {
	DeclarativeRestApiSettings,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { countOf, joinSentences, MAX_RECORDS, textOf } from '../../shared/values';
import { UserError } from '../../shared/userError';
import { canceled, failedItem, toNodeError } from '../../transport/errors/nodeErrors';
import { ServiceError } from '../../transport/errors/serviceError';
import { tooManyRecords } from '../../transport/lists/listErrors';
import { OtherCredentialsError } from '../../transport/request/account';
import { send } from '../../transport/request/send';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { NotStoredError, type ServiceResponse } from '../../transport/response/response';
import type { ItemContext } from '../input/field';
import { isToolCall } from './outcomes';
import { type PreparedItem, preparedItems } from './preSend';
import { recipientOf, toRecipient } from './run';
import { type ItemOptions, readOptions, type Turn } from './turns';

/** One item while its requests are sent. */
export interface ItemRequest {
	context: ItemContext;
	request: ServiceRequest;
	send(request: ServiceRequest): Promise<ServiceResponse>;
}

/** Sends the requests of an item and returns its output items without `pairedItem`. */
type Receive = (item: ItemRequest) => Promise<INodeExecutionData[]>;

type RequestData = Pick<DeclarativeRestApiSettings.ResultOptions, 'options'>;

/**
 * Makes a pagination function, the only hook of n8n's declarative engine that wraps every request. It runs one item
 * in its turn. An error is thrown with a summary of the run or, if the node continues on fail, an output item.
 */
export function runItem(receive: Receive) {
	return async ({ options }: RequestData): Promise<INodeExecutionData[]> => {
		const request = options as IHttpRequestOptions;
		const item = preparedItems.get(options);
		if (item === undefined) throw new Error('This request was not prepared by the node. Please report this.');
		const { run, context } = item;
		const itemIndex = context.getItemIndex();
		const signal = context.getExecutionCancelSignal();
		let turn: Turn | undefined;
		try {
			const settled = settle(item, request);
			if (Array.isArray(settled)) return settled;
			// If an expression fails, n8n stops before it has prepared all items. Then nothing may be sent.
			if (!run.continues) await run.prepared;
			turn = await run.turns.acquire(settled, signal);
			if (!run.isStopped) return await sendItem(item, request, settled, turn, receive);
		} catch (error) {
			if (!run.continues) run.fail(context, error);
			else if (signal?.aborted) return [failedItem(canceled(run.node), itemIndex)];
			else {
				const recipient = toRecipient(recipientOf(context), error);
				return [failedItem(toNodeError(run.node, error, itemIndex, recipient), itemIndex)];
			}
		} finally {
			turn?.end();
			if (run.finish()) {
				const tracing = {
					'messaging_integration.rate_limit_wait_ms': Math.round(run.waitedMs),
					'messaging_integration.retries': run.retries,
				};
				// Missing in old versions of n8n. In an AI tool call, the execution data belongs to the agent.
				if (!isToolCall(context)) context.setMetadata?.({ tracing });
				if (signal?.aborted && request.method !== 'GET') notifyUser(context, run.cancelSummary());
			}
		}
		throw await run.finalError(signal);
	};
}

/** Finds out how to send an item, which then counts as prepared, or returns its output from an earlier attempt. */
function settle(
	{ run, context, failure }: PreparedItem,
	request: IHttpRequestOptions,
): ItemOptions | INodeExecutionData[] {
	try {
		const earlier = run.outcomes.find(context.getItemIndex(), request);
		if (earlier?.output) {
			run.succeed(context);
			return earlier.output;
		}
		const options = readOptions(context, request.method);
		if (earlier !== undefined && !options.settings.retryWrites) {
			// Who retries a failed execution wants the other items to be sent.
			run.fail(context, earlier.failure, !earlier.isSaved);
			throw earlier.failure as Error;
		}
		if (failure !== undefined) throw failure as Error;
		return options;
	} catch (error) {
		run.reject(context, error);
		throw error as Error;
	} finally {
		run.countPrepared();
	}
}

/** Sends one item and stores its outcome for a retry. After a write that was carried out, an error says so. */
async function sendItem(
	{ context, run, buildRequest }: PreparedItem,
	prepared: IHttpRequestOptions,
	{ kind, settings }: ItemOptions,
	turn: Turn,
	receive: Receive,
): Promise<INodeExecutionData[]> {
	const item = context.getItemIndex();
	const end = run.outcomes.begin(item, prepared, kind);
	let isInFlight = false;
	let isCarriedOut = false;
	const observed = {
		...settings,
		account: context.account,
		onSend: (ms: number) => {
			isInFlight = true;
			turn.sent();
			run.waitedMs += ms;
		},
		onPause: (reason: string, ms: number) =>
			notifyUser(context, `${run.progress()}Waiting ${Math.ceil(ms / 1000)} s: ${reason}`),
		onRetry: (mayBeDone: boolean) => {
			isInFlight = mayBeDone;
			run.retries += 1;
		},
	};
	const sendRequest = async (request: ServiceRequest) => {
		const response = await send(context, request, observed);
		isCarriedOut = kind !== 'read';
		return response;
	};
	const itemRequest = () => ({ context, request: requestOf(prepared), send: sendRequest });
	try {
		const output = await receive(itemRequest()).catch(async (error: unknown) => {
			if (!(error instanceof OtherCredentialsError) || isCarriedOut) throw error;
			await buildRequest();
			return await receive(itemRequest());
		});
		if (output.length > MAX_RECORDS) throw tooManyRecords();
		// Not in copies: a list may have 100,000 records.
		for (const each of output) each.pairedItem = { item };
		end({ output });
		run.succeed(context);
		return output;
	} catch (error) {
		const failure = isCarriedOut ? afterWrite(error) : (error as Error);
		const isUnknown = failure instanceof ServiceError && failure.failure.outcomeUnknown;
		const isCanceled = isInFlight && settings.signal?.aborted;
		if (kind === 'write' && (isCarriedOut || isUnknown)) end({ failure });
		// A canceled write stays stored as in flight.
		else if (isCanceled && kind !== 'read') run.interrupted.push(context);
		else end();
		throw failure;
	}
}

/** Adds to an error that a request of the item was carried out. */
function afterWrite(error: unknown): Error {
	if (error instanceof ServiceError) return new ServiceError({ ...error.failure, outcomeUnknown: true });
	const { message = String(error), description } = error as Partial<UserError>;
	const problem = { kind: 'notStored', message } as const;
	if (error instanceof NotStoredError)
		return new ServiceError({ status: 200, problem, attempts: 1, outcomeUnknown: true });
	const advice = 'The service has already carried out the request. Check before you send it again.';
	return new UserError(message, joinSentences(textOf(description) ?? '', advice));
}

function requestOf(options: IHttpRequestOptions): ServiceRequest {
	const { method = 'GET', url, qs, body, proxy, timeout, skipSslCertificateValidation } = options;
	// n8n does not convert a text, which an expression may return.
	const requestOptions = { proxy, timeout: countOf(timeout), skipSslCertificateValidation };
	return { method, path: url, query: qs, body, requestOptions };
}

/** Writes to n8n's log and, in a manual run, to the browser console. Declarative nodes cannot show hints. */
function notifyUser(context: IExecuteSingleFunctions, text: string): void {
	context.logger.info(text, { node: context.getNode().name });
	(context as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
}

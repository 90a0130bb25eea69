import type { IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { countOf, MAX_RECORDS, textOf } from '../../shared/plainValues';
import { joinSentences } from '../../shared/text';
import { UserError } from '../../shared/userError';
import { ServiceError } from '../../transport/errors/serviceError';
import { OtherCredentialsError } from '../../transport/request/account';
import { tooManyRecords } from '../../transport/lists/listErrors';
import type { ServiceRequest } from '../../transport/request/serviceRequest';
import { type SendSettings, send } from '../../transport/request/send';
import { NotStoredError, type ServiceResponse } from '../../transport/response/response';
import { type ItemOptions, notifyUser } from './itemOptions';
import type { ItemContext } from '../input/field';
import type { PreparedItem } from './preSend';
import type { Turn } from './turns';

/** One item while its requests are sent. */
export interface ItemRequest {
	context: ItemContext;
	request: ServiceRequest;
	send(request: ServiceRequest): Promise<ServiceResponse>;
}

/** Sends the requests of an item and returns its output items without `pairedItem`. */
export type Receive = (item: ItemRequest) => Promise<INodeExecutionData[]>;

/** Sends one item and stores its outcome for a retry. After a write that was carried out, an error says so. */
export async function sendItem(
	{ context, run, prepareAgain }: PreparedItem,
	prepared: IHttpRequestOptions,
	{ kind, settings }: ItemOptions,
	turn: Turn,
	receive: Receive,
): Promise<INodeExecutionData[]> {
	const item = context.getItemIndex();
	const end = run.outcomes.begin(item, prepared, kind);
	let isInFlight = false;
	let isCarriedOut = false;
	const observed: SendSettings = {
		...settings,
		account: context.account,
		onSend: (ms) => {
			isInFlight = true;
			turn.sent();
			run.waitedMs += ms;
		},
		onPause: (reason, ms) =>
			notifyUser(context, `${run.progress()}Waiting ${Math.ceil(ms / 1000)} s: ${reason}`),
		onRetry: () => {
			// A write is only retried if it was certainly not carried out.
			isInFlight = false;
			run.retries += 1;
		},
	};
	const sendRequest = async (request: ServiceRequest) => {
		const response = await send(context, request, observed);
		isCarriedOut = kind !== 'read';
		return response;
	};
	try {
		const sendAll = () => receive({ context, request: requestOf(prepared), send: sendRequest });
		const output = await sendAll().catch(async (error: unknown) => {
			if (!(error instanceof OtherCredentialsError) || isCarriedOut) throw error;
			await prepareAgain();
			return await sendAll();
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
		else if (isCanceled && kind !== 'read') run.interrupt(context);
		else end();
		throw failure;
	}
}

/** Adds to an error that a request of the item was carried out. */
function afterWrite(error: unknown): Error {
	if (error instanceof ServiceError)
		return new ServiceError({ ...error.failure, outcomeUnknown: true });
	const { message = String(error), description } = error as Partial<UserError>;
	if (error instanceof NotStoredError)
		return new ServiceError({
			status: 200,
			storageMessage: message,
			attempts: 1,
			outcomeUnknown: true,
		});
	const advice = 'The service has already carried out the request. Check before you send it again.';
	return new UserError(message, joinSentences(textOf(description) ?? '', advice));
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

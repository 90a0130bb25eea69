import type {
	IDataObject,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	DeclarativeRestApiSettings,
} from 'n8n-workflow';
import type { Answer } from './answer';
import { clocks } from './clock';
import type { ServiceRequest } from './exchange';
import { canceled, failedItem, toNodeError } from './nodeErrors';
import { DEFAULT_SETTINGS, kindOf, send, type SendSettings } from './request';
import { type Run, runOf } from './run';

/** What an operation does with its turn: sends through `send`, and gives items without `pairedItem`. */
export type Work = (turn: Turn) => Promise<INodeExecutionData[]>;

export interface Turn {
	context: IExecutePaginationFunctions;
	/** The request as routing put it together. */
	request: ServiceRequest;
	/** How many requests of one item may be under way. */
	concurrency: number;
	send(request: ServiceRequest): Promise<Answer>;
}

/** Input that preSend refused; thrown when the item's turn comes, so that one place decides what a failure means. */
const refusals = new WeakMap<IHttpRequestOptions, Error>();

type PreSend = (
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
) => IHttpRequestOptions | void;

/**
 * Wraps a preSend function: what it throws stops the whole run before anything is sent.
 *
 * @param prepare changes the options in place, or returns others; throws NodeOperationError with a sentence for the user
 */
export function preSend(prepare: PreSend) {
	return async function (
		this: IExecuteSingleFunctions,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		if (refusals.has(options)) return options;
		try {
			return prepare.call(this, options) ?? options;
		} catch (error) {
			if (!this.continueOnFail()) runOf(this).stopped = true;
			refusals.set(options, error as Error);
			return options;
		}
	};
}

/**
 * Gives an item its turn: in order, as many at a time as its options say, none after a failure that stops the run.
 *
 * @param context n8n's context of the item, from a pagination function
 * @param requestData what routing put together
 * @param work what to do with the turn
 * @returns the items, each with its `pairedItem`; with continue-on-fail an item that carries the error
 * @throws NodeApiError or NodeOperationError with a sentence, advice, `itemIndex` and the account of what went
 */
export async function perform(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	work: Work,
): Promise<INodeExecutionData[]> {
	const run = runOf(context);
	const itemIndex = context.getItemIndex();
	const goesOn = context.continueOnFail();
	const prepared = requestData.options as IHttpRequestOptions;
	const method = prepared.method ?? 'GET';
	const { concurrency, settings } = readOptions(context, run, kindOf(method) === 'read');
	let failure: unknown = refusals.get(prepared);
	let release = () => {};
	try {
		release = await run.enter(concurrency, settings.signal);
		if (failure === undefined) {
			// n8n reports the item that failed; what the others give is then not looked at.
			if (run.holdsBack(goesOn)) return [];
			const items = await work({
				context,
				request: requestOf(prepared, method),
				concurrency,
				send: async (request) => await send(context, request, settings, clocks.current),
			});
			const output = await afterwards(context, requestData, items);
			run.succeed();
			return output.map((item) => ({ ...item, pairedItem: { item: itemIndex } }));
		}
	} catch (error) {
		failure = error;
		run.fail();
		run.stopped ||= !goesOn;
	} finally {
		release();
		// Missing in old versions of n8n.
		context.setMetadata?.({ tracing: run.figures() });
	}
	if (settings.signal?.aborted) throw canceled(context.getNode());
	if (goesOn) return [failedItem(toNodeError(context.getNode(), failure, itemIndex), itemIndex)];
	await run.settle();
	throw toNodeError(context.getNode(), failure, itemIndex, run.account(itemIndex));
}

/** Runs the operation's own postReceive functions, as n8n does for requests that it makes itself. */
async function afterwards(
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

function requestOf(options: IHttpRequestOptions, method: ServiceRequest['method']): ServiceRequest {
	const { url, qs, body, proxy, timeout, skipSslCertificateValidation } = options;
	return { method, path: url, query: qs, body, base: { proxy, timeout, skipSslCertificateValidation } };
}

/** Reads the collection `options` that every operation has. */
function readOptions(context: IExecutePaginationFunctions, run: Run, isRead: boolean) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const concurrency = Math.floor(Number(options.concurrency ?? (isRead ? 5 : 1)));
	const maxWait = Number(options.maxWait ?? DEFAULT_SETTINGS.maxWaitMs / 1000);
	const maxDuration = Number(options.maxDuration);
	const settings: SendSettings = {
		maxDurationMs: maxDuration > 0 ? maxDuration * 1000 : undefined,
		onRateLimit: options.onRateLimit === 'fail' ? 'fail' : 'wait',
		maxWaitMs: Number.isFinite(maxWait) && maxWait >= 0 ? maxWait * 1000 : DEFAULT_SETTINGS.maxWaitMs,
		retryWrites: options.retryWrites === true,
		signal: context.getExecutionCancelSignal(),
		onPause: (reason, ms) => tellUser(context, `Waiting ${Math.ceil(ms / 1000)} s: ${reason}`),
		onWaited: (ms) => (run.waitedMs += ms),
		onRepeat: () => (run.repeated += 1),
	};
	return { concurrency: concurrency >= 1 ? concurrency : 1, settings };
}

/** n8n's log, and the browser's console for who runs the workflow by hand: n8n's hints are not open to declarative nodes. */
function tellUser(context: IExecutePaginationFunctions, text: string): void {
	context.logger.info(text, { node: context.getNode().name });
	(context as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
}

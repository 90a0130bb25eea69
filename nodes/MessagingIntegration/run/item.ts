import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { countOf, textOf } from '../../shared/values';
import { clocks } from '../../transport/clock';
import { incomplete } from '../../transport/lists/listErrors';
import { CREDENTIAL_TYPE, parseCredentials, type ServiceCredentials } from '../../transport/credentials/credentials';
import { ServiceError } from '../../transport/errors/serviceError';
import { MAX_RECORDS, NotStoredError } from '../../transport/response';
import { DEFAULT_SETTINGS, send, type SendSettings } from '../../transport/request/send';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { retrySafety } from '../../transport/request/retryPolicy';
import { MAX_JSON_SIZE } from '../fields/options';
import type { ItemContext } from '../input/field';
import { outcomesFor, type RequestKind } from './outcomes';
import type { ItemOptions, PreparedItem, Task } from './runState';

/** The items of one run, and what they share. */
export type Run = ReturnType<typeof newRun>;

export function newRun(execution: IExecuteFunctions, most: number) {
	const node = execution.getNode();
	const items: PreparedItem[] = [];
	return {
		execution,
		node,
		items,
		total: Math.min(execution.getInputData().length, most),
		/** Whether the node continues on fail. */
		continues: execution.continueOnFail(),
		outcomes: outcomesFor(execution, node),
		/** Whether no further items are sent. */
		isStopped: false,
		waitedMs: 0,
		retries: 0,
		get succeeded() {
			return items.filter(({ output }) => output).length;
		},
		get isCanceled() {
			return execution.getExecutionCancelSignal()?.aborted === true;
		},
		/** Writes to n8n's log and, in a manual run, to the browser console. */
		notify(text: string) {
			execution.logger.info(text, { node: node.name });
			(execution as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
		},
	};
}

/** The context of one item. It evaluates each parameter once, and has the node of the run, which n8n copies. */
function itemContext(run: Run, index: number): ItemContext {
	const { execution, node } = run;
	const values = new Map<string, unknown>();
	let credentials: Promise<ServiceCredentials> | undefined;
	return Object.assign(Object.create(execution) as ItemContext, {
		getItemIndex: () => index,
		getNode: () => node,
		getInputData: () => execution.getInputData()[index],
		credentials: async () =>
			await (credentials ??= execution.getCredentials(CREDENTIAL_TYPE, index).then(parseCredentials)),
		getNodeParameter: (name: string, fallback?: never) => {
			const read = () => execution.getNodeParameter(name, index, fallback) as unknown;
			// A parameter that the node does not have is the fallback, which may differ between calls.
			if (node.parameters[name] === undefined) return read();
			if (!values.has(name)) values.set(name, read());
			return values.get(name);
		},
	});
}

/** Builds the request of an item, unless an earlier attempt has sent it. Records why it cannot be sent. */
export async function prepare(index: number, run: Run, task: Task): Promise<PreparedItem> {
	const context = itemContext(run, index);
	const item: PreparedItem = { context, index, kind: 'read' };
	try {
		await context.credentials();
		const request = await task.build(context);
		item.options = readOptions(context, request.method);
		item.kind = item.options.kind;
		item.request = { ...request, requestOptions: item.options.requestOptions };
	} catch (error) {
		item.failure = error;
		item.isInvalid = true;
	}
	const credentials = await context.credentials().catch(() => undefined);
	item.identity = credentials && run.outcomes.identify(credentials, item.request, context.file);
	const earlier = run.outcomes.find(item, item.options?.settings.retryWrites);
	const { output, failure } = earlier ?? item;
	// Who retries a failed execution wants the other items to be sent.
	const stops = failure !== undefined && !earlier?.isOfEarlierExecution;
	run.isStopped ||= stops && !run.continues;
	return { ...item, output, failure, isInvalid: item.isInvalid && !earlier };
}

/** Sends one item, and keeps its outcome, also for a retry. After a write that was carried out, an error says so. */
export async function sendItem(item: PreparedItem, run: Run, task: Task): Promise<void> {
	const { context, index, kind } = item;
	run.outcomes.begin(item);
	try {
		const settings = { ...observedSettings(item, run), credentials: await context.credentials() };
		const sendRequest = async (each: ServiceRequest) => {
			const response = await send(context, each, settings);
			item.isCarriedOut = kind !== 'read';
			return response;
		};
		const output = await task.returns({ context, request: item.request as ServiceRequest, send: sendRequest });
		if (output.length > MAX_RECORDS) throw incomplete.tooLong();
		// Not in copies: a list may have 100,000 records.
		for (const each of output) each.pairedItem = { item: index };
		item.output = output;
		run.outcomes.end(item, { output });
	} catch (error) {
		item.failure = item.isCarriedOut ? afterWrite(error) : error;
		run.isStopped ||= !run.continues;
		endFailed(item, run);
	}
}

function observedSettings(item: PreparedItem, run: Run): SendSettings {
	return {
		...(item.options as ItemOptions).settings,
		onSend: (waitedMs) => {
			item.onSend?.();
			item.isInFlight = true;
			run.waitedMs += waitedMs;
		},
		onPause: (reason, ms) => {
			const progress = run.total > 1 ? `${run.succeeded} of ${run.total} items are done. ` : '';
			run.notify(`${progress}Waiting ${Math.ceil(ms / 1000)} s: ${reason}`);
		},
		onRetry: (mayBeDone) => {
			item.isInFlight = mayBeDone;
			run.retries += 1;
		},
	};
}

/** Stores how a failed item ended, so that a retry does not repeat a write that may have been carried out. */
function endFailed(item: PreparedItem, run: Run): void {
	const { kind, failure, isInFlight, isCarriedOut } = item;
	item.isInterrupted = kind !== 'read' && isInFlight && !isCarriedOut && run.isCanceled;
	// A canceled write stays stored as in flight.
	if (item.isInterrupted) return;
	const isUnknown = kind === 'write' && failure instanceof ServiceError && failure.failure.outcomeUnknown;
	run.outcomes.end(item, isUnknown ? { failure } : undefined);
}

/** Adds to an error that a request of the item was carried out. */
function afterWrite(error: unknown): ServiceError {
	const kind = error instanceof NotStoredError ? 'notStored' : 'notProcessed';
	const problem = { kind, message: (error as Error).message } as const;
	const failure = error instanceof ServiceError ? error.failure : { status: 200, problem, attempts: 1 };
	return new ServiceError({ ...failure, outcomeUnknown: true });
}

/** Reads all options. The default concurrency is 5 for reads and 1 for writes. */
export function readOptions(context: IExecuteSingleFunctions, method: string): ItemOptions {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const retryWrites = options.retryWrites === true;
	const safety = retrySafety(method);
	const isRead = safety === 'safe';
	const kind: RequestKind = isRead ? 'read' : safety === 'unsafe' && !retryWrites ? 'write' : 'repeatableWrite';
	const maxWait = Number(options.maxWait ?? NaN);
	const maxDuration = Number(options.maxDuration);
	const maxJsonSize = Number(options.maxJsonSize);
	const settings: SendSettings = {
		maxDurationMs: maxDuration > 0 ? maxDuration * 1000 : undefined,
		maxTextBytes: maxJsonSize > 0 ? Math.min(maxJsonSize, MAX_JSON_SIZE) * 1_000_000 : undefined,
		onRateLimit: options.onRateLimit === 'fail' ? 'fail' : 'wait',
		maxWaitMs: maxWait >= 0 && maxWait < Infinity ? maxWait * 1000 : DEFAULT_SETTINGS.maxWaitMs,
		retryWrites,
		signal: context.getExecutionCancelSignal(),
	};
	return {
		kind,
		concurrency: Math.max(1, Math.floor(Number(options.concurrency ?? (isRead ? 5 : 1))) || 1),
		pauseMs: isRead ? undefined : readPause(options.pause as IDataObject | undefined),
		settings,
		requestOptions: readRequestOptions(context),
	};
}

/** Reads Request Options as n8n's `RoutingNode.runNode` reads them. */
function readRequestOptions(context: IExecuteSingleFunctions): ItemOptions['requestOptions'] {
	const { proxy, timeout, allowUnauthorizedCerts } = context.getNodeParameter('requestOptions', {}) as IDataObject;
	return {
		proxy: proxy ? parseProxy(String(proxy)) : undefined,
		timeout: countOf(timeout),
		skipSslCertificateValidation: allowUnauthorizedCerts ? true : undefined,
	};
}

/** Returns a random pause within the bounds of the option. A bound that is not set is the other one. */
function readPause(pause: IDataObject = {}): number | undefined {
	if (Object.keys(pause).length === 0) return undefined;
	const { min = pause.max, max = min } = pause;
	const [from, to] = [min, max].map((each) => Number(textOf(each) ?? NaN)) as [number, number];
	if (!(from >= 0 && from <= to && to < Infinity))
		throw new UserError(
			`The pause between items is invalid: from ${JSON.stringify(min)} to ${JSON.stringify(max)} seconds`,
			'Under Pause Between Items, enter two numbers of at least 0. Min Seconds must not be greater than Max Seconds.',
		);
	return (from + clocks.current.random() * (to - from)) * 1000;
}

function parseProxy(text: string): IHttpRequestOptions['proxy'] {
	try {
		const url = new URL(text);
		const [username, password] = [url.username, url.password].map(decodeURIComponent) as [string, string];
		const auth = username === '' ? {} : { auth: { username, password } };
		const defaultPort = { 'http:': 80, 'https:': 443 }[url.protocol];
		const port = Number(url.port || defaultPort);
		if (defaultPort) return { protocol: url.protocol.slice(0, -1), host: url.hostname, port, ...auth };
	} catch {
		// It is not a URL.
	}
	throw new UserError(
		'The proxy is not valid',
		'In the settings of the node, enter a URL such as http://proxy.example.com:3128 under Request Options → Proxy.',
	);
}

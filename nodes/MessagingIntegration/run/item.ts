import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CREDENTIAL_TYPE, parseCredentials, type ServiceCredentials } from '../../transport/credentials/credentials';
import { CanceledError } from '../../transport/clock';
import { ServiceError } from '../../transport/errors/serviceError';
import { incomplete } from '../../transport/lists/listErrors';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { send, type SendSettings } from '../../transport/request/send';
import { MAX_RECORDS } from '../../transport/lists/records';
import { NotStoredError, type ServiceResponse } from '../../transport/response';
import type { ItemContext, Prepared } from '../input/field';
import { requireAddresses } from '../input/recipients';
import { type ItemOptions, readOptions } from './options';
import { type Identified, outcomesFor } from './outcomes';

/** What an operation does with an item. */
export interface Task {
	/** Reads and checks the fields. @throws why the item cannot be sent */
	build(context: ItemContext): Promise<Prepared>;
	/** Sends the requests. @returns the output items, without `pairedItem` */
	returns(item: ItemRequest): Promise<INodeExecutionData[]>;
}

/** One item while its requests are sent. */
export interface ItemRequest extends Prepared {
	context: ItemContext;
	send(request: ServiceRequest): Promise<ServiceResponse>;
}

/**
 * How far an item is. `invalid`: nothing can be sent for it; `inFlight`: a request of it may have reached the service;
 * `carriedOut`: the service has carried out its write, or sent what it reads.
 */
type Progress = 'invalid' | 'ready' | 'inFlight' | 'carriedOut' | 'ended';

/** An item of a run. With an output or a failure it is done. */
export interface Item extends Identified {
	context: ItemContext;
	progress: Progress;
	prepared?: Prepared;
	options?: ItemOptions;
	output?: INodeExecutionData[];
	failure?: unknown;
	/** Begins the pause before the next item. */
	onSend?: () => void;
}

/** The items of one run, and what they share. */
export type Run = ReturnType<typeof newRun>;

/** Creates the state of a run, without items. @param maxItems how many of the input items it has at most */
export function newRun(execution: IExecuteFunctions, maxItems: number) {
	const node = execution.getNode();
	const items: Item[] = [];
	const stopping = new AbortController();
	const canceling = execution.getExecutionCancelSignal();
	const waiting = canceling ? AbortSignal.any([canceling, stopping.signal]) : stopping.signal;
	return {
		execution,
		node,
		items,
		/** The values of the parameters without an expression, which are the same for all items. */
		constants: new Map<string, unknown>(),
		total: Math.min(execution.getInputData().length, maxItems),
		/** Whether the node continues on fail. */
		continues: execution.continueOnFail(),
		outcomes: outcomesFor(execution, node),
		/** Aborted when no further items are sent: those that wait stop, those in flight go on. */
		waiting,
		get isStopped() {
			return waiting.aborted;
		},
		stop() {
			stopping.abort();
		},
		waitedMs: 0,
		retries: 0,
		get succeeded() {
			return items.filter(({ output }) => output).length;
		},
		get isCanceled() {
			return canceling?.aborted === true;
		},
		/** Writes to n8n's log and, in a manual run, to the browser console. */
		notify(text: string) {
			execution.logger.info(text, { node: node.name });
			(execution as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
		},
	};
}

const hasExpression = (parameter: unknown) => JSON.stringify(parameter).includes('"=');

/** The context of one item. It reads each parameter once, and has the node of the run, which n8n copies. */
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
			const parameter = node.parameters[name];
			const read = () => execution.getNodeParameter(name, index, fallback) as unknown;
			// A parameter that the node does not have is the fallback, which may differ between calls.
			if (parameter === undefined) return read();
			for (const cache of [run.constants, values]) if (cache.has(name)) return cache.get(name);
			const value = read();
			(hasExpression(parameter) ? values : run.constants).set(name, value);
			return value;
		},
	});
}

/** Checks an item and builds its request, unless an earlier attempt has sent it. Records why it cannot be sent. */
export async function prepare(index: number, run: Run, task: Task): Promise<Item> {
	const context = itemContext(run, index);
	const item: Item = { context, index, progress: 'ready', requestKind: 'read' };
	try {
		await context.credentials();
		item.prepared = await task.build(context);
		requireAddresses(item.prepared.request);
		item.options = readOptions(context, item.prepared.request.method);
		item.requestKind = item.options.requestKind;
	} catch (error) {
		item.failure = error;
		item.progress = 'invalid';
	}
	const credentials = await context.credentials().catch(() => undefined);
	// Only an item that can be sent has options.
	item.identity = credentials && run.outcomes.identify(credentials, item.options && item.prepared);
	const earlier = run.outcomes.find(item, item.options?.settings.retryWrites);
	if (earlier) {
		item.output = earlier.output;
		item.failure = earlier.failure;
		item.progress = 'ended';
	}
	// A user who retries a failed execution wants the other items to be sent, so an earlier failure stops nothing.
	if (item.failure !== undefined && !earlier?.isOfEarlierExecution && !run.continues) run.stop();
	return item;
}

/** Sends one item, and keeps its outcome, also for a retry. After a write that was carried out, an error says so. */
export async function sendItem(item: Item, run: Run, task: Task): Promise<void> {
	const { context, index, requestKind } = item;
	const [prepared, options] = [item.prepared as Prepared, item.options as ItemOptions];
	run.outcomes.begin(item);
	try {
		const settings = { ...observed(options.settings, item, run), credentials: await context.credentials() };
		const sendRequest = async (request: ServiceRequest) => {
			const response = await send(context, request, settings);
			item.progress = 'carriedOut';
			return response;
		};
		const complete = (await prepared.complete?.()) ?? prepared.request;
		const request = { ...complete, requestOptions: options.requestOptions };
		const output = await task.returns({ ...prepared, request, context, send: sendRequest });
		if (output.length > MAX_RECORDS) throw incomplete.tooLong();
		// Changes the items instead of copying them: a list may have 100,000 records.
		for (const outputItem of output) outputItem.pairedItem = { item: index };
		item.output = output;
		run.outcomes.end(item, { output });
	} catch (error) {
		const isUnsent = requestKind === 'read' || item.progress === 'ready';
		// The item waited while another one failed, so it was not sent.
		if (error instanceof CanceledError && isUnsent && !run.isCanceled) return run.outcomes.end(item);
		item.failure = requestKind !== 'read' && item.progress === 'carriedOut' ? afterWrite(error) : error;
		if (!run.continues) run.stop();
		endFailed(item, run);
	}
}

/** Returns the settings of a request with callbacks that record its progress in the item and the run. */
function observed(settings: SendSettings, item: Item, run: Run): SendSettings {
	const setProgress = (mayHaveArrived: boolean) => {
		// Of several requests, the first one is the write.
		if (item.progress !== 'carriedOut') item.progress = mayHaveArrived ? 'inFlight' : 'ready';
	};
	return {
		...settings,
		waiting: run.waiting,
		onSend: (waitedMs) => {
			item.onSend?.();
			setProgress(true);
			run.waitedMs += waitedMs;
		},
		onPause: (reason, ms) => {
			const done = run.total > 1 ? `${run.succeeded} of ${run.total} items are done. ` : '';
			run.notify(`${done}Waiting ${Math.ceil(ms / 1000)} s: ${reason}`);
		},
		onRetry: (mayBeDone) => {
			setProgress(mayBeDone);
			run.retries += 1;
		},
	};
}

/** Stores how a failed item ended, so that a retry does not repeat a write that may have been carried out. */
function endFailed(item: Item, run: Run): void {
	const { requestKind, failure } = item;
	// A canceled write stays in flight, also for a retry.
	if (requestKind !== 'read' && item.progress === 'inFlight' && run.isCanceled) return;
	item.progress = 'ended';
	const isUnknown = requestKind === 'write' && failure instanceof ServiceError && failure.failure.outcomeUnknown;
	run.outcomes.end(item, isUnknown ? { failure: failure.failure } : undefined);
}

/** Adds to an error that a request of the item was carried out. */
function afterWrite(error: unknown): ServiceError {
	const kind = error instanceof NotStoredError ? 'notStored' : 'notProcessed';
	const problem = { kind, message: (error as Error).message } as const;
	const failure = error instanceof ServiceError ? error.failure : { status: 200, problem, attempts: 1 };
	return new ServiceError({ ...failure, outcomeUnknown: true }, error instanceof ServiceError ? error.cause : error);
}

import type { INodeExecutionData } from 'n8n-workflow';
import { joinSentences, MAX_RECORDS, textOf } from '../../shared/values';
import { UserError } from '../../shared/userError';
import { ServiceError } from '../../transport/errors/serviceError';
import { tooManyRecords } from '../../transport/lists/listErrors';
import { readCredentials } from '../../transport/credentials/credentials';
import { send, type SendSettings } from '../../transport/request/send';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { NotStoredError } from '../../transport/response/response';
import type { ItemContext } from '../input/field';
import { type ItemOptions, readOptions } from './itemOptions';
import type { Identity, ItemSending } from './outcomes';
import type { Run, Task } from './runState';

/** An item that was checked. It has an output already, or cannot be sent, or has a request and options. */
export interface PreparedItem {
	context: ItemContext;
	request?: ServiceRequest;
	options?: ItemOptions;
	identity?: Identity;
	output?: INodeExecutionData[];
	failure?: unknown;
}

/** The context of one item. It evaluates each parameter once, and has the node of the run, which n8n copies. */
export function itemContext(run: Run, index: number): ItemContext {
	const { execution, node, hints } = run;
	const values = new Map<string, unknown>();
	const own = {
		recipient: undefined,
		file: undefined,
		addHint: (message: string) => void hints.add(message),
		getItemIndex: () => index,
		getNode: () => node,
		getInputData: () => execution.getInputData()[index],
		getCredentials: async (type: string) => await execution.getCredentials(type, index),
		ownCredentials: undefined,
		credentials: async () => context.ownCredentials ?? (run.credentials ??= await readCredentials(context)),
		getNodeParameter: (name: string, fallback?: never) => {
			const read = () => execution.getNodeParameter(name, index, fallback) as unknown;
			// A parameter that the node does not have is the fallback, which may differ between calls.
			if (node.parameters[name] === undefined) return read();
			if (!values.has(name)) values.set(name, read());
			return values.get(name);
		},
	};
	const context: ItemContext = Object.assign(Object.create(execution) as ItemContext, own);
	return context;
}

/** Reads an item's own credentials. @returns whether they are other ones than so far, because of an expression */
async function readOwnCredentials(context: ItemContext): Promise<boolean> {
	const before = await context.credentials().catch(() => undefined);
	const own = await readCredentials(context);
	const isOther = JSON.stringify(before) !== JSON.stringify(own);
	context.ownCredentials = isOther ? own : before;
	return isOther;
}

/** Builds the request of an item, unless an earlier attempt has sent it. Records why it cannot be sent. */
export async function prepare(context: ItemContext, run: Run, task: Task): Promise<PreparedItem> {
	const item: PreparedItem = { context };
	const build = async () => {
		const request = await task.build(context);
		item.options = readOptions(context, request.method);
		item.request = { ...request, requestOptions: item.options.requestOptions };
	};
	item.failure = await failureOf(build);
	// With its own credentials, the item may be valid.
	const hasOwn = item.failure !== undefined && (await readOwnCredentials(context).catch(() => false));
	if (hasOwn) item.failure = await failureOf(build);
	const credentials = await context.credentials().catch(() => undefined);
	item.identity = credentials && run.outcomes.identify(credentials, item.request, context.file);
	const earlier = run.outcomes.find(context.getItemIndex(), item.identity);
	if (earlier?.output) {
		run.succeed(context);
		return { ...item, output: earlier.output };
	}
	if (earlier && !item.options?.settings.retryWrites) {
		// Who retries a failed execution wants the other items to be sent.
		run.fail(context, earlier.failure, false, !earlier.isOfEarlierExecution);
		return { ...item, failure: earlier.failure };
	}
	if (item.failure !== undefined) run.fail(context, item.failure, true);
	return item;
}

const failureOf = async (work: () => Promise<void>): Promise<unknown> =>
	await work().catch((error: unknown) => error ?? new Error('Unknown error'));

/** What is known of an item's requests while they are sent. */
interface Sending extends ItemSending {
	context: ItemContext;
	settings: SendSettings;
	/** Whether the last attempt of a request may have reached the service. */
	isInFlight: boolean;
	/** Whether the service carried out a write. */
	isCarriedOut: boolean;
}

/** Sends one item and stores its outcome for a retry. After a write that was carried out, an error says so. */
export async function sendItem(
	{ context, request: prepared, options, identity }: PreparedItem,
	run: Run,
	task: Task,
	onSend: () => void,
): Promise<INodeExecutionData[]> {
	if (prepared === undefined || options === undefined) throw new Error('The item has no request');
	const { kind, settings } = options;
	const index = context.getItemIndex();
	const sending: Sending = { index, identity, kind, context, settings, isInFlight: false, isCarriedOut: false };
	run.outcomes.begin(sending);
	try {
		const { requestOptions } = prepared;
		const isOther = await readOwnCredentials(context);
		const request = isOther ? { ...(await task.build(context)), requestOptions } : prepared;
		const observed = observe(sending, run, onSend);
		const sendRequest = async (each: ServiceRequest) => {
			const response = await send(context, each, observed);
			sending.isCarriedOut = kind !== 'read';
			return response;
		};
		const output = await task.returns({ context, request, send: sendRequest });
		if (output.length > MAX_RECORDS) throw tooManyRecords();
		// Not in copies: a list may have 100,000 records.
		for (const each of output) each.pairedItem = { item: index };
		run.outcomes.end(sending, { output });
		return output;
	} catch (error) {
		throw endFailed(sending, run, error);
	}
}

/** Returns the settings with which a request is sent, and which tell the run how far it is. */
function observe(sending: Sending, run: Run, onSend: () => void): SendSettings {
	return {
		...sending.settings,
		credentials: sending.context.ownCredentials,
		onSend: (waitedMs) => {
			sending.isInFlight = true;
			onSend();
			run.waitedMs += waitedMs;
		},
		onPause: (reason, ms) => {
			const progress = run.total > 1 ? `${run.succeeded} of ${run.total} items are done. ` : '';
			run.notify(`${progress}Waiting ${Math.ceil(ms / 1000)} s: ${reason}`);
		},
		onRetry: (mayBeDone) => {
			sending.isInFlight = mayBeDone;
			run.retries += 1;
		},
	};
}

/** Stores how a failed item ended. @returns the error to report */
function endFailed(sending: Sending, run: Run, error: unknown): unknown {
	const { kind, isInFlight, isCarriedOut, settings } = sending;
	const failure = isCarriedOut ? afterWrite(error) : error;
	const isUnknown = failure instanceof ServiceError && failure.failure.outcomeUnknown;
	const isInterrupted = isInFlight && kind !== 'read' && settings.signal?.aborted;
	if (kind === 'write' && (isCarriedOut || isUnknown)) run.outcomes.end(sending, { failure });
	// A canceled write stays stored as in flight.
	else if (isInterrupted) run.interrupted.push(sending.context);
	else run.outcomes.end(sending);
	return failure;
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

import type { INodeExecutionData } from 'n8n-workflow';
import { textOf } from '../../shared/values';
import { joinSentences } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { ServiceError } from '../../transport/errors/serviceError';
import { incomplete, MAX_RECORDS } from '../../transport/lists/listErrors';
import { readCredentials } from '../../transport/credentials/credentials';
import { send, type SendSettings } from '../../transport/request/send';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { NotStoredError } from '../../transport/response';
import type { ItemContext } from '../input/field';
import { type ItemOptions, readOptions } from './itemOptions';
import type { ItemSending } from './outcomes';
import { isCanceled, type Run, type Task } from './runState';

/** An item that was checked. It has an output already, or cannot be sent, or has a request and options. */
export interface PreparedItem extends ItemSending {
	context: ItemContext;
	request?: ServiceRequest;
	options?: ItemOptions;
	output?: INodeExecutionData[];
	failure?: unknown;
	/** Whether the last attempt of a request may have reached the service. */
	isInFlight?: boolean;
	/** Whether the service carried out a write. */
	isCarriedOut?: boolean;
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
	const item: PreparedItem = { context, index: context.getItemIndex(), kind: 'read', identity: undefined };
	const build = async () => {
		const request = await task.build(context);
		const options = readOptions(context, request.method);
		Object.assign(item, {
			options,
			kind: options.kind,
			request: { ...request, requestOptions: options.requestOptions },
		});
	};
	item.failure = await failureOf(build);
	// With its own credentials, the item may be valid.
	const hasOwn = item.failure !== undefined && (await readOwnCredentials(context).catch(() => false));
	if (hasOwn) item.failure = await failureOf(build);
	const credentials = await context.credentials().catch(() => undefined);
	item.identity = credentials && run.outcomes.identify(credentials, item.request, context.file);
	const earlier = run.outcomes.find(item);
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

/** Sends one item and stores its outcome for a retry. After a write that was carried out, an error says so. */
export async function sendItem(
	item: PreparedItem,
	run: Run,
	task: Task,
	onSend: () => void,
): Promise<INodeExecutionData[]> {
	const { context, index, kind } = item;
	const prepared = item.request as ServiceRequest;
	run.outcomes.begin(item);
	try {
		const { requestOptions } = prepared;
		const isOther = await readOwnCredentials(context);
		const request = isOther ? { ...(await task.build(context)), requestOptions } : prepared;
		const settings = observedSettings(item, run, onSend);
		const sendRequest = async (each: ServiceRequest) => {
			const response = await send(context, each, settings);
			item.isCarriedOut = kind !== 'read';
			return response;
		};
		const output = await task.returns({ context, request, send: sendRequest });
		if (output.length > MAX_RECORDS) throw incomplete.tooLong();
		// Not in copies: a list may have 100,000 records.
		for (const each of output) each.pairedItem = { item: index };
		run.outcomes.end(item, { output });
		return output;
	} catch (error) {
		throw endFailed(item, run, error);
	}
}

/** Returns the settings with which a request is sent, and which tell the run how far it is. */
function observedSettings(item: PreparedItem, run: Run, onSend: () => void): SendSettings {
	return {
		...(item.options as ItemOptions).settings,
		credentials: item.context.ownCredentials,
		onSend: (waitedMs) => {
			item.isInFlight = true;
			onSend();
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

/** Stores how a failed item ended. @returns the error to report */
function endFailed(item: PreparedItem, run: Run, error: unknown): unknown {
	const { kind, isInFlight, isCarriedOut } = item;
	const failure = isCarriedOut ? afterWrite(error) : error;
	const isUnknown = failure instanceof ServiceError && failure.failure.outcomeUnknown;
	if (kind === 'write' && (isCarriedOut || isUnknown)) run.outcomes.end(item, { failure });
	// A canceled write stays stored as in flight.
	else if (isInFlight && kind !== 'read' && isCanceled(run)) run.interrupted.push(item.context);
	else run.outcomes.end(item);
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

import { createHash } from 'crypto';
import {
	type IDataObject,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { type Failure, ServiceError } from '../../transport/errors/failure';
import { UserError } from '../../shared/userError';
import { inputItems } from './itemContext';

/** How an item ended in an earlier attempt of the node, so that the next attempt does not send it again. */
export type Outcome =
	| { state: 'done'; output: INodeExecutionData[] }
	/** A write that failed but may have been carried out. `isSaved`: in an earlier execution. */
	| { state: 'unknown'; failure: unknown; isSaved?: boolean };

/**
 * A write as n8n saves it with a failed execution. Neither output nor error: it was in flight when the execution ended.
 * Short, because all items of a broadcast may be saved.
 */
interface SavedOutcome {
	/** Hash of the node's parameters. */
	parameters: string;
	/** Hash of the item's request. */
	request: string;
	output?: Array<Pick<INodeExecutionData, 'json' | 'binary'>>;
	failure?: Failure;
	error?: { message: string; description?: string | null };
}

/** Options that say how to send, not what: a retry with other ones sends nothing twice. */
const SENDING_OPTIONS = new Set([
	'concurrency',
	'limitWaitTime',
	'maxDuration',
	'maxJsonSize',
	'maxWait',
	'onRateLimit',
	'retryWrites',
]);

/** Where n8n keeps them: in the metadata of the node's execution data. */
const KEY = 'messagingIntegration';

/**
 * The outcomes of the items of one input. An attempt by Retry On Fail finds them in memory. A retry of the failed execution
 * finds those of writes in the node's execution data, where they are until all items have succeeded.
 */
export class Outcomes {
	/** Undefined: the item may be sent again. */
	private readonly attempted = new Map<number, Promise<Outcome | undefined>>();

	private readonly parameters: string;

	private readonly saved: Record<string, SavedOutcome>;

	/**
	 * @param executeData n8n's execution data of the node; undefined if it belongs to an agent
	 * @param isKept whether n8n fails the execution with this node, so that it can be retried
	 */
	constructor(
		private readonly node: INode,
		private readonly executeData: { metadata?: object } | undefined,
		private readonly isKept: boolean,
	) {
		const { options, requestOptions: _requestOptions, ...parameters } = node.parameters;
		const contents = Object.entries(options ?? {}).filter(([name]) => !SENDING_OPTIONS.has(name));
		this.parameters = shortHash([parameters, contents]);
		const metadata = executeData?.metadata as Record<string, typeof this.saved> | undefined;
		this.saved = metadata?.[KEY] ?? {};
		if (!isKept) this.complete();
	}

	/**
	 * Returns the outcome of an item in an earlier attempt, when it has ended; undefined if the item may be sent. In a retried
	 * execution, an item is the same if the node's parameters or its request are: expressions such as `$now` change the request.
	 * n8n never changes the input of a retried execution.
	 */
	async find(index: number, request?: IHttpRequestOptions): Promise<Outcome | undefined> {
		// Awaited for every item, so that the items stay in their order.
		const outcome = await this.attempted.get(index);
		if (this.attempted.has(index)) return outcome;
		const saved = this.saved[index];
		if (saved === undefined) return undefined;
		const isSame =
			saved.parameters === this.parameters || (request && saved.request === hashOf(request));
		return isSame ? this.restore(saved, index) : undefined;
	}

	/**
	 * Stores the outcome of an item for later attempts. It is a promise because n8n can start the next attempt while the item is
	 * in flight: a failed expression ends an attempt at once.
	 *
	 * @param kind what may be done if the outcome is unknown: reads are always repeated in a retried execution
	 */
	remember(
		index: number,
		request: IHttpRequestOptions,
		kind: 'read' | 'repeatableWrite' | 'write',
		outcome: Promise<Outcome | undefined>,
	): void {
		this.attempted.set(index, outcome);
		delete this.saved[index];
		if (!this.isKept || kind === 'read') return;
		const entry: SavedOutcome = { parameters: this.parameters, request: hashOf(request) };
		if (kind === 'write') this.save(index, entry);
		void outcome.then((ended) => {
			if (ended === undefined) delete this.saved[index];
			else this.save(index, { ...entry, ...toSaved(ended) });
		});
	}

	/** Removes the outcomes from the execution data: this node does not fail the execution. Those in memory remain. */
	complete(): void {
		if (this.executeData?.metadata) delete (this.executeData.metadata as IDataObject)[KEY];
	}

	private save(index: number, entry: SavedOutcome): void {
		this.saved[index] = entry;
		if (this.executeData !== undefined)
			this.executeData.metadata = { ...this.executeData.metadata, [KEY]: this.saved };
	}

	private restore({ output, failure, error }: SavedOutcome, item: number): Outcome {
		if (output !== undefined)
			return { state: 'done', output: output.map((each) => ({ ...each, pairedItem: { item } })) };
		return { state: 'unknown', isSaved: true, failure: toError(this.node, failure, error) };
	}
}

function toSaved(outcome: Outcome): Partial<SavedOutcome> {
	if (outcome.state === 'done') {
		return {
			output: outcome.output.map(({ json, binary }) => ({ json, ...(binary && { binary }) })),
		};
	}
	const { failure } = outcome;
	if (failure instanceof ServiceError) return { failure: failure.failure };
	const { message, description } = failure as NodeOperationError;
	return { error: { message, description } };
}

function toError(node: INode, failure: Failure | undefined, error: SavedOutcome['error']): Error {
	if (failure !== undefined) return new ServiceError(failure);
	if (error !== undefined) {
		const { message, description } = error;
		return new NodeOperationError(node, message, { description: description ?? undefined });
	}
	return endedInFlight();
}

/** The error of a write that was in flight when the execution ended, e.g. because it was canceled. */
export function endedInFlight(): UserError {
	return new UserError(
		'The execution ended before the service responded',
		'The request may have been carried out. Check before you send it again.',
	);
}

/** Hash of what a request sends. */
function hashOf({ method, url, qs, body }: IHttpRequestOptions): string {
	return shortHash([method, url, qs, body]);
}

function shortHash(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64').slice(0, 12);
}

const known = new WeakMap<object, WeakMap<object, Map<string, Outcomes>>>();

/**
 * Returns the outcomes of the node's earlier attempts over these input items. n8n passes the same objects to every attempt, both
 * in executions and in AI tool calls, where the execution data belongs to the agent.
 */
export function outcomesFor(context: IExecuteSingleFunctions): Outcomes {
	const node = context.getNode();
	const executeData = context.getExecuteData();
	const input = inputItems(context)?.[0]?.json ?? executeData;
	const byInput = known.get(executeData) ?? new WeakMap<object, Map<string, Outcomes>>();
	known.set(executeData, byInput);
	const byNode = byInput.get(input) ?? new Map<string, Outcomes>();
	byInput.set(input, byNode);
	const own = isToolCall(context) ? undefined : executeData;
	const isKept = own !== undefined && !context.continueOnFail();
	const outcomes = byNode.get(node.id) ?? new Outcomes(node, own, isKept);
	byNode.set(node.id, outcomes);
	return outcomes;
}

/** Whether an agent runs the node as a tool. Then the execution data may belong to the agent, and errors to the model. */
export function isToolCall(context: IExecuteSingleFunctions): boolean {
	const { name, type } = context.getNode();
	return context.getExecuteData().node.name !== name || type.endsWith('Tool');
}

import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import type { Failure } from '../../transport/errors/causes';
import { ServiceError } from '../../transport/errors/serviceError';
import { sha256 } from '../../shared/values';
import { UserError } from '../../shared/userError';
import type { RequestKind } from './turns';

/** How an item ended in an earlier attempt of the node, so that the next attempt does not send it again. */
interface ItemOutcome {
	output?: INodeExecutionData[];
	/** Of a write that failed but may have been carried out. */
	failure?: unknown;
	/** Whether an earlier execution sent the item. */
	isSaved?: boolean;
}

/** A write as n8n saves it with a failed execution; it was in flight if it has neither output nor error. */
interface SavedOutcome {
	/** Hashes of the node's parameters and of the item's request. */
	parameters: string;
	request: string;
	output?: Array<Pick<INodeExecutionData, 'json' | 'binary'>>;
	failure?: Failure;
	error?: { message: string; description?: string };
}

/** Options that say how to send, not what: a retry with other ones sends nothing twice. */
const SENDING_OPTIONS = /^(concurrency|limitWaitTime|maxDuration|maxJsonSize|maxWait|onRateLimit|pause|retryWrites)$/;

const KEY = 'messagingIntegration';

/** The outcomes of the items of one input, for Retry On Fail and, of writes, for a retry of the failed execution. */
export class Outcomes {
	private readonly attempted = new Map<number, ItemOutcome>();
	private readonly parameters: string;
	private readonly saved: Record<string, SavedOutcome>;

	/** @param isKept whether n8n fails the execution with this node, so that it can be retried */
	constructor(
		node: INode,
		private readonly executeData: { metadata?: object } | undefined,
		private readonly isKept: boolean,
	) {
		const all = Object.entries(node.parameters.options ?? {});
		const options = all.filter(([name]) => !SENDING_OPTIONS.test(name));
		this.parameters = shortHash({ ...node.parameters, options, requestOptions: undefined });
		this.saved = (executeData?.metadata as Record<string, typeof this.saved>)?.[KEY] ?? {};
		if (!isKept) this.complete();
	}

	/** Returns the earlier outcome of an item whose parameters or request are the same: `$now` changes the request. */
	find(index: number, request: IHttpRequestOptions): ItemOutcome | undefined {
		const saved = this.saved[index];
		const attempted = this.attempted.get(index);
		if (attempted || saved === undefined) return attempted;
		const isSame = saved.parameters === this.parameters || saved.request === hashOf(request);
		return isSame ? restore(saved, index) : undefined;
	}

	/** Stores that an item is in flight. @returns a function that stores its outcome; with none, it may be sent again */
	begin(index: number, request: IHttpRequestOptions, kind: RequestKind) {
		const isSaved = this.isKept && kind !== 'read';
		const entry = isSaved && { parameters: this.parameters, request: hashOf(request) };
		const save = (saved: SavedOutcome | false) => {
			if (saved) this.saved[index] = saved;
			else delete this.saved[index];
			const { executeData } = this;
			if (isSaved && executeData) executeData.metadata = { ...executeData.metadata, [KEY]: this.saved };
		};
		save(kind === 'write' && entry);
		return (end?: ItemOutcome): void => {
			if (end) this.attempted.set(index, end);
			save(entry && end !== undefined && { ...entry, ...toSaved(end) });
		};
	}

	/** Removes the outcomes from the execution data: this node does not fail the execution. Those in memory remain. */
	complete(): void {
		if (this.executeData?.metadata) delete (this.executeData.metadata as IDataObject)[KEY];
	}
}

function toSaved({ output, failure }: ItemOutcome): Partial<SavedOutcome> {
	if (output) return { output: output.map(({ json, binary }) => ({ json, binary })) };
	if (failure instanceof ServiceError) return { failure: failure.failure };
	const { message, description } = failure as UserError;
	return { error: { message, description } };
}

function restore({ output, failure, error }: SavedOutcome, item: number): ItemOutcome {
	if (output !== undefined) return { output: output.map((each) => ({ ...each, pairedItem: { item } })) };
	if (failure) return { isSaved: true, failure: new ServiceError(failure) };
	const { message, description } = error ?? {
		message: 'The execution ended before the service responded',
		description: 'The request may have been carried out. Check before you send it again.',
	};
	return { isSaved: true, failure: new UserError(message, description) };
}

const hashOf = ({ method, url, qs, body }: IHttpRequestOptions) => shortHash([method, url, qs, body]);

/** Short, because all items of a broadcast may be saved. */
const shortHash = (value: unknown) => sha256(JSON.stringify(value)).slice(0, 12);

const known = new WeakMap<object, Outcomes>();

/** Returns the outcomes of earlier attempts, found by the execution data or, in a tool call, by its arguments. */
export function outcomesFor(context: IExecuteSingleFunctions, node: INode): Outcomes {
	const executeData = context.getExecuteData();
	const isTool = isToolCall(context);
	const key = isTool ? inputItems(context)[0]?.json : executeData;
	const isKept = !isTool && !context.continueOnFail();
	const earlier = key && known.get(key);
	const outcomes = earlier ?? new Outcomes(node, isTool ? undefined : executeData, isKept);
	if (key) known.set(key, outcomes);
	return outcomes;
}

/** Whether an agent runs the node as a tool. Then the execution data may belong to the agent. */
export function isToolCall(context: IExecuteSingleFunctions): boolean {
	const { name, type } = context.getNode();
	return context.getExecuteData().node.name !== name || type.endsWith('Tool');
}

/** A part of n8n's context that its types omit: the items that the engine processes in this pass. */
export interface WithInput {
	inputData?: Record<string, Array<Array<{ json?: object }> | null> | undefined>;
}

/** Returns the input items of this pass, perhaps fewer than in the execution data; none in some versions of n8n. */
export function inputItems(context: IExecuteSingleFunctions): Array<{ json?: object }> {
	const { inputData } = context as WithInput;
	return inputData?.main?.[0] ?? inputData?.ai_tool?.[0] ?? [];
}

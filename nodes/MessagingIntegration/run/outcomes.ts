import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { sha256 } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { CREDENTIAL_TYPE, type ServiceCredentials } from '../../transport/credentials/credentials';
import { explainCause } from '../../transport/errors/causes';
import type { Failure } from '../../transport/errors/failure';
import type { Prepared } from '../input/field';
import type { RequestKind } from './options';

/** How an item ended in an attempt of the node: with an output, or as a write that may have been carried out. */
interface ItemOutcome {
	output?: Array<Pick<INodeExecutionData, 'json' | 'binary'>>;
	/** Why the request failed. If there is neither a failure nor an output, the write was in flight. */
	failure?: Failure;
}

/** A write as n8n saves it with a failed execution. */
interface SavedOutcome extends ItemOutcome {
	identity: string[];
}

/** What an earlier attempt means for the next one. */
interface EarlierOutcome {
	output?: INodeExecutionData[];
	failure?: NotRepeatedError;
	isOfEarlierExecution?: boolean;
}

/** A write is not sent again, because it may have been carried out. */
export class NotRepeatedError extends UserError {
	/** @param failure why nobody knows; if it is missing, the execution ended */
	constructor(failure?: Failure) {
		const [cause] = failure ? explainCause(failure) : ['The execution ended before the service responded'];
		const reason = failure?.networkCode === undefined ? cause : `${cause} (${failure.networkCode})`;
		super(
			'Not sent again: an earlier attempt may have sent it',
			`That attempt ended with: ${reason}. It may have been carried out, so check first. To send it anyway, turn on Retry Writes under Options, and retry with the currently saved workflow.`,
		);
	}
}

/** The part of an item by which its outcome is found. */
export interface Identified {
	index: number;
	requestKind: RequestKind;
	/** What its outcome belongs to, if its credentials can be read. */
	identity?: string[];
}

/** Options that say how to send, not what: a retry with other ones sends nothing twice. */
const SENDING_OPTIONS = /^(concurrency|limitWaitTime|maxWait|onRateLimit|pause|retryWrites)$/;

/** The key of the outcomes in the metadata of the execution data. */
const KEY = 'messagingIntegration';

/** The outcomes of the items of one input, for Retry On Fail and, of writes, for a retry of the failed execution. */
export class Outcomes {
	private readonly outcomesOfThisExecution = new Map<number, ItemOutcome>();
	private readonly parameters: string;
	private readonly saved: Record<string, SavedOutcome>;

	constructor(
		private readonly node: INode,
		private readonly executeData?: { metadata?: object },
	) {
		const optionEntries = Object.entries(node.parameters.options ?? {});
		const options = optionEntries.filter(([name]) => !SENDING_OPTIONS.test(name));
		this.parameters = shortHash({ ...node.parameters, options, requestOptions: undefined });
		this.saved = (executeData?.metadata as Record<string, typeof this.saved>)?.[KEY] ?? {};
	}

	/** Hashes of what an outcome belongs to: an account, whatever its key, with the parameters, or request and file. */
	identify({ baseUrl, environment }: ServiceCredentials, prepared?: Prepared): string[] {
		const account = [this.node.credentials?.[CREDENTIAL_TYPE]?.id, baseUrl, environment];
		const parametersHash = shortHash([account, this.parameters]);
		if (prepared === undefined) return [parametersHash];
		const { request, file } = prepared;
		const { method, path, query, body } = request;
		return [parametersHash, shortHash([account, method, path, query, body, file])];
	}

	/**
	 * Returns the earlier outcome of an item with the same parameters or request: `$now` changes the request.
	 * @param retryWrites whether what may have been carried out is sent again
	 */
	find({ index, identity }: Identified, retryWrites = false): EarlierOutcome | undefined {
		const saved = this.saved[index];
		const isSame = saved?.identity.some((hash) => identity?.includes(hash));
		const outcome = this.outcomesOfThisExecution.get(index);
		const earlier = outcome ?? (isSame ? saved : undefined);
		if (earlier?.output)
			return { output: earlier.output.map((outputItem) => ({ ...outputItem, pairedItem: { item: index } })) };
		if (earlier === undefined || retryWrites) return undefined;
		return { failure: new NotRepeatedError(earlier.failure), isOfEarlierExecution: outcome === undefined };
	}

	/** Stores that an item is in flight. */
	begin(item: Identified): void {
		if (item.requestKind === 'write') this.save(item, {});
	}

	/** Stores how an item ended. Without an outcome, it may be sent again. */
	end(item: Identified, outcome?: ItemOutcome): void {
		if (outcome) this.outcomesOfThisExecution.set(item.index, outcome);
		if (item.requestKind === 'read') return;
		const output = outcome?.output?.map(({ json, binary }) => ({ json, binary }));
		this.save(item, outcome && { output, failure: outcome.failure });
	}

	/** Removes the outcomes from the execution data: this node does not fail the execution. Those in memory remain. */
	complete(): void {
		if (this.executeData?.metadata) delete (this.executeData.metadata as IDataObject)[KEY];
	}

	private save({ index, identity }: Identified, outcome?: ItemOutcome): void {
		const { executeData } = this;
		if (executeData === undefined) return;
		if (outcome && identity) this.saved[index] = { identity, ...outcome };
		else delete this.saved[index];
		executeData.metadata = { ...executeData.metadata, [KEY]: this.saved };
	}
}

/** Returns a short hash of a value, because all items of a broadcast may be saved. */
const shortHash = (value: unknown) => sha256(JSON.stringify(value)).slice(0, 12);

/** The outcomes by the object that n8n passes to every attempt; see `outcomesFor`. */
const outcomesByInput = new WeakMap<object, Outcomes>();

/** Returns the outcomes of earlier attempts, found by the execution data or, in a tool call, by its arguments. */
export function outcomesFor(context: IExecuteFunctions, node: INode): Outcomes {
	const executeData = context.getExecuteData();
	const isTool = isToolCall(context);
	const key = isTool ? context.getInputData()[0]?.json : executeData;
	const outcomes = (key && outcomesByInput.get(key)) ?? new Outcomes(node, isTool ? undefined : executeData);
	if (key) outcomesByInput.set(key, outcomes);
	return outcomes;
}

/** Whether an agent runs the node as a tool. Then the execution data may belong to the agent. */
export function isToolCall(context: IExecuteFunctions): boolean {
	const { name, type } = context.getNode();
	return context.getExecuteData().node.name !== name || type.endsWith('Tool');
}

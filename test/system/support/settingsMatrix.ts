import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../sandbox';
import { runNode, type RunSettings } from '../../engine/support/engine';
import { credentialsFor } from '../../engine/support/setUpSandbox';
import { operationClasses, type OperationClass } from './operationClasses';

/**
 * The axes of the matrix "node settings × operations × faults × positions", and a function that runs one combination.
 */

export const ITEMS = 6;

export interface Setting {
	name: string;
	node?: Partial<INode>;
	onError?: INode['onError'];
	/** In batches of two, by a loop in the workflow. */
	isLoop?: boolean;
}

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
export const settings: Setting[] = [
	{ name: 'none' },
	{ name: 'Execute Once', node: { executeOnce: true } },
	{ name: 'Retry On Fail', node: RETRY },
	{ name: 'Continue (regular output)', onError: 'continueRegularOutput' },
	{ name: 'Continue (error output)', onError: 'continueErrorOutput' },
	{ name: 'Always Output Data', node: { alwaysOutputData: true } },
	{ name: 'Retry and Continue', node: RETRY, onError: 'continueRegularOutput' },
	{ name: 'Loop', isLoop: true },
];

/** One operation of each kind, by whose requests faults have different consequences. */
export const operations = operationClasses.filter(({ name }) =>
	['read', 'PUT group photo', 'POST message'].includes(name),
);

export interface FaultKind {
	name: string;
	fault: Fault;
	/** What the node itself does, by kind of operation. */
	fate: Record<OperationClass['kind'], Fate>;
}

/**
 * `recovers`: the node retries the request. `rejected`: nothing was done. `uncertain`: the write may have been carried
 * out.
 */
export type Fate = 'recovers' | 'rejected' | 'uncertain';

const rejected = { read: 'rejected', idempotent: 'rejected', write: 'rejected' } as const;
const retried = { read: 'recovers', idempotent: 'recovers', write: 'uncertain' } as const;
export const faults: FaultKind[] = [
	{ name: '400', fault: { kind: 'status', status: 400 }, fate: rejected },
	{
		name: '429',
		fault: { kind: 'rateLimited', retryAfter: 1 },
		fate: { read: 'recovers', idempotent: 'recovers', write: 'recovers' },
	},
	{
		name: '500',
		fault: { kind: 'status', status: 500 },
		fate: { read: 'recovers', idempotent: 'uncertain', write: 'uncertain' },
	},
	{ name: '502', fault: { kind: 'status', status: 502 }, fate: retried },
	{ name: 'reset before', fault: { kind: 'reset' }, fate: retried },
	{ name: 'reset after', fault: { kind: 'resetAfterWork' }, fate: retried },
	{ name: 'cut', fault: { kind: 'cutBody' }, fate: retried },
	{
		name: '2xx with success false',
		fault: {
			kind: 'status',
			status: 200,
			body: { success: false, error: { code: 'NO', message: 'Not today' } },
		},
		fate: rejected,
	},
];

export interface Combination {
	setting: Setting;
	operation: OperationClass;
	fault?: FaultKind;
	/** The request that gets the fault, counting from 0. */
	position: number;
}

export interface Seen {
	/** Output items, by output. */
	outputs: INodeExecutionData[][];
	error?: Error & { description?: string };
}

export async function runCombination(
	sandbox: Sandbox,
	{ setting, operation, fault, position }: Combination,
): Promise<Seen> {
	if (fault)
		sandbox.addFault({
			method: operation.method,
			path: operation.path,
			skip: position,
			...fault.fault,
		});
	const run: RunSettings = {
		credentials: credentialsFor(sandbox),
		parameters: operation.parameters(sandbox),
		items: Array.from({ length: ITEMS }, (_, n) => ({ n })),
		node: setting.node,
		onError: setting.onError,
	};
	return await (setting.isLoop ? runLoop(run) : runNode(run));
}

/** Like Loop Over Items: two items at a time, each in a run of its own, until one fails. */
async function runLoop(settings: RunSettings): Promise<Seen> {
	const outputs: INodeExecutionData[] = [];
	const { items = [] } = settings;
	for (let n = 0; n < items.length; n += 2) {
		const round = await runNode({ ...settings, items: items.slice(n, n + 2) });
		outputs.push(...round.items);
		if (round.error) return { outputs: [outputs], error: round.error };
	}
	return { outputs: [outputs] };
}

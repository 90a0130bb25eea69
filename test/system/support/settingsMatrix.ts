import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../sandbox';
import { changedCase } from '../../engine/support/cases';
import { runNode, type RunSettings } from '../../engine/support/engine';
import { idsOf } from '../../engine/support/ids';
import { credentialsFor } from '../../engine/support/setUpSandbox';

/** The axes "node settings × operations × faults × positions", and a function that runs one combination. */

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

type Kind = 'read' | 'idempotent' | 'write';

export interface Operation {
	name: string;
	kind: Kind;
	method: string;
	path: string;
	parameters(sandbox: Sandbox): INodeParameters;
}

/** The first case of an operation, with a field that differs from item to item. */
const caseOf =
	(name: string, changes = {}) =>
	(sandbox: Sandbox) =>
		changedCase(idsOf(sandbox), name, changes);
const photoUrl = '={{ "https://pictures.example/m" + $json.n }}';
const text = '={{ "m" + $json.n }}';

/** One operation of each kind, by whose requests faults have different consequences. */
export const operations: Operation[] = [
	{
		...{ name: 'Get Status', kind: 'read', method: 'GET', path: '/status$' },
		parameters: caseOf('instance.getStatus'),
	},
	{
		...{ name: 'Update Photo', kind: 'idempotent', method: 'PUT', path: '/photo$' },
		parameters: caseOf('group.updatePhoto', { photoUrl }),
	},
	{
		...{ name: 'Send Text', kind: 'write', method: 'POST', path: '/messages' },
		parameters: caseOf('message.sendText', { text }),
	},
];

/**
 * `recovers`: the node retries the request, or needs no retry. `rejected`: nothing was done. `uncertain`: the write may
 * have been carried out.
 */
export type Fate = 'recovers' | 'rejected' | 'uncertain';

export interface FaultKind {
	name: string;
	fault: Fault;
	/** What the node itself does, by kind of operation. */
	fate: Record<Kind, Fate>;
}

const recovers = { read: 'recovers', idempotent: 'recovers', write: 'recovers' } as const;
const rejected = { read: 'rejected', idempotent: 'rejected', write: 'rejected' } as const;
const retried = { read: 'recovers', idempotent: 'recovers', write: 'uncertain' } as const;
const onlyReadsRetried = { ...retried, idempotent: 'uncertain' } as const;
const unusable = { read: 'rejected', idempotent: 'uncertain', write: 'uncertain' } as const;
const envelope = { success: false, error: { code: 'NO', message: 'Not today' } };

export const faults: FaultKind[] = [
	{ name: '400', fault: { kind: 'status', status: 400 }, fate: rejected },
	{ name: '429', fault: { kind: 'rateLimited', retryAfter: 1 }, fate: recovers },
	{ name: '500', fault: { kind: 'status', status: 500 }, fate: onlyReadsRetried },
	{ name: '502', fault: { kind: 'status', status: 502 }, fate: retried },
	{ name: 'reset before', fault: { kind: 'reset' }, fate: retried },
	{ name: 'reset after', fault: { kind: 'resetAfterWork' }, fate: retried },
	{ name: 'cut', fault: { kind: 'cutBody' }, fate: retried },
	{
		name: '2xx with success false',
		fault: { kind: 'status', status: 200, body: envelope },
		fate: rejected,
	},
	{ name: '429 without a pause', fault: { kind: 'rateLimited' }, fate: recovers },
	{
		name: '500 after',
		fault: { kind: 'status', status: 500, afterWork: true },
		fate: onlyReadsRetried,
	},
	{ name: '503 after', fault: { kind: 'status', status: 503, afterWork: true }, fate: retried },
	{ name: 'a page with 502', fault: { kind: 'html', status: 502 }, fate: retried },
	{ name: 'a page with 200', fault: { kind: 'html', status: 200 }, fate: unusable },
	{
		name: 'a page after',
		fault: { kind: 'html', status: 200, afterWork: true },
		fate: unusable,
	},
	{ name: 'cut JSON', fault: { kind: 'cutJson' }, fate: retried },
	{ name: 'nothing', fault: { kind: 'empty', status: 200, afterWork: true }, fate: recovers },
	{ name: '204', fault: { kind: 'empty', status: 204, afterWork: true }, fate: recovers },
];

export interface Combination {
	setting: Setting;
	operation: Operation;
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
	const { method, path } = operation;
	if (fault) sandbox.addFault({ method, path, skip: position, ...fault.fault });
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
async function runLoop(run: RunSettings): Promise<Seen> {
	const outputs: INodeExecutionData[] = [];
	const { items = [] } = run;
	for (let n = 0; n < items.length; n += 2) {
		const round = await runNode({ ...run, items: items.slice(n, n + 2) });
		outputs.push(...round.items);
		if (round.error) return { outputs: [outputs], error: round.error };
	}
	return { outputs: [outputs] };
}

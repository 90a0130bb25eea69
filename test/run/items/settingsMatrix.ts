import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { changedCase } from '../support/cases';
import { runNode, type RunSettings } from '../../support/engine';
import { idsOf } from '../../support/ids';
import { credentialsFor } from '../../support/setUpSandbox';

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
		name: 'Get Status',
		kind: 'read',
		method: 'GET',
		path: '/status$',
		parameters: caseOf('instance.getStatus'),
	},
	{
		name: 'Update Photo',
		kind: 'idempotent',
		method: 'PUT',
		path: '/photo$',
		parameters: caseOf('group.updatePhoto', { photoUrl }),
	},
	{
		name: 'Send Text',
		kind: 'write',
		method: 'POST',
		path: '/messages',
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

const after = { afterWork: true };

const rows: Array<[name: string, fault: Fault, fate: FaultKind['fate']]> = [
	['400', { kind: 'status', status: 400 }, rejected],
	['429', { kind: 'rateLimited', retryAfter: 1 }, recovers],
	['429 without a pause', { kind: 'rateLimited' }, recovers],
	['500', { kind: 'status', status: 500 }, onlyReadsRetried],
	['500 after the work', { kind: 'status', status: 500, ...after }, onlyReadsRetried],
	['502', { kind: 'status', status: 502 }, retried],
	['503 after the work', { kind: 'status', status: 503, ...after }, retried],
	['a page with 502', { kind: 'html', status: 502 }, retried],
	['a page with 200', { kind: 'html', status: 200 }, unusable],
	['a page after the work', { kind: 'html', status: 200, ...after }, unusable],
	['a reset before the work', { kind: 'reset' }, retried],
	['a reset after the work', { kind: 'resetAfterWork' }, retried],
	['a cut body', { kind: 'cutBody' }, retried],
	['cut JSON', { kind: 'cutJson' }, retried],
	['2xx with success false', { kind: 'status', status: 200, body: envelope }, rejected],
	['an empty body after the work', { kind: 'empty', status: 200, ...after }, recovers],
	['204 after the work', { kind: 'empty', status: 204, ...after }, recovers],
];
export const faults = rows.map(([name, fault, fate]): FaultKind => ({ name, fault, fate }));

export interface Combination {
	setting: Setting;
	operation: Operation;
	fault?: FaultKind;
	/** The request that gets the fault, counting from 0. */
	position: number;
}

export interface Seen {
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

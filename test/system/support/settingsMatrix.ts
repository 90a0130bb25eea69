import {
	createRunExecutionData,
	Workflow,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import type { Fault, Sandbox } from '../../../sandbox';
import { additionalDataOf, binaryData, nodeType, runNode } from '../../engine/support/engine';
import { operationClasses, type OperationClass } from './operationClasses';

/** The axes of the matrix "node settings × operations × faults × positions", and a function that runs one combination. */

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
	['read', 'download, bytes', 'PUT group photo', 'POST message'].includes(name),
);

export interface FaultKind {
	name: string;
	fault: Fault;
	/** What the node itself does, by kind of operation. */
	fate: Record<OperationClass['kind'], Fate>;
}

/** `recovers`: the node retries the request. `rejected`: nothing was done. `uncertain`: the write may have been carried out. */
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
	const parameters = operation.parameters(sandbox);
	const credentials = { apiKey: sandbox.keys.test, environment: 'test', baseUrl: sandbox.baseUrl };
	const items = Array.from({ length: ITEMS }, (_, n) => ({ n }));
	if (setting.isLoop) return await runLoop(credentials, parameters, items);
	return await runNode({
		credentials,
		parameters,
		items,
		node: setting.node,
		onError: setting.onError,
	});
}

/** Like n8n's Loop Over Items: two items at a time to its second output, and all results to its first at the end. */
const loopType: INodeType = {
	description: {
		displayName: 'Loop',
		name: 'loop',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		properties: [],
		inputs: ['main'],
		outputs: ['main', 'main'],
	},
	async execute(this: IExecuteFunctions) {
		const state = this.getContext('node') as {
			waiting?: INodeExecutionData[];
			done: INodeExecutionData[];
		};
		if (state.waiting === undefined)
			Object.assign(state, { waiting: this.getInputData(), done: [] });
		else state.done.push(...this.getInputData());
		const next = state.waiting?.splice(0, 2) ?? [];
		return next.length > 0 ? [[], next] : [state.done, []];
	},
};

async function runLoop(
	credentials: object,
	parameters: INodeParameters,
	items: object[],
): Promise<Seen> {
	await binaryData();
	const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const nodes = [
		node('Loop', 'loop'),
		node('Messaging Integration', 'messagingIntegration', {
			parameters,
			credentials: { messagingIntegrationApi: { id: '1', name: 'test' } },
		}),
	];
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const connections = {
		Loop: { main: [[], to('Messaging Integration')] },
		'Messaging Integration': { main: [to('Loop')] },
	};
	const typeOf = (name: string) => (name === 'loop' ? loopType : nodeType());
	const nodeTypes: INodeTypes = {
		getByName: typeOf,
		getByNameAndVersion: typeOf,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		id: 'test',
		nodes,
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	const input = items.map((json, item) => ({ json, pairedItem: { item } })) as INodeExecutionData[];
	const data = createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: [
				{ node: workflow.getNode('Loop') as INode, data: { main: [input] }, source: null },
			],
		},
		resultData: { runData: {} },
	});
	const run = await new WorkflowExecute(
		additionalDataOf(credentials as never, parameters),
		'manual',
		data,
	).processRunExecutionData(workflow);
	const runs = run.data.resultData.runData['Messaging Integration'] ?? [];
	const outputs = [runs.flatMap((each) => each.data?.main?.[0] ?? [])];
	return { outputs, error: runs.at(-1)?.error as Seen['error'] };
}

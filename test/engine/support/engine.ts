import { configureGlobalAxiosDefaults } from '@n8n/backend-network';
import { Container } from '@n8n/di';
import {
	BinaryDataConfig,
	BinaryDataService,
	DirectoryLoader,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	RoutingNode,
	WorkflowExecute,
	type ExecuteContext,
} from 'n8n-core';
import {
	createRunExecutionData,
	setSafeRegexEngine,
	Workflow,
	type IBinaryData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeCredentialsDetails,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { MessagingIntegration } from '../../../nodes/MessagingIntegration/MessagingIntegration.node';
import { OneCredential, type CredentialsOfItem } from './oneCredential';

configureGlobalAxiosDefaults();
// n8n's own engine fails if a regular expression takes 250 ms of real time, which happens on a busy machine.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, by) => input.replace(new RegExp(pattern, flags), by),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, flags))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

const TYPE = 'messagingIntegration';

let loaded: INodeType | undefined;

/**
 * The node type as n8n's loader and registry pass it to the engine: one object, with Request Options, run by
 * RoutingNode.
 */
export function nodeType(): INodeType {
	if (loaded) return loaded;
	const type: INodeType = new MessagingIntegration();
	DirectoryLoader.applyDeclarativeNodeOptionParameters(type);
	type.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(
			this as unknown as ExecuteContext,
			type,
		).runNode()) as INodeExecutionData[][];
	};
	return (loaded = type);
}

const types: INodeTypes = {
	getByName: () => nodeType(),
	getByNameAndVersion: () => nodeType(),
	getKnownTypes: () => ({}),
};

export interface RunSettings {
	/** Fields of the credentials. */
	credentials: ICredentialDataDecryptedObject;
	/** Fields of the credentials that contain expressions, so that they differ between items. */
	credentialsOfItem?: CredentialsOfItem;
	parameters: INodeParameters;
	items?: IDataObject[];
	/** The binary data of each item. */
	files?: Array<INodeExecutionData['binary']>;
	onError?: INode['onError'];
	/** The node's Settings: Execute Once, Retry On Fail, Always Output Data. */
	node?: Partial<INode>;
	/** Called at the start, with a function that cancels the run. */
	onStart?: (cancel: () => void) => void;
	/** The failed execution that this one retries, with the parameters and settings of this one. */
	retryOf?: IRun;
	/** Receives what n8n pushes to the browser during a manual run. */
	onPush?: (type: string, data: IDataObject) => void;
}

export interface RunResult {
	run: IRun;
	/** Output of the node, by connection. */
	outputs: INodeExecutionData[][];
	items: INodeExecutionData[];
	error?: Error & { description?: string; context?: IDataObject; httpCode?: string };
}

export function additionalDataOf(
	credentials: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	credentialsOfItem?: CredentialsOfItem,
) {
	return {
		credentialsHelper: new OneCredential(credentials, credentialsOfItem),
		hooks: new ExecutionLifecycleHooks('manual', 'test', { id: 'test' } as never),
		currentNodeParameters: parameters,
		executionId: 'test',
		restApiUrl: 'http://127.0.0.1:5678/rest',
		instanceBaseUrl: 'http://127.0.0.1:5678/',
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
		webhookBaseUrl: 'http://127.0.0.1:5678/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1:5678/webhook-waiting',
		webhookTestBaseUrl: 'http://127.0.0.1:5678/webhook-test',
		variables: {},
		userId: 'test',
		sendDataToUI: () => {},
		setExecutionStatus: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

function workflowWith(
	parameters: INodeParameters,
	onError?: INode['onError'],
	settings: Partial<INode> = {},
) {
	const node: INode = {
		id: 'node',
		name: 'Messaging Integration',
		type: TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		onError,
		credentials: { messagingIntegrationApi: { id: '1', name: 'test' } as INodeCredentialsDetails },
		...settings,
	};
	return new Workflow({
		id: 'test',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: types,
	});
}

/** Stores a file as a node before this one does. */
export async function storedFile(content: Buffer, fileName: string, mimeType: string) {
	await binaryData();
	const location = { type: 'execution', workflowId: 'test', executionId: 'test' } as const;
	const file: IBinaryData = { data: '', fileName, mimeType };
	return await Container.get(BinaryDataService).store(location, content, file);
}

let files: { mode: string; ready: Promise<void> } | undefined;

/** Makes n8n's store keep binary data in the items (`default`), in files, or as it does so far. */
export async function binaryData(mode = files?.mode ?? 'default'): Promise<void> {
	if (files?.mode !== mode) {
		Container.get(BinaryDataConfig).mode = mode as never;
		files = { mode, ready: Container.get(BinaryDataService).init() };
	}
	await files.ready;
}

/**
 * The data of a failed execution as n8n's Retry button hands it to the engine: read from the database, with the
 * node's settings.
 */
function retryDataOf({ data: failed }: IRun, node: INode) {
	const data = JSON.parse(JSON.stringify(failed)) as IRun['data'];
	delete data.resultData.error;
	data.resultData.runData[node.name]?.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? []) entry.node = node;
	return data;
}

/** Runs the node once over the items, by n8n's own engine, as a workflow's only node. */
export async function runNode(settings: RunSettings): Promise<RunResult> {
	await binaryData();
	const workflow = workflowWith(settings.parameters, settings.onError, settings.node);
	const node = workflow.getNode('Messaging Integration');
	if (!node) throw new Error('no node');
	const items = (settings.items ?? [{}]).map((json, item) => ({
		json,
		binary: settings.files?.[item],
		pairedItem: { item },
	}));
	const data = settings.retryOf
		? retryDataOf(settings.retryOf, node)
		: createRunExecutionData({
				executionData: {
					contextData: {},
					metadata: {},
					nodeExecutionStack: [{ node, data: { main: [items] }, source: null }],
					waitingExecution: {},
					waitingExecutionSource: {},
				},
				resultData: { runData: {} },
			});
	const additionalData = additionalDataOf(
		settings.credentials,
		settings.parameters,
		settings.credentialsOfItem,
	);
	additionalData.sendDataToUI = (type, pushed) => settings.onPush?.(type, pushed as IDataObject);
	const mode = settings.retryOf ? 'retry' : 'manual';
	const execute = new WorkflowExecute(additionalData, mode, data);
	const running = execute.processRunExecutionData(workflow);
	settings.onStart?.(() => running.cancel());
	const run = await running;
	const last = run.data.resultData.runData['Messaging Integration']?.at(-1);
	const outputs = (last?.data?.main ?? []).map((output) => output ?? []);
	return { run, outputs, items: outputs[0] ?? [], error: last?.error as RunResult['error'] };
}

/** The context of the editor's list searches: the smallest one that can send requests. */
export function editorContext(
	credentials: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
	settings: Partial<INode> = {},
) {
	const workflow = workflowWith(parameters, undefined, settings);
	const node = workflow.getNode('Messaging Integration');
	if (!node) throw new Error('no node');
	return new LoadOptionsContext(workflow, node, additionalDataOf(credentials, parameters), '');
}

/** Runs a list search of the node as the editor does. */
export async function searchList(
	method: 'searchInstances' | 'searchChats' | 'searchGroups' | 'searchWebhooks',
	credentials: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const context = editorContext(credentials, parameters);
	return await (nodeType() as MessagingIntegration).methods.listSearch[method].call(
		context,
		filter,
		paginationToken,
	);
}

/** The bytes of a binary property, wherever they are stored. */
export async function bytesOf(item: INodeExecutionData, property = 'data'): Promise<Buffer> {
	const binary = item.binary?.[property];
	if (!binary) throw new Error(`no binary property ${property}`);
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

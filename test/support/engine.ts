import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IBinaryData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type IRun,
} from 'n8n-workflow';
import type { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
import type { CredentialsOfItem } from './oneCredential';
import { additionalDataOf, nodeType, workflowWith } from './workflow';

export interface RunSettings {
	credentials: ICredentialDataDecryptedObject;
	/** Fields of the credentials that contain expressions, so that they differ between items. */
	credentialsOfItem?: CredentialsOfItem;
	parameters: INodeParameters;
	items?: IDataObject[];
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
	outputs: INodeExecutionData[][];
	items: INodeExecutionData[];
	error?: Error & { description?: string; context?: IDataObject; httpCode?: string };
}

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
	const { workflow, node } = workflowWith(settings.parameters, settings.onError, settings.node);
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
	const additionalData = additionalDataOf(settings.credentials, settings.parameters, settings.credentialsOfItem);
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
	const { workflow, node } = workflowWith(parameters, undefined, settings);
	return new LoadOptionsContext(workflow, node, additionalDataOf(credentials, parameters), '');
}

export async function searchList(
	method: 'searchInstances' | 'searchChats' | 'searchGroups' | 'searchWebhooks',
	credentials: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const context = editorContext(credentials, parameters);
	return await (nodeType() as MessagingIntegration).methods.listSearch[method].call(context, filter, paginationToken);
}

export async function bytesOf(item: INodeExecutionData, property = 'data'): Promise<Buffer> {
	const binary = item.binary?.[property];
	if (!binary) throw new Error(`no binary property ${property}`);
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

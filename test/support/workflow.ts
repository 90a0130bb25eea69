import { configureGlobalAxiosDefaults } from '@n8n/backend-network';
import { DirectoryLoader, ExecutionLifecycleHooks, RoutingNode, type ExecuteContext } from 'n8n-core';
import {
	setSafeRegexEngine,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type INode,
	type INodeCredentialsDetails,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
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
		return (await new RoutingNode(this as unknown as ExecuteContext, type).runNode()) as INodeExecutionData[][];
	};
	return (loaded = type);
}

/** A registry that knows one node type. */
export const registryOf = (type: () => INodeType): INodeTypes => ({
	getByName: type,
	getByNameAndVersion: type,
	getKnownTypes: () => ({}),
});

const types = registryOf(nodeType);

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

export function workflowWith(parameters: INodeParameters, onError?: INode['onError'], settings: Partial<INode> = {}) {
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
	const data = { id: 'test', nodes: [node], connections: {}, active: false, nodeTypes: types };
	const workflow = new Workflow(data);
	return { workflow, node: workflow.getNode(node.name) ?? node };
}

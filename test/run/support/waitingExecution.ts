import { EventEmitter } from 'node:events';
import { WebhookContext } from 'n8n-core';
import { createRunExecutionData, Workflow, type INode, type INodeParameters, type IWebhookData } from 'n8n-workflow';
import { respondToLink } from '../../../nodes/MessagingIntegration/sendAndWait/respond';
import { additionalDataOf, nodeType, registryOf } from '../../support/workflow';

/** What a response needs of Express. */
class Response extends EventEmitter {
	statusCode = 200;
	html = '';
	set = () => this;
	type = () => this;

	status(code: number) {
		this.statusCode = code;
		return this;
	}

	end(html: string) {
		this.html = html;
		this.emit('finish');
	}
}

let executions = 0;

/**
 * An execution that waits for the response to question 2 of a node. Returns a function that requests its link, with
 * a body or the header Accept-Language, and resolves with the response, the page that n8n sends, and the node's output.
 */
export function waitingExecution(name: string, parameters: INodeParameters = {}) {
	const node: INode = {
		id: 'node',
		name,
		type: 'messagingIntegration',
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'message', operation: 'sendAndWait', ...parameters },
	};
	const nodeTypes = registryOf(nodeType);
	const nodes = [node];
	const workflow = new Workflow({ id: 'w', nodes, connections: {}, active: false, nodeTypes });
	// As n8n reads it from its database, after a restart or in another process.
	const data = createRunExecutionData({
		executionData: {
			contextData: { [`node:${name}`]: { question: 2 } },
			metadata: {},
			nodeExecutionStack: [{ node, data: { main: [[{ json: {} }]] }, source: null }],
			waitingExecution: {},
			waitingExecutionSource: {},
		},
		resultData: { runData: {} },
	});
	const executionId = String((executions += 1));
	return async (method: 'GET' | 'POST', { question = '2', body = undefined as unknown, language = '' } = {}) => {
		const httpResponse = new Response();
		const headers = { 'accept-language': language };
		const httpRequest = { method, query: { question }, body, headers };
		const request = { executionId, httpResponse, httpRequest };
		const additionalData = Object.assign(additionalDataOf({}, {}), request);
		const webhook = { webhookDescription: {} } as IWebhookData;
		const given = [workflow, node, additionalData, 'webhook', webhook, [] as never[], data] as const;
		const context = new WebhookContext(...given);
		const { workflowData, webhookResponse } = await respondToLink.call(context);
		const json = workflowData?.[0]?.[0]?.json as { data: Record<string, unknown> } | undefined;
		const { respondedAt, ...values } = json?.data ?? {};
		const output = json && { data: values };
		return { response: httpResponse, output, respondedAt, webhookResponse };
	};
}

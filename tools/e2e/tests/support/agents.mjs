// Workflows with an AI agent, a stand-in chat model and nodes of the package as tools.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { nodeType } from '../../n8n/package.mjs';
import { waitForWebhook } from '../../n8n/runNode.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { startChatModel } from './chatModel.mjs';

/** Builds and runs workflows with agents in a demo. `model` is the stand-in of `startChatModel`. */
export class Agents {
	/** Starts the stand-in model, whose answers are those of `decide(messages, tools)`. */
	static async start(demo, decide) {
		const model = await startChatModel(decide);
		const modelCredential = await demo.api.saveCredential({
			name: 'Stand-in model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		const { data: instances } = await demo.sandbox.request('GET', '/instances?status=connected');
		return Object.assign(new Agents(), { demo, model, modelCredential, instances });
	}

	/** A connected instance as a parameter. */
	get instanceId() {
		return { __rl: true, mode: 'list', value: this.instances[0].id };
	}

	/** Returns a webhook node that starts the workflow at `path`. */
	start(path) {
		const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
		return { ...node('Start', 'n8n-nodes-base.webhook', 2.1, parameters), webhookId: path };
	}

	/** Returns an agent that asks the model about `text`. */
	agent(version, text) {
		const parameters = { promptType: 'define', text, options: {} };
		return node('Agent', '@n8n/n8n-nodes-langchain.agent', version, parameters);
	}

	/** Returns the node of the stand-in model. */
	modelNode(name = 'Model') {
		return {
			...node(name, '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
				model: { __rl: true, mode: 'id', value: 'stand-in' },
				responsesApiEnabled: false,
				options: {},
			}),
			credentials: { openAiApi: this.modelCredential },
		};
	}

	/**
	 * Returns a node of the package as a tool, or with `variant: 'HitlTool'` as a review of tools. `settings` are e.g.
	 * `onError`.
	 */
	tool(name, parameters, { variant = 'Tool', ...settings } = {}) {
		const description = { descriptionType: 'manual', toolDescription: `Tool ${name}` };
		return {
			...node(name, `${nodeType}${variant}`, 1, {
				...(variant === 'Tool' && description),
				...parameters,
			}),
			credentials: { messagingIntegrationApi: this.demo.credential },
			...settings,
		};
	}

	/** Returns a tool that sends the text that the model chooses to `recipient`. */
	sendingTool(name, recipient, settings) {
		return this.tool(
			name,
			{
				resource: 'message',
				operation: 'sendText',
				instanceId: this.instanceId,
				recipient: { __rl: true, mode: 'id', value: recipient },
				text: `={{ $fromAI('text', 'Text of the message', 'string') }}`,
			},
			settings,
		);
	}

	/**
	 * Publishes a workflow and starts it. `links` are [from, to, type]. Resolves with the execution that has a status of
	 * `statuses`.
	 */
	async run(nodes, links, statuses = ['success']) {
		this.model.requests.length = 0;
		const path = randomUUID();
		const connections = {};
		for (const [from, to, type] of links) {
			connections[from] ??= {};
			connections[from][type] = [[{ node: to, type, index: 0 }]];
		}
		const { api, n8n } = this.demo;
		const { id } = await api.createWorkflow({
			name: 'Agent',
			nodes: [this.start(path), ...nodes],
			connections,
			settings: { executionOrder: 'v1' },
		});
		await api.publish(id);
		const url = `${n8n.url}/webhook/${path}`;
		await waitForWebhook(url);
		await fetch(url, { method: 'POST' });
		return await this.waitForExecution(id, statuses);
	}

	/** Resolves with the newest execution of a workflow when it has a status of `statuses`. Throws if it fails. */
	async waitForExecution(workflowId, statuses) {
		const execution = await waitUntil(
			async () =>
				(await this.demo.api.listExecutions(workflowId)).find(({ status }) =>
					[...statuses, 'error', 'crashed'].includes(status),
				),
			`an execution with the status ${statuses.join(' or ')}`,
			60_000,
		);
		if (!statuses.includes(execution.status)) assert.fail(JSON.stringify(await this.demo.api.findError(execution.id)));
		return { ...execution, workflowId };
	}

	/** Returns what the model received from each tool call, in the order of the calls. */
	toolResults() {
		const messages = this.model.requests.flatMap(({ messages: sent }) => sent);
		const results = messages.filter(({ role }) => role === 'tool');
		return [...new Map(results.map((each) => [each.tool_call_id, textOf(each.content)])).values()];
	}

	async close() {
		await this.model.close();
	}
}

function node(name, type, typeVersion, parameters) {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

const textOf = (content) => (typeof content === 'string' ? content : JSON.stringify(content));

// Workflows with an AI agent, a stand-in chat model and nodes of the package as tools.
import assert from 'node:assert/strict';
import { nodeType } from '../../n8n/package.mjs';
import { linked, locator, node, ourNode, post, webhookNode } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { startChatModel } from './services.mjs';
import { anInstance, publish } from './workflows.mjs';

const langchain = '@n8n/n8n-nodes-langchain';

/** Builds and runs workflows with agents in a demo. */
export class Agents {
	/** Starts the stand-in model, whose answers are those of `decide(messages, tools)`. */
	static async start(demo, decide) {
		const model = await startChatModel(demo.api, decide);
		return Object.assign(new Agents(), { demo, model, instanceId: await anInstance(demo) });
	}

	/** Returns an agent that asks the model about `text`. */
	agent(version, text) {
		return node('Agent', `${langchain}.agent`, version, { promptType: 'define', text, options: {} });
	}

	/** Returns the node of the stand-in model. */
	modelNode(name = 'Model') {
		const type = `${langchain}.lmChatOpenAi`;
		const parameters = { model: locator('stand-in'), responsesApiEnabled: false, options: {} };
		return node(name, type, 1.3, parameters, { credentials: this.model.credentials[type] });
	}

	/**
	 * Returns a node of the package as a tool, or with `variant: 'HitlTool'` as a review of tools. `settings` are e.g.
	 * `onError`.
	 */
	tool(name, parameters, { variant = 'Tool', ...settings } = {}) {
		const description = { descriptionType: 'manual', toolDescription: `Tool ${name}` };
		const all = { ...(variant === 'Tool' && description), ...parameters };
		return ourNode(this.demo, name, all, { type: `${nodeType}${variant}`, ...settings });
	}

	/** Returns a tool that sends the text that the model chooses to `recipient`. */
	sendingTool(name, recipient, settings) {
		const parameters = {
			resource: 'message',
			operation: 'sendText',
			instanceId: this.instanceId,
			recipient: locator(recipient),
			text: `={{ $fromAI('text', 'Text of the message', 'string') }}`,
		};
		return this.tool(name, parameters, settings);
	}

	/**
	 * Publishes a workflow and starts it. `links` are [from, to, type]. Resolves with the execution that has a status of
	 * `statuses`.
	 */
	async run(nodes, links, statuses) {
		this.model.requests.length = 0;
		const all = [webhookNode(), ...nodes];
		const { id, url } = await publish(this.demo, { name: 'Agent', nodes: all, connections: linked(links) });
		await post(url);
		return await this.waitForExecution(id, statuses);
	}

	/** Resolves with the newest execution of a workflow when it has a status of `statuses`. Throws if it fails. */
	async waitForExecution(workflowId, statuses = ['success']) {
		const { api } = this.demo;
		const execution = await waitUntil(
			async () =>
				(await api.listExecutions(workflowId)).find(({ status }) => [...statuses, 'error', 'crashed'].includes(status)),
			`an execution with the status ${statuses.join(' or ')}`,
			60_000,
		);
		if (!statuses.includes(execution.status)) assert.fail(JSON.stringify(await api.findError(execution.id)));
		return { ...execution, workflowId };
	}

	/** Returns what the model received from each tool call, in the order of the calls. */
	toolResults() {
		const messages = this.model.requests.flatMap(({ messages: sent }) => sent);
		const results = messages.filter(({ role }) => role === 'tool');
		const text = (content) => (typeof content === 'string' ? content : JSON.stringify(content));
		return [...new Map(results.map((each) => [each.tool_call_id, text(each.content)])).values()];
	}

	close() {
		this.model.close();
	}
}

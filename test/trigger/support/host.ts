import { Agent, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import express, { type Request, type Response } from 'express';
import { ExecuteContext, HookContext, WebhookContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { MessagingIntegrationTrigger } from '../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import { additionalDataOf, binaryData } from '../../engine/support/engine';
import { prepareBody } from './n8nBody';
import { installStore } from './store';
import { triggerParts, triggerType as type } from './triggerParts';

const TOKEN = 'X-Messaging-Integration-Token';

let executions = 0;

/**
 * A workflow with the trigger, hosted over real HTTP as n8n hosts it: n8n-core's own contexts, n8n's rules for
 * responses.
 */
export class Host {
	/** Items of each run that a delivery started, behind the trigger. */
	readonly runs: INodeExecutionData[][] = [];

	/** What the webhook handed to each execution. */
	readonly received: INodeExecutionData[][] = [];

	/** Errors that the webhook threw: n8n makes each of them a failed execution. */
	readonly failures: unknown[] = [];

	/** Hints of the executions. */
	readonly hints: string[] = [];

	/** Those of `runs` that the editor shows. */
	readonly listened: INodeExecutionData[][] = [];

	/** How many of the next deliveries n8n fails to acknowledge, e.g. because its database is down. */
	failNext = 0;

	/** Called before n8n responds to a delivery that starts a run. */
	beforeResponse: () => Promise<void> = async () => {};

	/** Cancels the executions. */
	readonly canceling = new AbortController();

	staticData: IDataObject = {};

	/** Whether the node has credentials; a user may delete them. */
	hasCredential = true;

	private onDisconnect: () => void = () => {};

	private server: Server | undefined;

	private readonly agent = new Agent({ keepAlive: true });

	/** n8n's WEBHOOK_URL. */
	origin = '';

	constructor(
		readonly credentials: ICredentialDataDecryptedObject,
		public parameters: INodeParameters = {},
		readonly workflowId = 'workflow',
		private readonly type = new MessagingIntegrationTrigger(),
	) {}

	async start(): Promise<void> {
		await binaryData();
		await installStore();
		const app = express();
		const serve = (isTest: boolean) => (req: Request, res: Response) => {
			this.deliver(req, res, isTest).catch((error: unknown) => {
				// Like n8n after an error of a node: an error response, a failed execution and a run of the error workflow.
				if (!res.headersSent) res.status(500).json({ message: String(error) });
			});
		};
		app.post('/webhook/:id/webhook', serve(false));
		app.post('/webhook-test/:id/webhook', serve(true));
		this.server = createServer(app);
		await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
		this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		this.agent.destroy();
		this.server?.closeAllConnections();
		await new Promise((resolve) => this.server?.close(resolve));
	}

	url(isTest = false): string {
		return `${this.origin}/webhook${isTest ? '-test' : ''}/hook-${this.workflowId}/webhook`;
	}

	/** The webhooks at the service with this trigger's URL. */
	registered(sandbox: Sandbox, isTest = false): Sandbox['data']['webhooks'] {
		return sandbox.data.webhooks.filter(({ url }) => url === this.url(isTest));
	}

	/** The header with the token of the registered webhook. */
	token(sandbox: Sandbox): Record<string, string> {
		return { [TOKEN]: this.registered(sandbox)[0]?.headers[TOKEN] ?? '' };
	}

	/**
	 * Sends a delivery: bytes and texts as they are, anything else as JSON.
	 *
	 * @returns the status of the response
	 */
	async post(body: unknown, headers: Record<string, string | undefined> = {}): Promise<number> {
		const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
		const bytes = Buffer.from(isRaw ? (body as string) : JSON.stringify(body));
		const { status } = await axios.post(this.url(), bytes, {
			headers: { 'Content-Type': 'application/json', ...headers },
			validateStatus: () => true,
			httpAgent: this.agent,
		});
		return status;
	}

	/** Another main process of the same n8n, with the same URL; after `start`, the same workflow in another n8n. */
	copy(nodeType = this.type): Host {
		const other = new Host(this.credentials, this.parameters, this.workflowId, nodeType);
		other.origin = this.origin;
		other.staticData = structuredClone(this.staticData);
		return other;
	}

	/** Restarts n8n with another WEBHOOK_URL. */
	async move(): Promise<void> {
		await this.stop();
		await this.start();
	}

	/** Calls one hook like n8n. */
	async hook(name: 'checkExists' | 'create' | 'delete'): Promise<boolean> {
		let result = false;
		await this.hooks(this.staticData, 'activate', async (methods, context) => {
			result = await methods[name].call(context);
		});
		return result;
	}

	/** Resolves when a sender has disconnected before its response was sent. */
	async nextDisconnect(): Promise<void> {
		await new Promise<void>((resolve) => (this.onDisconnect = resolve));
	}

	/**
	 * Publishes (`activate`), or starts with a published workflow (`init`), like n8n: checkExists, then create if
	 * necessary.
	 */
	async publish(mode: 'activate' | 'init' = 'activate'): Promise<void> {
		await this.hooks(this.staticData, mode, async (methods, context) => {
			if (!(await methods.checkExists.call(context))) await methods.create.call(context);
		});
	}

	async unpublish(): Promise<void> {
		await this.hooks(this.staticData, 'activate', async (methods, context) => {
			await methods.delete.call(context);
		});
	}

	/** Listens like the editor: static data is empty at first and lost at the end. */
	async listen(): Promise<() => Promise<void>> {
		const staticData: IDataObject = {};
		await this.hooks(staticData, 'manual', async (methods, context) => {
			if (!(await methods.checkExists.call(context))) await methods.create.call(context);
		});
		return async () =>
			await this.hooks(staticData, 'manual', async (methods, context) => {
				await methods.delete.call(context);
			});
	}

	private async hooks(
		staticData: IDataObject,
		activation: 'activate' | 'init' | 'manual',
		work: (
			methods: MessagingIntegrationTrigger['webhookMethods']['default'],
			context: HookContext,
		) => Promise<void>,
	): Promise<void> {
		const isTest = activation === 'manual';
		const { workflow, node, webhook } = this.parts(staticData, isTest);
		const context = new HookContext(
			workflow,
			node,
			this.data(),
			isTest ? 'manual' : 'trigger',
			activation,
			webhook,
		);
		try {
			await work(type.webhookMethods.default, context);
		} finally {
			// n8n stores the node's static data when the hook has returned; after a failure, when `delete` has returned.
			Object.keys(staticData).forEach((key) => delete staticData[key]);
			Object.assign(staticData, JSON.parse(JSON.stringify(workflow.getStaticData('node', node))));
		}
	}

	private parts(staticData: IDataObject, isTest: boolean) {
		return triggerParts(this, staticData, isTest);
	}

	private data() {
		const data = additionalDataOf(this.credentials, this.parameters);
		data.webhookBaseUrl = `${this.origin}/webhook`;
		data.webhookTestBaseUrl = `${this.origin}/webhook-test`;
		return data;
	}

	private async deliver(req: Request, res: Response, isTest: boolean): Promise<void> {
		res.once('close', () => res.writableFinished || this.onDisconnect());
		try {
			await prepareBody(req);
		} catch (error) {
			// n8n itself responds, without the node.
			return void res.status(422).json({ message: String(error) });
		}
		const { workflow, node, webhook } = this.parts(isTest ? {} : this.staticData, isTest);
		const data = { ...this.data(), httpRequest: req, httpResponse: res };
		const context = new WebhookContext(
			workflow,
			node,
			data,
			isTest ? 'manual' : 'webhook',
			webhook,
			[],
			null,
		);
		const result = await this.type.webhook.call(context).catch((error: unknown) => {
			this.failures.push(error);
			throw error;
		});
		if (result.noWebhookResponse === true) return;
		if (result.webhookResponse !== undefined)
			return void res.status(200).json(result.webhookResponse);
		if (result.workflowData === undefined)
			return void res.status(200).json({ message: 'Webhook call received' });
		await this.beforeResponse();
		if (this.failNext > 0) {
			this.failNext -= 1;
			return void res.status(500).json({ message: 'n8n could not take it' });
		}
		const items = await this.execute(result.workflowData[0] ?? [], isTest ? 'manual' : 'webhook');
		if (isTest) this.listened.push(items);
		res.status(200).end();
	}

	/** Runs the trigger as the first node of an execution. Without items, n8n runs no node after it. */
	async execute(
		received: INodeExecutionData[],
		mode: WorkflowExecuteMode,
		executionId = `execution${(executions += 1)}`,
		nodeId = 'trigger',
	): Promise<INodeExecutionData[]> {
		this.received.push(received);
		const { workflow, node } = this.parts(this.staticData, mode === 'manual');
		node.id = nodeId;
		const input = { main: [structuredClone(received)] };
		const context = new ExecuteContext(
			workflow,
			node,
			{ ...this.data(), executionId },
			mode,
			{ resultData: { runData: {} } } as unknown as IRunExecutionData,
			0,
			input.main[0] ?? [],
			input,
			{ node, data: input, source: null },
			[],
			this.canceling.signal,
		);
		const [items = []] = await this.type.execute.call(context);
		this.hints.push(...context.hints.map(({ message }) => message));
		if (items.length > 0) this.runs.push(items);
		return items;
	}
}

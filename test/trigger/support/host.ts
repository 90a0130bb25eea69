import { Agent } from 'node:http';
import axios from 'axios';
import express, { type Request, type Response } from 'express';
import type { INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';
import { MessagingIntegrationTrigger } from '../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import { Service } from '../../support/service';
import { binaryData } from '../../support/engine';
import { executeContext, webhookContext } from './contexts';
import { prepareBody } from './n8nBody';
import { Registration } from './registration';
import { installStore } from './store';

let executions = 0;

/**
 * A workflow with the trigger, hosted over real HTTP as n8n hosts it: n8n-core's own contexts, n8n's rules for
 * responses.
 */
export class Host extends Registration {
	/** Items of each run that a delivery started, behind the trigger. */
	readonly runs: INodeExecutionData[][] = [];

	/** What the webhook handed to each execution. */
	readonly received: INodeExecutionData[][] = [];

	/** Errors that the webhook threw: n8n makes each of them a failed execution. */
	readonly failures: unknown[] = [];

	readonly hints: string[] = [];

	/** Those of `runs` that the editor shows. */
	readonly listened: INodeExecutionData[][] = [];

	/** How many of the next deliveries n8n fails to acknowledge, e.g. because its database is down. */
	failNext = 0;

	/** Called before n8n responds to a delivery that starts a run. */
	beforeResponse: () => Promise<void> = async () => {};

	readonly canceling = new AbortController();

	private onDisconnect: () => void = () => {};

	private service: Service | undefined;

	private readonly agent = new Agent({ keepAlive: true });

	private type = new MessagingIntegrationTrigger();

	/** The trigger in the process that executes. In queue mode, it is another one than the process that receives. */
	worker = this.type;

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
		this.service = new Service(app);
		await this.service.start();
		this.origin = this.service.origin;
	}

	stop(): void {
		this.agent.destroy();
		this.service?.stop();
	}

	/** The body of the last response. */
	lastResponse: unknown;

	/** Sends a delivery: bytes and texts as they are, anything else as JSON. @returns the status of the response */
	async post(body: unknown, headers: Record<string, string | undefined> = {}): Promise<number> {
		const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
		const bytes = Buffer.from(isRaw ? (body as string) : JSON.stringify(body));
		const { status, data } = await axios.post<unknown>(this.url(), bytes, {
			headers: { 'Content-Type': 'application/json', ...headers },
			validateStatus: () => true,
			httpAgent: this.agent,
		});
		this.lastResponse = data;
		return status;
	}

	/** Another main process of the same n8n, with the same URL; after `start`, the same workflow in another n8n. */
	copy(nodeType = this.type, worker = nodeType): Host {
		const other = new Host(this.credentials, this.parameters, this.workflowId);
		other.type = nodeType;
		other.worker = worker;
		other.origin = this.origin;
		other.staticData = structuredClone(this.staticData);
		return other;
	}

	/** Changes the URL: the former port stays taken until there is another one. */
	async move(): Promise<void> {
		const former = this.service;
		await this.start();
		former?.stop();
	}

	async nextDisconnect(): Promise<void> {
		await new Promise<void>((resolve) => (this.onDisconnect = resolve));
	}

	private async deliver(req: Request, res: Response, isTest: boolean): Promise<void> {
		res.once('close', () => res.writableFinished || this.onDisconnect());
		try {
			await prepareBody(req);
		} catch (error) {
			// n8n itself responds, without the node.
			return void res.status(422).json({ message: String(error) });
		}
		const context = webhookContext(this, isTest ? {} : this.staticData, isTest, req, res);
		const result = await this.type.webhook.call(context).catch((error: unknown) => {
			this.failures.push(error);
			throw error;
		});
		if (result.noWebhookResponse === true) return;
		const response = { message: 'Webhook call received' };
		if (result.webhookResponse !== undefined || result.workflowData === undefined)
			return void res.status(200).json(result.webhookResponse ?? response);
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
		const execution = { received, id: executionId, nodeId, signal: this.canceling.signal };
		const context = executeContext(this, this.staticData, mode, execution);
		const [items = []] = await this.worker.execute.call(context);
		this.hints.push(...context.hints.flatMap(({ message, location }) => (location === 'outputPane' ? message : [])));
		if (items.length > 0) this.runs.push(items);
		return items;
	}
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ServiceCredentials } from '../../transport/credentials/credentials';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import type { ServiceResponse } from '../../transport/response';
import type { ItemContext } from '../input/field';
import type { ItemOptions } from './itemOptions';
import { type ItemSending, type Outcomes, outcomesFor } from './outcomes';

/** One item while its requests are sent. */
export interface ItemRequest {
	context: ItemContext;
	request: ServiceRequest;
	send(request: ServiceRequest): Promise<ServiceResponse>;
}

/** What an operation does with an item. */
export interface Task {
	/** Reads and checks the fields. @throws why the item cannot be sent */
	build(context: ItemContext): Promise<ServiceRequest>;
	/** Sends the requests. @returns the output items, without `pairedItem` */
	returns(item: ItemRequest): Promise<INodeExecutionData[]>;
}

/** An item that was checked. It has an output or a failure already, or a request and options. */
export interface PreparedItem extends ItemSending {
	context: ItemContext;
	request?: ServiceRequest;
	options?: ItemOptions;
	output?: INodeExecutionData[];
	failure?: unknown;
	/** Whether it was invalid, so that nothing was sent for it. */
	isInvalid?: boolean;
	/** Whether the last attempt of a request may have reached the service. */
	isInFlight?: boolean;
	/** Whether the service carried out a write. */
	isCarriedOut?: boolean;
	/** Whether a write was in flight when the execution was canceled. */
	isInterrupted?: boolean;
}

/** The items of one run, and what they share. */
export class Run {
	readonly node;
	readonly total: number;
	/** Whether the node continues on fail. */
	readonly continues: boolean;
	readonly outcomes: Outcomes;
	readonly items: PreparedItem[] = [];
	/** By what n8n has decrypted. */
	readonly credentials = new Map<string, ServiceCredentials>();
	readonly hints = new Set<string>();
	/** Whether no further items are sent. */
	isStopped = false;
	/** For n8n's traces. */
	waitedMs = 0;
	retries = 0;

	constructor(
		readonly execution: IExecuteFunctions,
		most: number,
	) {
		this.node = execution.getNode();
		this.total = Math.min(execution.getInputData().length, most);
		this.continues = execution.continueOnFail();
		this.outcomes = outcomesFor(execution, this.node);
	}

	get isCanceled(): boolean {
		return this.execution.getExecutionCancelSignal()?.aborted === true;
	}

	get succeeded(): number {
		return this.items.filter(({ output }) => output).length;
	}

	/** Writes to n8n's log and, in a manual run, to the browser console. */
	notify(text: string): void {
		this.execution.logger.info(text, { node: this.node.name });
		(this.execution as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
	}
}

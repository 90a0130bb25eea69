import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ServiceCredentials } from '../../transport/credentials/credentials';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import type { ServiceResponse } from '../../transport/response';
import type { ItemContext } from '../input/field';
import { type Outcomes, outcomesFor } from './outcomes';
import { type FailedItem, type Progress, recipientOf } from './summary';

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

/** Whether the execution was canceled. */
export const isCanceled = ({ execution }: Pick<Run, 'execution'>): boolean =>
	execution.getExecutionCancelSignal()?.aborted === true;

/** What the items of one run share. */
export class Run implements Progress {
	readonly node;
	readonly total: number;
	/** Whether the node continues on fail. */
	readonly continues: boolean;
	readonly outcomes: Outcomes;
	/** Of the first item that has usable ones; the items are prepared with them. */
	credentials: ServiceCredentials | undefined;
	readonly hints = new Set<string>();
	succeeded = 0;
	readonly failed: FailedItem[] = [];
	/** Whether no further items are sent. */
	isStopped = false;
	lastSucceeded: ItemContext | undefined;
	/** The items of writes that were in flight when the execution was canceled. */
	readonly interrupted: ItemContext[] = [];
	/** For n8n's traces. */
	waitedMs = 0;
	retries = 0;

	constructor(readonly execution: IExecuteFunctions) {
		this.node = execution.getNode();
		this.total = execution.getInputData().length;
		this.continues = execution.continueOnFail();
		this.outcomes = outcomesFor(execution, this.node);
	}

	/** Writes to n8n's log and, in a manual run, to the browser console. */
	notify(text: string): void {
		this.execution.logger.info(text, { node: this.node.name });
		(this.execution as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
	}

	succeed(context: ItemContext): void {
		this.succeeded += 1;
		this.lastSucceeded = context;
	}

	/** Records a failed item. @param stops whether no further items are sent, unless the node continues */
	fail(context: ItemContext, failure: unknown, isInvalid = false, stops = true): void {
		this.failed.push({ index: context.getItemIndex(), failure, recipient: recipientOf(context), isInvalid });
		this.isStopped ||= stops && !this.continues;
	}
}

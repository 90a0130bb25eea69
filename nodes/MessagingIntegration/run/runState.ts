import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import type { SendSettings } from '../../transport/request/send';
import type { ServiceResponse } from '../../transport/response';
import type { ItemContext } from '../input/field';
import { type ItemSending, outcomesFor, type RequestKind } from './outcomes';

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
	/** Begins the pause before the next item. */
	onSend?: () => void;
	/** Whether it was invalid, so that nothing was sent for it. */
	isInvalid?: boolean;
	/** Whether the last attempt of a request may have reached the service. */
	isInFlight?: boolean;
	/** Whether the service carried out a write. */
	isCarriedOut?: boolean;
	/** Whether a write was in flight when the execution was canceled. */
	isInterrupted?: boolean;
}

/** How to send an item. `pauseMs` is before it, unless it is the first one. */
export interface ItemOptions {
	kind: RequestKind;
	concurrency: number;
	pauseMs?: number;
	settings: SendSettings;
	requestOptions: ServiceRequest['requestOptions'];
}

/** The items of one run, and what they share. */
export type Run = ReturnType<typeof newRun>;

export function newRun(execution: IExecuteFunctions, most: number) {
	const node = execution.getNode();
	const items: PreparedItem[] = [];
	return {
		execution,
		node,
		items,
		total: Math.min(execution.getInputData().length, most),
		/** Whether the node continues on fail. */
		continues: execution.continueOnFail(),
		outcomes: outcomesFor(execution, node),
		/** Whether no further items are sent. */
		isStopped: false,
		waitedMs: 0,
		retries: 0,
		get succeeded() {
			return items.filter(({ output }) => output).length;
		},
		get isCanceled() {
			return execution.getExecutionCancelSignal()?.aborted === true;
		},
		/** Writes to n8n's log and, in a manual run, to the browser console. */
		notify(text: string) {
			execution.logger.info(text, { node: node.name });
			(execution as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
		},
	};
}

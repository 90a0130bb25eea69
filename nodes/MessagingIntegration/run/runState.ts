import type { INodeExecutionData } from 'n8n-workflow';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import type { SendSettings } from '../../transport/request/send';
import type { ServiceResponse } from '../../transport/response';
import type { ItemContext } from '../input/field';
import type { ItemSending, RequestKind } from './outcomes';

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

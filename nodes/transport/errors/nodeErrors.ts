import {
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { ServiceError } from './failure';

/**
 * Turns what the transport throws into n8n's errors. A failure of the service is made anew, without a cause that may hold the key;
 * the other errors are the transport's own, and none holds it.
 *
 * @param account numbers of the run, appended to the description
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	account = '',
): NodeApiError | NodeOperationError {
	if (error instanceof ServiceError) {
		const { status, code, fault } = error.failure;
		const made = new NodeApiError(node, { message: error.message, code } as JsonObject, {
			message: error.message,
			description: joined(error.description, account),
			httpCode: status === undefined ? undefined : String(status),
			itemIndex,
		});
		// Given to the constructor, the code of a fault would make n8n put its own words in place of ours.
		if (fault !== undefined) made.httpCode = fault;
		return made;
	}
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		// Made anew: a retry of the node may report the same failure again, with another account.
		const description = joined(error.description ?? '', account);
		return new NodeOperationError(node, error.message, { description, itemIndex });
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		description: joined(error instanceof UserError ? error.description : '', account),
		itemIndex,
	});
}

/** The error that a stopped run reports. */
export type ServiceNodeError = NodeApiError;

/**
 * Turns what stopped a run into the error that n8n reports.
 *
 * @param itemIndex the item that failed. Fixed, because n8n writes the index of whichever rejected item it looks at first
 * @param account what became of the other items
 */
export function toRunError(node: INode, failure: unknown, itemIndex: number, account: string): ServiceNodeError {
	const error = toNodeError(node, failure, itemIndex, account);
	const { message, description } = error;
	const reported =
		error instanceof NodeApiError ? error : new NodeApiError(node, error as unknown as JsonObject, { message, description: description ?? '' });
	Object.defineProperty(reported.context, 'itemIndex', { get: () => itemIndex, set() {}, enumerable: true });
	return reported;
}

function joined(...sentences: string[]): string {
	return sentences.filter((sentence) => sentence !== '').join(' ');
}

/**
 * What continue-on-fail makes of a failed item. In these two fields, because n8n cuts the JSON of an item that has an `error`
 * down to its message, and takes items with no other fields for failed ones.
 */
export function failedItem(error: NodeApiError | NodeOperationError, item: number): INodeExecutionData {
	return {
		json: { error: error.message, message: error.description ?? '' },
		pairedItem: { item },
	};
}

/** n8n takes an error for a cancelled execution by this word in its message. */
export function canceled(node: INode): NodeApiError {
	const message = 'The execution was canceled';
	return new NodeApiError(node, { message } as JsonObject, { message });
}

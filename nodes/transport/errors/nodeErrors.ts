import { type INode, type INodeExecutionData, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { joinSentences } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { ServiceError } from './serviceError';

/** Converts an error to n8n's, with a cause only if it has no secret. @param summary of the other items */
export function toNodeError(node: INode, error: unknown, itemIndex?: number, summary = '') {
	const nodeError = convert(node, error, itemIndex, summary);
	// The tool variant of a node, whose description n8n passes neither to the model nor to an MCP client.
	if (node.type.endsWith('Tool')) {
		const { message, description } = nodeError;
		nodeError.message = joinSentences(message, description ?? '')
			.replace(/ \(E[A-Z_]+\)/g, '')
			.replace(REPLACED_CODE, '$&-');
		nodeError.description = '';
	}
	return nodeError;
}

function convert(node: INode, error: unknown, itemIndex: number | undefined, summary: string) {
	if (error instanceof ServiceError) {
		const { status, code, networkCode } = error.failure;
		const apiError = new NodeApiError(node, { message: error.message, code } as JsonObject, {
			message: error.message,
			description: joinSentences(error.description, summary),
			httpCode: status === undefined ? undefined : String(status),
			itemIndex,
		});
		// If the constructor got the network code, n8n would replace our message.
		if (networkCode !== undefined) apiError.httpCode = networkCode;
		// The service's own message may contain a network code, too.
		apiError.message = error.message;
		if (error.cause instanceof Error) apiError.cause = error.cause;
		return apiError;
	}
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	const advice = isNodeError || error instanceof UserError ? (error.description ?? '') : '';
	// A copy of n8n's error, because a retry of the node may report it with another summary.
	const errorOrText = error instanceof Error && !isNodeError ? error : errorText(error);
	const description = joinSentences(advice, summary);
	return new NodeOperationError(node, errorOrText, { description, itemIndex });
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Around a tool's error, n8n builds another one, and replaces messages with these codes. */
const REPLACED_CODE =
	/E(?=CONN(?:REFUSED|RESET|ABORTED)|NOTFOUND|TIMEDOUT|ADDRNOTAVAIL|HOSTUNREACH|AI_AGAIN|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM)|G(?=ETADDRINFO)|ERR(?=ADDRINUSE)/gi;

/** Returns the output of a failed item. To n8n, `json` with only `error` is a failure; it adds the input's fields. */
export function failedItem(error: NodeApiError | NodeOperationError, item: number): INodeExecutionData {
	const { message, description } = error;
	return { json: { error: joinSentences(message, description ?? '') }, pairedItem: { item } };
}

/** n8n detects a canceled execution by the word "canceled" in the message. */
export function canceled(node: INode): NodeApiError {
	const message = 'The execution was canceled';
	return new NodeApiError(node, { message } as JsonObject, { message });
}

import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** What the sender of a refused delivery learns. All requests that are not verified get the same text. */
const RESPONSES = {
	400: 'The body of the delivery cannot be read',
	401: 'The delivery does not contain a valid token or signature',
	413: 'The body of the delivery is too large',
	415: 'The delivery has an unsupported Content-Type or Content-Encoding',
	503: 'The delivery could not be processed. Please try again later.',
};

/** A delivery that starts nothing. The message is for n8n's log; it contains no value of the delivery. */
export class RefusedError extends Error {
	override name = 'RefusedError';

	constructor(
		readonly status: keyof typeof RESPONSES,
		message: string,
	) {
		super(message);
	}
}

/**
 * Answers a delivery with an error: after a throw, n8n would start an execution and the error workflow, whoever sent
 * the request. It writes the response itself, because n8n would send a returned response with status 200.
 *
 * @param error any but a RefusedError is a failure of n8n or of the settings: 503, so that the service tries again
 */
export function refuse(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const node = context.getNode().name;
	const status = error instanceof RefusedError ? error.status : 503;
	const reason = error instanceof Error ? error.message : String(error);
	if (status === 503) context.logger.error(`Could not process a delivery: ${reason}`, { node });
	else context.logger.warn(`Rejected a delivery: ${reason}`, { node });
	context.getResponseObject().status(status).json({ error: RESPONSES[status] });
	return { noWebhookResponse: true };
}

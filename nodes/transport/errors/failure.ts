import type { UnusableReason } from '../response';

/** What is wrong beside the status of a response. */
export type Problem =
	/** A 2xx response says nothing that the node can use. */
	| { kind: 'unusable'; reason: UnusableReason }
	/** A 3xx response leads elsewhere, if it says where. */
	| { kind: 'redirected'; to?: string }
	/** The file of a response must not be downloaded because of this scheme or host. */
	| { kind: 'forbidden'; urlPart: string }
	/** n8n could not store a file, or n8n or this package not process a response, as this error message says. */
	| { kind: 'notStored' | 'notProcessed'; message: string }
	/** The rate limit requires this pause. `mayWait`: whether the node waits for shorter ones. */
	| { kind: 'mustWait'; seconds: number; mayWait: boolean };

/** Why a request failed for good: by its response, or because there was none. Has neither the API key nor headers. */
export type Failure = FailedRequest & ((BadResponse & Without<NoResponse>) | (NoResponse & Without<BadResponse>));

type Without<Other> = { [name in keyof Other]?: undefined };

interface FailedRequest {
	attempts: number;
	/** Whether this or an earlier attempt of a write may have been carried out; never true of reads. */
	outcomeUnknown: boolean;
	isWrite?: boolean;
	sendsMessage?: boolean;
	/** Whether Retry Writes would have retried this write. */
	retryWritesHelps?: boolean;
}

interface BadResponse {
	status: number;
	problem?: Problem;
	/** The service's own. */
	code?: string;
	serviceMessage?: string;
	/** Of a message that the service rejected, without secrets. */
	sentBody?: string;
}

interface NoResponse {
	/** Of the connection error, e.g. `ECONNRESET`. */
	networkCode?: string;
	/** Whether the service may have received the request. */
	isSent?: boolean;
}

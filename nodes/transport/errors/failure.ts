import type { UnusableReason } from '../response/response';

/** Why a request failed for good. Contains neither the API key nor headers. */
export interface Failure {
	/** HTTP status; undefined if there was no response. */
	status?: number;
	code?: string;
	serviceMessage?: string;
	/** Code of the connection error, e.g. `ECONNRESET`. */
	networkCode?: string;
	/** With a `networkCode`: whether the service may have received the request. */
	isSent?: boolean;
	unusableReason?: UnusableReason;
	redirectedTo?: string;
	/** Scheme or host that forbids the download of a file. */
	forbiddenUrlPart?: string;
	/** n8n's own message if it could not store a file. */
	storageMessage?: string;
	/** Error message of n8n or this package while it processed the response. */
	processingMessage?: string;
	/** Pause that the rate limit requires, in seconds, if the node did not wait. */
	pauseSeconds?: number;
	/** With `pauseSeconds`: whether the node waits for shorter pauses. */
	mayWait?: boolean;
	attempts: number;
	/** Whether this or an earlier attempt of a write may have been carried out; never true of reads. */
	outcomeUnknown: boolean;
	isWrite?: boolean;
	sendsMessage?: boolean;
	/** Whether Retry Writes would have retried this write. */
	retryWritesHelps?: boolean;
}

import type { UnusableReason } from '../response';

/** What is wrong beside the status of a response. */
export type Problem =
	/** A 2xx response says nothing that the node can use. */
	| { kind: 'unusable'; reason: UnusableReason }
	/** A 3xx response leads elsewhere, if it says where. `isEndless`: after many others. */
	| { kind: 'redirected'; to?: string; isEndless?: boolean }
	/** The file of a response must not be downloaded because of this scheme or host. */
	| { kind: 'forbidden'; urlPart: string }
	/** n8n could not store a file, or n8n or this package not process a response, as this error message says. */
	| { kind: 'notStored' | 'notProcessed'; message: string }
	/** The rate limit requires this pause. `mayWait`: whether the node waits for shorter ones. */
	| { kind: 'mustWait'; seconds: number; mayWait: boolean };

/** How one attempt ended. Without a `status` there was no response. */
export interface AttemptResult {
	status?: number;
	problem?: Problem;
	/** Code of the connection error (`ConnectionError`): ECONNREFUSED, ECONNRESET, ETIMEDOUT… */
	networkCode?: string;
	/** Whether the service may have received the request; only with a `networkCode`. */
	isSent?: boolean;
	/** Pause that the server asked for, ms (`readRetryAfter`). */
	retryAfterMs?: number;
}

/** Why a request failed for good. Has neither the API key nor headers. */
export interface Failure extends Omit<AttemptResult, 'isSent' | 'retryAfterMs'> {
	attempts: number;
	/** Whether the user can change options of the node, e.g. Max Wait; else the trigger or the form sent the request. */
	hasOptions?: boolean;
	/** Whether this or an earlier attempt of a write may have been carried out; never true of reads. */
	outcomeUnknown: boolean;
	sendsMessage?: boolean;
	/** Whether it is a write that the service cannot have received. */
	isUnsent?: boolean;
	/** The code that the service gave. */
	code?: string;
	/** The message that the service gave. */
	serviceMessage?: string;
	/** The body of a message that the service rejected, without secrets. */
	sentBody?: string;
}

import type { Unreadable } from '../response/response';
import { explain } from './errors';

/** What is known of a request that failed for good. Holds neither key nor headers. */
export interface Failure {
	/** HTTP status; undefined when no response came. */
	status?: number;
	/** The service's own code and message (reference, section 7). */
	code?: string;
	serviceMessage?: string;
	/** Code of the network fault, e.g. `ECONNRESET`. */
	fault?: string;
	unreadable?: Unreadable;
	/** Where a redirect points, host only. */
	redirectedTo?: string;
	/** What of a file's URL in a response forbids to fetch it: its scheme or its host. */
	refusedAddress?: string;
	/** What n8n says when it could not store a file. */
	notStored?: string;
	/** Pause that the rate limit asked for, in seconds, where it was not waited for. */
	pauseSeconds?: number;
	/** How often the request was tried. */
	attempts: number;
	/** A write that may have been carried out, by this try or one before; never true of a read. */
	outcomeUnknown: boolean;
	/** The write was not repeated, but would be with Retry Writes. */
	retryWritesHelps?: boolean;
}

/** A request failed for good. `message` and `description` are for the user and hold no secret. */
export class ServiceError extends Error {
	override name = 'ServiceError';

	readonly description: string;

	constructor(readonly failure: Failure) {
		const { message, description } = explain(failure);
		super(message);
		this.description = description;
	}
}

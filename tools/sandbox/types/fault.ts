/** What goes wrong. The table in tools/sandbox/README.md explains each kind. */
export type FaultKind =
	| 'reset'
	| 'resetAfterWork'
	| 'stall'
	| 'stallAfterWork'
	| 'status'
	| 'html'
	| 'cutBody'
	| 'cutJson'
	| 'redirect'
	| 'rateLimited'
	| 'empty'
	| 'raw';

/** A planned failure of the requests that match its method and path. */
export interface Fault {
	/** Default: any method. */
	method?: string;
	/**
	 * Without /api/v2. Must match exactly, unless it contains one of ^$*+?()[]{}|\, which makes it a regular expression.
	 * Default: any path.
	 */
	path?: string;
	/** Number of matching requests that pass before the first fault. Default: 0. */
	skip?: number;
	/** Number of requests that fail. Default: 1. */
	times?: number;
	kind: FaultKind;
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** Seconds; only for rateLimited. */
	retryAfter?: number;
	/** Only for redirect. Default: a URL on the other host. */
	location?: string;
	/**
	 * Whether the request is carried out, and entered in the ledger, before the fault. Default: true for cutBody and
	 * cutJson, otherwise false.
	 */
	afterWork?: boolean;
}

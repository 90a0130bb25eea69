import { z } from 'zod';

/** A planned failure of the requests that match its method and path. tools/sandbox/README.md explains each kind. */
export const faultSchema = z.strictObject({
	/** Default: any method. */
	method: z.string().optional(),
	/**
	 * Without /api/v2. Must match exactly, unless it contains one of ^$*+?()[]{}|\, which makes it a regular expression.
	 * Default: any path.
	 */
	path: z.string().optional(),
	/** Number of matching requests that pass before the first fault. Default: 0. */
	skip: z.number().int().min(0).optional(),
	/** Number of requests that fail. Default: 1. JSON has no Infinity. */
	times: z.union([z.number().int().min(1), z.literal('always').transform(() => Infinity)]).optional(),
	kind: z.enum([
		...(['reset', 'resetAfterWork', 'stall', 'stallAfterWork', 'status', 'html', 'cutBody', 'cutJson'] as const),
		...(['redirect', 'rateLimited', 'empty', 'raw'] as const),
	]),
	status: z.number().int().min(200).max(599).optional(),
	body: z.unknown(),
	headers: z.record(z.string(), z.string()).optional(),
	/** Seconds; only for rateLimited. */
	retryAfter: z.number().int().min(0).optional(),
	/** Only for redirect. Default: a URL on the other host. */
	location: z.string().optional(),
	/**
	 * Whether the request is carried out, and entered in the ledger, before the fault. Default: true for cutBody and
	 * cutJson, otherwise false.
	 */
	afterWork: z.boolean().optional(),
});

export type Fault = z.infer<typeof faultSchema>;
export type FaultKind = Fault['kind'];

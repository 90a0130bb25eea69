import { z } from 'zod';
import { invalid } from '../responses/serviceError';

/** What the control API accepts: bodies from other processes, without a type check. */

export const incomingBody = z.strictObject({
	instanceId: z.string().optional(),
	remoteJid: z.string().min(1).optional(),
	participant: z.string().min(1).optional(),
	fromMe: z.boolean().optional(),
	type: z.string().min(1).optional(),
	content: z.unknown(),
	text: z.string().optional(),
	quote: z.union([z.boolean(), z.string().min(1)]).optional(),
	file: z.enum(['url', 'otherHost', 'base64', 'dataUri']).optional(),
	event: z.string().min(1).optional(),
});

export const contactsBody = z.strictObject({ instanceId: z.string().min(1) });

export const statusBody = z.strictObject({ status: z.string().min(1) });

const fault = z.strictObject({
	method: z.string().optional(),
	path: z.string().optional(),
	skip: z.number().int().min(0).optional(),
	// JSON has no Infinity.
	times: z.union([z.number().int().min(1), z.literal('always').transform(() => Infinity)]).optional(),
	kind: z.enum([
		'reset',
		'resetAfterWork',
		'stall',
		'stallAfterWork',
		'status',
		'html',
		'cutBody',
		'cutJson',
		'redirect',
		'rateLimited',
		'empty',
		'raw',
	]),
	status: z.number().int().min(200).max(599).optional(),
	body: z.unknown(),
	headers: z.record(z.string(), z.string()).optional(),
	retryAfter: z.number().int().min(0).optional(),
	location: z.string().optional(),
	afterWork: z.boolean().optional(),
});

/** One fault or a list. */
export const faultsBody = z.union([fault, z.array(fault)]);

export const rateBody = z.strictObject({
	tier: z.union([z.enum(['free', 'starter', 'pro', 'none']), z.number().int().min(1)]).optional(),
	windowSeconds: z.number().positive().optional(),
	consume: z.strictObject({ key: z.string(), n: z.number().int().min(1) }).optional(),
});

export const resetBody = z.strictObject({ keepWebhooks: z.boolean().optional() });

/** The name of a preset, settings, or both. `setDialect` checks them. */
export const dialectBody = z.record(z.string(), z.unknown());

/** Returns a body that matches the schema. Throws 400 with all problems otherwise. */
export function parseBody<T extends z.ZodTypeAny>(schema: T, body: unknown): z.infer<T> {
	const result = schema.safeParse(body ?? {});
	if (result.success) return result.data;
	throw invalid(result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '));
}

import { z } from 'zod';
import { invalid } from '../responses/serviceError';
import { faultSchema } from '../types/fault';

/** What the control API accepts: bodies from other processes, without a type check. */

export const contactsBody = z.strictObject({ instanceId: z.string().min(1) });

export const statusBody = z.strictObject({ status: z.string().min(1) });

/** One fault or a list. */
export const faultsBody = z.union([faultSchema, z.array(faultSchema)]);

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

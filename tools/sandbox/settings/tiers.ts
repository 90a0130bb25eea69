import type { Tier } from '../types/sandbox';

/** The tiers of the reference. */
const requestsPerWindow: Record<string, number> = { free: 60, starter: 120, pro: 300 };

/**
 * Returns the number of requests per window and key that a tier allows, or null for no limit.
 *
 * @throws if there is no such tier, or its number is not a positive integer
 */
export function limitOfTier(tier: Tier): number | null {
	if (tier === 'none') return null;
	const limit = typeof tier === 'number' ? tier : requestsPerWindow[tier];
	if (limit === undefined || !Number.isInteger(limit) || limit < 1) {
		throw new Error(`Unknown tier "${tier}". Use free, starter, pro, none or a whole number above 0.`);
	}
	return limit;
}

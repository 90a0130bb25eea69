import { keys } from '../requests/keys';
import { nameOfDialect } from '../settings/dialects';
import { limitOfTier } from '../settings/tiers';
import type { SandboxState } from '../state/sandboxState';

/** Returns the body of `GET /_sandbox/state`: URLs, keys, the name of the dialect and the rate limit. */
export function reportState(state: SandboxState) {
	const { tier = 'pro', windowSeconds = 60 } = state.settings;
	return {
		baseUrl: `${state.origin}/api/v2`,
		otherOrigin: state.otherOrigin,
		keys,
		dialect: nameOfDialect(state.dialect),
		// Without a rate limit, `limit` is null.
		rate: { tier, limit: limitOfTier(tier), windowSeconds },
	};
}

import { keys } from '../requests/keys';
import { dialects, nameOfDialect } from '../settings/dialects';
import { eventShapes, nameOfShape } from '../settings/eventShapes';
import { fieldNamesOf } from '../settings/fieldNames';
import { limitOfTier } from '../settings/tiers';
import type { SandboxState } from '../state/sandboxState';

/** Returns the body of `GET /_sandbox/state`: URLs, keys, counts and settings. */
export function reportState(state: SandboxState) {
	const { instances, groups, chats, messages, webhooks } = state.data;
	return {
		baseUrl: `${state.origin}/api/v2`,
		otherOrigin: state.otherOrigin,
		keys,
		counts: {
			instances: instances.length,
			groups: groups.length,
			chats: chats.length,
			messages: messages.length,
			webhooks: webhooks.length,
			requests: state.log.length,
			writes: state.ledger.length,
			deliveries: state.deliveries.length,
		},
		settings: {
			seed: 1,
			instances: 6,
			clockOffsetSeconds: 0,
			...state.settings,
			dialect: undefined,
			now: undefined,
		},
		rate: reportRate(state),
		dialect: state.dialect,
		/** Null if the settings are not those of a preset; the same for the shape of events. */
		dialectName: nameOfDialect(state.dialect),
		eventShapeName: nameOfShape(state.dialect.events),
		dialects: Object.keys(dialects),
		eventShapes: Object.keys(eventShapes),
		fieldNames: fieldNamesOf(state.dialect),
		faults: state.faults.list(),
	};
}

/** Returns the body of `POST /_sandbox/rate`. */
export function reportRate({ settings }: SandboxState) {
	const tier = settings.tier ?? 'pro';
	// Without a rate limit, `limit` is null.
	return { tier, limit: limitOfTier(tier), windowSeconds: settings.windowSeconds ?? 60 };
}

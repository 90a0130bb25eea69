import { EventEmitter, setMaxListeners } from 'node:events';
import { dialectOf } from '../settings/dialects';
import { limitOfTier } from '../settings/tiers';
import type { Dialect, DialectChoice } from '../types/dialect';
import type { DeliveryRecord, LedgerEntry, LoggedRequest } from '../types/logs';
import type { SandboxSettings, Tier } from '../types/sandbox';
import { FaultPlan } from './faultPlan';
import { KeptFiles } from './keptFiles';
import { createRandom, type Random } from './random';
import { RateLimiter } from './rateLimiter';
import { seedData, type SeededData } from './seed';

/** Another one than that of the seeded data, whose IDs would otherwise occur again. */
const runtimeSeed = 1_000_004;

/** Everything that a running sandbox remembers. This folder holds it and changes it, and knows nothing of HTTP. */
export interface SandboxState {
	settings: SandboxSettings;
	dialect: Dialect;
	data: SeededData;
	/** The initial data. Copying it takes less time than seeding, and tests reset a sandbox thousands of times. */
	seeded?: SeededData;
	/** What was unknown or did not fit in the request that sent a message, by its ID. */
	marks: Map<string, string[]>;
	files: KeptFiles;
	log: LoggedRequest[];
	ledger: LedgerEntry[];
	deliveries: DeliveryRecord[];
	/** Deliveries whose last attempt has not ended. */
	inFlight: Set<Promise<void>>;
	otherHostLog: LoggedRequest[];
	faults: FaultPlan;
	limiter: RateLimiter;
	/** For IDs created at run time; deterministic. */
	random: Random;
	/** Emits `change` with the name of what changed, for the console page. */
	changes: EventEmitter;
	origin: string;
	otherOrigin: string;
	/** Aborted at reset and close: ends deliveries in flight. */
	deliveriesAbort: AbortController;
	/** The real clock, in milliseconds. */
	now(): number;
	/** The service's clock, which may be skewed; in milliseconds. */
	serviceNow(): number;
}

/**
 * Returns a state without data: seeding needs the URLs, which are known once the servers listen.
 *
 * @throws if a setting is invalid
 */
export function createState(settings: SandboxSettings): SandboxState {
	const now = settings.now ?? Date.now;
	const changes = new EventEmitter();
	changes.setMaxListeners(0);
	return {
		settings,
		dialect: dialectOf(settings.dialect),
		data: { instances: [], groups: [], chats: [], messages: [], webhooks: [], history: new Map() },
		marks: new Map(),
		files: new KeptFiles(),
		log: [],
		ledger: [],
		deliveries: [],
		inFlight: new Set(),
		otherHostLog: [],
		faults: new FaultPlan(),
		limiter: new RateLimiter(limitOfTier(settings.tier ?? 'pro'), (settings.windowSeconds ?? 60) * 1000),
		random: createRandom(runtimeSeed),
		changes,
		origin: '',
		otherOrigin: '',
		deliveriesAbort: createAbort(),
		now,
		serviceNow: () => now() + (settings.clockOffsetSeconds ?? 0) * 1000,
	};
}

/**
 * Restores the seeded data and clears everything else but the settings. Arrays are emptied in place, because callers
 * keep references.
 *
 * @param keepWebhooks whether webhooks that others registered stay
 */
export function resetState(state: SandboxState, keepWebhooks = false): void {
	state.deliveriesAbort.abort();
	state.deliveriesAbort = createAbort();
	for (const list of [state.log, state.ledger, state.deliveries, state.otherHostLog]) list.length = 0;
	state.faults.clear();
	state.marks.clear();
	state.files.clear();
	state.limiter.clear();
	state.random = createRandom(runtimeSeed);
	state.seeded ??= seedData(state.settings.instances ?? 6, `${state.origin}/_sandbox/sink`);
	const fresh = structuredClone(state.seeded);
	if (keepWebhooks) {
		const seededIds = new Set(fresh.webhooks.map(({ id }) => id));
		fresh.webhooks.push(...state.data.webhooks.filter(({ id }) => !seededIds.has(id)));
	}
	for (const name of ['instances', 'groups', 'chats', 'messages', 'webhooks'] as const) {
		state.data[name].splice(0, Infinity, ...(fresh[name] as never[]));
	}
	state.data.history = fresh.history;
	state.changes.emit('change', 'reset');
}

/** Throws if there is no such preset. */
export function setDialect(state: SandboxState, dialect: DialectChoice): void {
	state.dialect = dialectOf(dialect);
}

/** Throws if there is no such tier. */
export function setRate(state: SandboxState, { tier }: { tier: Tier }): void {
	state.limiter.setLimit(limitOfTier(tier));
	state.settings = { ...state.settings, tier };
}

function createAbort(): AbortController {
	const controller = new AbortController();
	// Each delivery in flight adds a listener.
	setMaxListeners(0, controller.signal);
	return controller;
}

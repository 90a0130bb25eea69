import { EventEmitter, setMaxListeners } from 'node:events';
import type { DeliveryRecord, Dialect, LedgerEntry, LoggedRequest, SandboxSettings } from '../types/sandbox';
import { dialectOf } from '../settings/dialects';
import { FaultPlan } from './faultPlan';
import { limitOfTier } from '../settings/tiers';
import { RateLimiter } from './rateLimiter';
import { seedData, type SeededData } from './seed';
import { randomFrom, type Random } from './random';

/** The state that the parts of a sandbox share. */
export interface World {
	settings: SandboxSettings;
	dialect: Dialect;
	data: SeededData;
	log: LoggedRequest[];
	ledger: LedgerEntry[];
	deliveries: DeliveryRecord[];
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
	running: AbortController;
	/** The real clock, in milliseconds. */
	now(): number;
	/** The service's clock, which may be skewed. */
	serviceNow(): number;
}

/** A sandbox without data: the seed needs the URLs, which are known once the servers listen. */
export function createWorld(settings: SandboxSettings): World {
	const now = settings.now ?? Date.now;
	const changes = new EventEmitter();
	changes.setMaxListeners(0);
	return {
		settings,
		dialect: dialectOf(settings.dialect),
		data: { instances: [], groups: [], chats: [], messages: [], webhooks: [], history: new Map() },
		log: [],
		ledger: [],
		deliveries: [],
		otherHostLog: [],
		faults: new FaultPlan(),
		limiter: new RateLimiter(limitOfTier(settings.tier ?? 'pro'), windowMs(settings.windowSeconds)),
		random: randomFrom(runtimeSeed(settings)),
		changes,
		origin: '',
		otherOrigin: '',
		running: deliveriesController(),
		now,
		serviceNow: () => now() + (settings.clockOffsetSeconds ?? 0) * 1000,
	};
}

/** Any number of deliveries may listen without a warning from Node. */
function deliveriesController(): AbortController {
	const controller = new AbortController();
	setMaxListeners(0, controller.signal);
	return controller;
}

/** Resets everything to the seed. Arrays are emptied in place, because callers keep references. */
export function resetWorld(world: World): void {
	world.running.abort();
	world.running = deliveriesController();
	for (const list of [world.log, world.ledger, world.deliveries, world.otherHostLog]) list.length = 0;
	world.faults.clear();
	world.limiter.clear();
	world.random = randomFrom(runtimeSeed(world.settings));
	const fresh = seedData(world.settings.seed ?? 1, world.settings.instances ?? 6, `${world.origin}/_sandbox/sink`);
	for (const name of ['instances', 'groups', 'chats', 'messages', 'webhooks'] as const) {
		world.data[name].splice(0, Infinity, ...(fresh[name] as never[]));
	}
	world.data.history = fresh.history;
	world.changes.emit('change', 'reset');
}

export function windowMs(seconds = 60): number {
	if (!(seconds > 0) || !Number.isFinite(seconds)) throw new Error(`A rate window of ${seconds} seconds makes no sense.`);
	return Math.round(seconds * 1000);
}

// Not the seed itself; otherwise the first IDs created at run time would equal the seeded ones.
function runtimeSeed(settings: SandboxSettings): number {
	return (settings.seed ?? 1) + 1_000_003;
}

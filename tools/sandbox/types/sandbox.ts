import type { DialectChoice } from './dialect';
import type { Fault } from './fault';
import type { IncomingMessage } from './incoming';
import type { DeliveryRecord, LedgerEntry, LoggedRequest } from './logs';
import type { Chat, Group, Instance, Message, Webhook } from './records';

/** How a program starts and controls a sandbox. This folder has types and schemas; all other folders may import it. */

export type Tier = 'free' | 'starter' | 'pro' | 'none' | number;

/** All settings are optional. */
export interface SandboxSettings {
	/** 0, the default, uses any free port. */
	port?: number;
	/**
	 * Requests per window and key: `free` 60, `starter` 120, `pro` 300, `none` (no limit, no headers), or a number.
	 * Default: pro.
	 */
	tier?: Tier;
	/** Length of the rate window. Default: 60. */
	windowSeconds?: number;
	/** Initial number of instances. Default: 6. */
	instances?: number;
	/** A preset, or what differs from `documented`. Default: documented. */
	dialect?: DialectChoice;
	/** The clock of rate windows, timestamps and the Date header, in milliseconds since the epoch. Default: Date.now. */
	now?: () => number;
	/** How far the service's clock is ahead; affects the Date header, X-RateLimit-Reset and timestamps. Default: 0. */
	clockOffsetSeconds?: number;
	/** The pauses before a failed delivery is tried again. Default: 500, 1000 and 2000 ms. */
	retryDelaysMs?: number[];
}

/** The API keys of a sandbox; they are always the same. The README says what they may do. */
export type Keys = Record<'live' | 'test' | 'bare' | 'readOnly' | 'noInstances' | 'noAccess' | 'revoked', string>;

export interface SandboxData {
	instances: Instance[];
	groups: Group[];
	chats: Chat[];
	messages: Message[];
	webhooks: Webhook[];
}

/** A running sandbox. Its arrays are live: they grow with each request, and stay the same objects after a reset. */
export interface Sandbox {
	/** E.g. http://127.0.0.1:4010 */
	origin: string;
	/** The origin with /api/v2. */
	baseUrl: string;
	/** The origin of the other host, which requires no key. */
	otherOrigin: string;
	keys: Keys;
	log: LoggedRequest[];
	/** The writes that were carried out. */
	ledger: LedgerEntry[];
	deliveries: DeliveryRecord[];
	/** Requests to the other host. */
	otherHostLog: LoggedRequest[];
	data: SandboxData;
	/** Throws if the path is not a valid regular expression. */
	addFault(fault: Fault): void;
	clearFaults(): void;
	/** Takes a preset, or what differs from `documented`. Throws if there is no such preset. */
	setDialect(dialect: DialectChoice): void;
	/** Throws if there is no such tier. */
	setRate(rate: { tier: Tier }): void;
	/**
	 * Stores a message and delivers it to the active webhooks that subscribe to its event. Rejects if there is no such
	 * instance.
	 */
	playIncoming(message: IncomingMessage): Promise<Message>;
	/** Delivers any JSON to the active webhooks that subscribe to its `event`, or to all if it names none. */
	playEvent(body: unknown): void;
	/** What was unknown or did not fit in the request that sent a message. */
	marksOf(messageId: string): string[];
	/** Resolves when no delivery is in flight or waiting for a retry. */
	settle(): Promise<void>;
	/**
	 * Restores the seeded data; clears the logs, ledger, deliveries, faults and rate windows. Keeps the dialect and the
	 * rate limit.
	 */
	reset(): void;
	close(): Promise<void>;
}

import type { Chat, Group, Instance, Message, Webhook } from './records';

/** What a program may ask of a sandbox, and what it can read back. `startSandbox` in index.ts is the way in. */

export type Tier = 'free' | 'starter' | 'pro' | 'none' | number;

export interface SandboxSettings {
	/** 0, the default, uses any free port. */
	port?: number;
	/** Requests per window and key: 60, 120, 300, no limit and no headers, or a number. Default: pro. */
	tier?: Tier;
	/** Length of the rate window. Default: 60. */
	windowSeconds?: number;
	/** The same seed gives the same data. Default: 1. */
	seed?: number;
	/** Initial number of instances. Default: 6. */
	instances?: number;
	dialect?: DialectName | Partial<Dialect>;
	/** Milliseconds since the epoch; the rate window, timestamps and the Date header follow it. Default: Date.now. */
	now?: () => number;
	/** Clock skew of the service: Date header, X-RateLimit-Reset and timestamps. Default: 0. */
	clockOffsetSeconds?: number;
}

export type DialectName = 'documented' | 'wrapped' | 'bare' | 'sparse';

/** One way to fill the gaps in the reference; see the table in sandbox/README.md. */
export interface Dialect {
	lists: 'asDocumented' | 'bare' | 'data' | 'successData';
	records: 'bare' | 'data' | 'successData';
	empty: 'message' | '204' | 'emptyText' | 'success';
	downloads: 'bytes' | 'base64' | 'dataUri' | 'address' | 'otherHost';
	qrcode: 'dataUri' | 'base64';
	createdStatus: 200 | 201;
	chatParameter: string;
	pageSizeParameter: string;
	cursorParameter: 'cursor';
	instanceParameter: string;
	ephemeralField: string;
	downloadParameter: string;
	chatsPaging: 'page' | 'cursor' | 'none';
	webhookId: 'top' | 'data' | 'absent';
	webhookDelete: 'works' | 404 | 405 | 501;
	webhookSecretsReadable: boolean;
	payload: 'message' | 'data' | 'array';
	signature: null | Signature;
	deliveryIdHeader: string | null;
	deliveryRepeats: number;
	retryDelaysMs: number[];
	retryAfterInBody: boolean;
	retryAfterHeader: boolean;
	rateLimitHeaders: boolean;
}

export interface Signature {
	headerName: string;
	algorithm: 'sha256' | 'sha1' | 'sha512';
	encoding: 'hex' | 'base64';
	prefix: string;
}

export interface LoggedRequest {
	id: number;
	at: number;
	method: string;
	/** Without /api/v2, encoded as received. */
	path: string;
	url: string;
	query: Record<string, string | string[]>;
	headers: Record<string, string>;
	body: unknown;
	rawBody: string;
	key: string | null;
	/** Null until the response starts. */
	status: number | null;
	valid: boolean;
	problems: string[];
}

/** One entry per write that was carried out. */
export interface LedgerEntry {
	at: number;
	method: string;
	path: string;
	body: unknown;
	key: string;
	/** False if a fault kept the real response from the client. */
	answered: boolean;
}

export interface DeliveryAttempt {
	at: number;
	status: number | null;
	error: string | null;
	/** The receiver's response. */
	body: string;
}

export interface DeliveryRecord {
	id: number;
	at: number;
	webhookId: string;
	url: string;
	event: string;
	deliveryId: string;
	headers: Record<string, string>;
	/** The exact text that was sent and signed. */
	body: string;
	attempts: DeliveryAttempt[];
	state: 'pending' | 'delivered' | 'failed';
}

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
	| 'storm429'
	| 'empty'
	| 'raw';

export interface Fault {
	method?: string;
	/** Must match exactly; a regular expression if it contains one of ^$*+?()[]{}|\ */
	path?: string;
	/** How many matching requests pass first. */
	skip?: number;
	/** How many requests it hits. Default: 1. */
	times?: number;
	kind: FaultKind;
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	retryAfter?: number;
	location?: string;
	/** Carry the request out (and enter it in the ledger) before the fault. Default: only for resetAfterWork, stallAfterWork, cutBody and cutJson. */
	afterWork?: boolean;
}

export interface Incoming {
	instanceId?: string;
	remoteJid?: string;
	fromMe?: boolean;
	type?: string;
	content?: unknown;
	text?: string;
	event?: string;
}

export interface Keys {
	live: string;
	test: string;
	/** Valid, but without a known prefix. */
	bare: string;
	readOnly: string;
	/** Valid, but without permissions on instances. */
	noInstances: string;
	noAccess: string;
	revoked: string;
}

export interface SandboxData {
	instances: Instance[];
	groups: Group[];
	chats: Chat[];
	messages: Message[];
	webhooks: Webhook[];
}

export interface Sandbox {
	origin: string;
	/** The origin with /api/v2. */
	baseUrl: string;
	otherOrigin: string;
	keys: Keys;
	log: LoggedRequest[];
	ledger: LedgerEntry[];
	deliveries: DeliveryRecord[];
	otherHostLog: LoggedRequest[];
	data: SandboxData;
	addFault(fault: Fault): void;
	clearFaults(): void;
	/** The settings override the `documented` preset. */
	setDialect(dialect: DialectName | Partial<Dialect>): void;
	setRate(rate: { tier?: Tier; windowSeconds?: number }): void;
	/** Another program that shares the key uses up n requests. */
	consume(key: string, n: number): void;
	/** Stores a message and delivers it to the active webhooks that subscribe to its event. */
	playIncoming(message: Incoming): Promise<Message>;
	/** Resolves when no delivery is in flight or waiting for a retry. */
	settle(): Promise<void>;
	/** Resets the data to the seed; clears log, ledger, deliveries, faults and rate windows. */
	reset(): void;
	close(): Promise<void>;
}

import type { IWebhookFunctions } from 'n8n-workflow';
import { isPresent, valuesAt } from '../../shared/looseValues';
import type { EventNames } from '../../messages/message';
import { recordsIn } from '../../messages/records';
import { sha256 } from '../../shared/hash';
import { clocks } from '../../transport/clock';
import type { DeliveredEvent } from './events';
import { type Headers, singleHeader } from '../verification/checks';

/** Deliveries that are remembered per trigger. */
const KEEP_COUNT = 10_000;

/** How long a delivery with an ID is remembered. The service's retry schedule is undocumented. */
const KEEP_MS = 24 * 60 * 60_000;

/**
 * How long equal bytes are the same delivery: a state may come again, e.g. `disconnected`. A processed delivery is
 * only sent again if its response was lost, and first retries follow within seconds or a few minutes.
 */
const KEEP_BYTES_MS = 10 * 60_000;

/** After this time without a response to a delivery, a duplicate is processed in its place. */
const GIVE_UP_MS = 2 * 60_000;

export type DeliveryOutcome = 'processed' | 'failed';

/** What identifies a delivery begins with one of these. */
const OF_BYTES = 'bytes ';
const OF_ID = 'id ';

/** How long a delivery is remembered, in ms. */
export const keepMsOf = (identity: string): number => (identity.startsWith(OF_BYTES) ? KEEP_BYTES_MS : KEEP_MS);

export class DeliveryDeduplicator {
	/** Deliveries in the order of their last change, and until when they are remembered. */
	private readonly known = new Map<string, { until: number; isPending: boolean }>();

	/**
	 * Claims a delivery. @returns a function that records the outcome; undefined if the delivery was processed
	 * @throws Error if it has no response yet, so that nobody knows whether it must be sent again
	 */
	claim(identity: string): ((outcome: DeliveryOutcome) => void) | undefined {
		const now = clocks.current.now();
		this.forget(now);
		const first = this.known.get(identity);
		if (first !== undefined && first.until > now) {
			if (first.isPending) throw new Error('the same delivery has no response yet');
			return undefined;
		}
		const pending = { until: now + GIVE_UP_MS, isPending: true };
		this.remember(identity, pending);
		return (outcome) => {
			if (this.known.get(identity) !== pending) return;
			this.known.delete(identity);
			const until = clocks.current.now() + keepMsOf(identity);
			if (outcome === 'processed') this.remember(identity, { until, isPending: false });
		};
	}

	isIdle(): boolean {
		this.forget(clocks.current.now());
		return this.known.size === 0;
	}

	private remember(identity: string, entry: { until: number; isPending: boolean }): void {
		this.known.delete(identity);
		this.known.set(identity, entry);
	}

	private forget(now: number): void {
		for (const [identity, { until }] of this.known) {
			if (until > now && this.known.size <= KEEP_COUNT) return;
			this.known.delete(identity);
		}
	}
}

const triggers = new Map<string, DeliveryDeduplicator>();

/** Returns the deduplicator of a trigger in this process, and drops those of other triggers that are idle. */
export function deduplicatorFor(context: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>) {
	const trigger = `${context.getWorkflow().id}\n${context.getNode().id}`;
	for (const [name, each] of triggers) if (name !== trigger && each.isIdle()) triggers.delete(name);
	const deduplicator = triggers.get(trigger) ?? new DeliveryDeduplicator();
	triggers.set(trigger, deduplicator);
	return deduplicator;
}

/** Headers that usually contain the ID of a delivery or event; `x-webhook-id` usually identifies the webhook. */
const ID_HEADERS = [
	...['x-delivery-id', 'x-webhook-delivery-id', 'x-event-id'],
	...['idempotency-key', 'x-idempotency-key'],
];

/**
 * Returns a key that is equal for duplicates: of the user's field, else of the raw bytes (parsing loses digits) and
 * an ID header. Different bodies are never duplicates: the ID may be that of a message, which has several events.
 */
export function deduplicationKey(
	headers: Headers,
	raw: Buffer,
	events: DeliveredEvent[] | undefined,
	{ path, names }: { path: string; names: EventNames },
	signedIds?: string[],
): string {
	if (path !== '' && events !== undefined) {
		const values = events.map(({ event }) => idAt(event, path, names));
		if (values.length > 0 && values.every(isUsableId))
			return OF_ID + sha256(`field ${path}\n${JSON.stringify(values)}`);
	}
	const name = (signedIds ?? unsignedIds(headers))
		.find((each) => singleHeader(headers, each) !== undefined)
		?.toLowerCase();
	if (name === undefined) return OF_BYTES + sha256(raw);
	return OF_ID + sha256(`header ${name}\n${String(singleHeader(headers, name))}\n${sha256(raw)}`);
}

/** Returns the usual ID headers; `webhook-id` only next to a timestamp, as in Standard Webhooks. */
function unsignedIds(headers: Headers): string[] {
	return singleHeader(headers, 'webhook-timestamp') === undefined ? ID_HEADERS : ['webhook-id', ...ID_HEADERS];
}

function isUsableId(value: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return isPresent(value);
}

/** Returns the value at a path in an event, else the values in its records. */
function idAt(event: unknown, path: string, names: EventNames): unknown {
	const [inEvent, ...others] = valuesAt(event, path);
	if (others.length > 0) return [inEvent, ...others];
	if (isPresent(inEvent)) return inEvent;
	const [only, ...more] = recordsIn(event, names).map(({ record }) => valuesAt(record, path)[0]);
	return more.length > 0 && [only, ...more].every(isUsableId) ? [only, ...more] : only;
}

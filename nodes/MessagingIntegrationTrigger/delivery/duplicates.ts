import type { IWebhookFunctions } from 'n8n-workflow';
import { isPresent, valuesAt } from '../../messages/keys';
import { sha256 } from '../../shared/values';
import { CanceledError, clocks } from '../../transport/clock';
import type { DeliveredEvent } from './events';
import { type Headers, singleHeader } from '../verification/verification';

/** Per trigger: how long a delivery is remembered, and how many. The service's retry schedule is undocumented. */
const KEEP_MS = 24 * 60 * 60_000;
const KEEP_COUNT = 10_000;

/** After this time without a response to a delivery, a duplicate is processed in its place. */
const GIVE_UP_MS = 2 * 60_000;
export type DeliveryOutcome = 'processed' | 'failed';

/** Why duplicates stop waiting. One object for all: AbortController would create an error with a stack for each. */
const ENDED = new CanceledError();

export class DeliveryDeduplicator {
	private readonly pending = new Map<string, { since: number; ended: AbortController }>();
	/** When each processed delivery ended, oldest first. */
	private readonly processed = new Map<string, number>();

	/**
	 * Claims a delivery. A duplicate waits for the first one, and takes its place if that fails or takes two minutes.
	 * @returns a function that records the outcome; undefined if the delivery was processed
	 */
	async claim(identity: string): Promise<((outcome: DeliveryOutcome) => void) | undefined> {
		for (;;) {
			this.forget();
			if (this.processed.has(identity)) return undefined;
			const first = this.pending.get(identity);
			if (first === undefined) return this.start(identity);
			const clock = clocks.current;
			await clock.sleep(first.since + GIVE_UP_MS - clock.now(), first.ended.signal).catch(() => undefined);
			if (this.pending.get(identity) === first) this.pending.delete(identity);
		}
	}

	private start(identity: string): (outcome: DeliveryOutcome) => void {
		const pending = { since: clocks.current.now(), ended: new AbortController() };
		this.pending.set(identity, pending);
		return (outcome) => {
			if (pending.ended.signal.aborted) return;
			pending.ended.abort(ENDED);
			if (this.pending.get(identity) === pending) this.pending.delete(identity);
			if (outcome === 'processed') this.processed.set(identity, clocks.current.now());
		};
	}

	isIdle(): boolean {
		this.forget();
		return this.pending.size === 0 && this.processed.size === 0;
	}

	private forget(): void {
		const oldest = clocks.current.now() - KEEP_MS;
		for (const [identity, { since }] of this.pending) if (since < oldest) this.pending.delete(identity);
		for (const [identity, at] of this.processed) {
			if (at >= oldest && this.processed.size <= KEEP_COUNT) return;
			this.processed.delete(identity);
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
 * Returns a key that is equal for duplicates: of the user's field, else of the raw bytes (parsing loses digits) and an
 * ID header. Different bodies are never duplicates: the ID may be that of a message, which has several events.
 */
export function deduplicationKey(
	headers: Headers,
	raw: Buffer,
	events: DeliveredEvent[] | undefined,
	path: string,
	signedIds?: string[],
): string {
	if (path !== '' && events !== undefined) {
		const values = events.map((event) => idAt(event, path));
		if (values.length > 0 && values.every(isUsableId)) return sha256(`field ${path}\n${JSON.stringify(values)}`);
	}
	const names = signedIds ?? unsignedIds(headers);
	const name = names.find((each) => singleHeader(headers, each) !== undefined)?.toLowerCase();
	if (name === undefined) return sha256(raw);
	return sha256(`header ${name}\n${String(singleHeader(headers, name))}\n${sha256(raw)}`);
}

/** Returns the usual ID headers; `webhook-id` only next to a timestamp, as in Standard Webhooks. */
function unsignedIds(headers: Headers): string[] {
	return singleHeader(headers, 'webhook-timestamp') === undefined ? ID_HEADERS : ['webhook-id', ...ID_HEADERS];
}

function isUsableId(value: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return isPresent(value);
}

/** Returns the value at a path in an event, else the values in its messages. */
function idAt({ event, messages }: DeliveredEvent, path: string): unknown {
	const [inEvent, ...others] = valuesAt(event, path);
	if (others.length > 0) return [inEvent, ...others];
	if (isPresent(inEvent)) return inEvent;
	const [only, ...more] = messages.map(({ record }) => valuesAt(record, path)[0]);
	return more.length > 0 && [only, ...more].every(isUsableId) ? [only, ...more] : only;
}

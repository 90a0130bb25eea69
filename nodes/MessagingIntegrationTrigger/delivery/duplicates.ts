import type { IWebhookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/texts';
import { isPresent, valuesAt } from '../../shared/looseValues';
import { clocks } from '../../transport/clock';
import { triggerKey } from '../settings/settings';
import { type Headers, singleHeader } from './verify';

/** Deliveries that a process remembers. */
const KEEP_COUNT = 20_000;
/** How long a delivery with an ID is remembered. The service's retry schedule is undocumented. */
const KEEP_MS = 24 * 60 * 60_000;
/** How long equal bytes are the same delivery: a state may come again, and first retries follow within minutes. */
const KEEP_BYTES_MS = 10 * 60_000;
/** After this time without a response to a delivery, a duplicate is processed in its place. */
const GIVE_UP_MS = 2 * 60_000;

/** How long a delivery is remembered, in ms. */
export const keepMsOf = (identity: string): number => (identity.startsWith('bytes ') ? KEEP_BYTES_MS : KEEP_MS);

/** Deliveries of all triggers, in the order of their last change, and until when they are remembered. */
const claimedDeliveries = new Map<string, { until: number; isPending: boolean }>();

const keyOf = (context: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>, identity: string) =>
	`${triggerKey(context)}\n${identity}`;

/** Whether this process received a delivery. In queue mode, a worker executes what another process received. */
export const isReceivedHere = (...delivery: Parameters<typeof keyOf>): boolean =>
	claimedDeliveries.has(keyOf(...delivery));

/** Claims a delivery. @returns a function that records whether it was processed; undefined if it was before */
export function claimDelivery(context: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>, identity: string) {
	const delivery = keyOf(context, identity);
	const { until = 0, isPending: hasNoResponse } = claimedDeliveries.get(delivery) ?? {};
	if (until > clocks.current.now()) {
		// Until there is a response, nobody knows whether the service must send the delivery again.
		if (hasNoResponse) throw new Error('the same delivery has no response yet');
		return undefined;
	}
	const remember = (keepMs: number, isPending: boolean) => {
		claimedDeliveries.delete(delivery);
		claimedDeliveries.set(delivery, { until: clocks.current.now() + keepMs, isPending });
	};
	remember(GIVE_UP_MS, true);
	for (const oldest of claimedDeliveries.keys()) {
		if (claimedDeliveries.size <= KEEP_COUNT) break;
		claimedDeliveries.delete(oldest);
	}
	return (isProcessed: boolean) => {
		if (isProcessed) remember(keepMsOf(identity), false);
		else claimedDeliveries.delete(delivery);
	};
}

/** Headers with the ID of a delivery or event. */
const ID_HEADERS = ['x-delivery-id', 'x-webhook-delivery-id', 'x-event-id', 'idempotency-key', 'x-idempotency-key'];

/**
 * Returns a key that is equal for duplicates: of the user's field, else of the raw bytes (parsing loses digits) and
 * an ID header. Different bodies are never duplicates: the ID may be that of a message, which has several events.
 * @param path of the user's field, in each event
 * @param isSigned whether the body is signed: then no header counts, since anybody can put one on a recorded delivery
 */
export function deduplicationKey(headers: Headers, raw: Buffer, events: unknown[], path: string, isSigned: boolean) {
	const values = path === '' ? [] : events.map((event) => valuesAt(event, path));
	if (values.length > 0 && values.every((eventValues) => eventValues.length > 0 && eventValues.every(isPresent)))
		return `id ${sha256(`field ${path}\n${JSON.stringify(values)}`)}`;
	const name = isSigned ? undefined : ID_HEADERS.find((header) => singleHeader(headers, header) !== undefined);
	if (name === undefined) return `bytes ${sha256(raw)}`;
	return `id ${sha256(`header ${name}\n${String(singleHeader(headers, name))}\n${sha256(raw)}`)}`;
}

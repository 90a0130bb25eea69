import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { hex } from '../state/random';
import type { SandboxState } from '../state/sandboxState';
import type { DeliveryAttempt, DeliveryRecord } from '../types/logs';
import type { Webhook } from '../types/records';

/** An attempt fails if the receiver takes longer. */
const timeoutMs = 30_000;
/** Limits the memory that the deliveries use. */
const maxRecords = 5_000;
/** The pauses before a failed delivery is tried again. */
const retryDelaysMs = [500, 1000, 2000];

export interface DeliveryInFlight {
	/** Whether the receiver accepted the first attempt. */
	firstAttempt: Promise<boolean>;
	/** Resolves after the last attempt. */
	finished: Promise<void>;
}

/** Starts to deliver an event to a webhook. */
export function deliver(
	state: SandboxState,
	webhook: Webhook,
	event: string,
	body: string,
	{ retries = webhook.retryOnFailure } = {},
): DeliveryInFlight {
	const deliveryId = `dlv_${hex(state.random, 16)}`;
	const record: DeliveryRecord = {
		id: (state.deliveries.at(-1)?.id ?? 0) + 1,
		at: state.now(),
		webhookId: webhook.id,
		url: webhook.url,
		event,
		deliveryId,
		headers: deliveryHeaders(state, webhook, body, deliveryId),
		body,
		attempts: [],
		state: 'pending',
	};
	state.deliveries.push(record);
	if (state.deliveries.length > maxRecords) state.deliveries.splice(0, state.deliveries.length - maxRecords);
	const delivery = start(state, record, retries ? (state.settings.retryDelaysMs ?? retryDelaysMs) : []);
	state.inFlight.add(delivery.finished);
	void delivery.finished.finally(() => state.inFlight.delete(delivery.finished));
	return delivery;
}

/** Resolves when no delivery is in flight or waiting for a retry. */
export async function waitForDeliveries(state: SandboxState): Promise<void> {
	while (state.inFlight.size > 0) await Promise.all(state.inFlight);
}

function start(state: SandboxState, record: DeliveryRecord, delays: number[]): DeliveryInFlight {
	const { signal } = state.deliveriesAbort;
	const firstAttempt = attempt(state, record, signal);
	const finished = (async () => {
		let isAccepted = await firstAttempt;
		for (const delay of delays) {
			if (isAccepted || signal.aborted) break;
			await sleep(delay, undefined, { signal }).catch(() => undefined);
			if (!signal.aborted) isAccepted = await attempt(state, record, signal);
		}
		record.state = isAccepted ? 'delivered' : 'failed';
		state.changes.emit('change', 'deliveries');
	})();
	return { firstAttempt, finished };
}

/** Sends the delivery once, and returns whether the receiver responded with 2xx. */
async function attempt(state: SandboxState, record: DeliveryRecord, signal: AbortSignal): Promise<boolean> {
	const outcome: DeliveryAttempt = { at: state.now(), status: null, error: null, body: '' };
	state.changes.emit('change', 'deliveries');
	try {
		const response = await axios.post<string>(record.url, Buffer.from(record.body), {
			headers: record.headers,
			signal,
			timeout: timeoutMs,
			maxRedirects: 0,
			proxy: false,
			responseType: 'text',
			transformResponse: (text: unknown) => text,
			validateStatus: () => true,
		});
		outcome.status = response.status;
		outcome.body = String(response.data ?? '').slice(0, 10_000);
	} catch (error) {
		const { message, code } = error as NodeJS.ErrnoException;
		outcome.error = message || String(code);
	}
	record.attempts.push(outcome);
	state.changes.emit('change', 'deliveries');
	return outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
}

function deliveryHeaders(
	state: SandboxState,
	webhook: Webhook,
	body: string,
	deliveryId: string,
): Record<string, string> {
	const headers: Record<string, string> = {
		'Content-Type': 'application/json',
		'User-Agent': 'messaging-sandbox',
		...webhook.headers,
	};
	if (!state.dialect.signedDeliveries) return headers;
	headers['X-Delivery-Id'] = deliveryId;
	if (webhook.secret !== undefined)
		headers['X-Signature'] = `sha256=${createHmac('sha256', webhook.secret).update(body).digest('hex')}`;
	return headers;
}

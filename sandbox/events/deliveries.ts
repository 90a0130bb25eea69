import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { DeliveryAttempt, DeliveryRecord, Signature } from '../types/sandbox';
import type { Webhook } from '../types/records';
import { hex } from '../state/random';
import type { World } from '../state/sandboxState';

/** A slower receiver counts as failed. */
const patienceMs = 30_000;
const kept = 5_000;

interface UnderWay {
	first: Promise<boolean>;
	whole: Promise<void>;
}

const underWay = new WeakMap<World, Set<Promise<void>>>();

/** Starts to deliver one event to one webhook, as many times at once as the dialect says. */
export function deliver(world: World, webhook: Webhook, event: string, body: string, { retries = webhook.retryOnFailure } = {}): UnderWay[] {
	const deliveryId = `dlv_${hex(world.random, 16)}`;
	const headers = headersFor(world, webhook, body, deliveryId);
	return Array.from({ length: Math.max(1, world.dialect.deliveryRepeats) }, () => {
		const record: DeliveryRecord = {
			id: (world.deliveries.at(-1)?.id ?? 0) + 1,
			at: world.now(),
			webhookId: webhook.id,
			url: webhook.url,
			event,
			deliveryId,
			headers,
			body,
			attempts: [],
			state: 'pending',
		};
		world.deliveries.push(record);
		if (world.deliveries.length > kept) world.deliveries.splice(0, world.deliveries.length - kept);
		return track(world, begin(world, record, retries ? world.dialect.retryDelaysMs : []));
	});
}

/** Whether the receiver accepted the first attempt of each. */
export async function settleFirstAttempt(deliveries: UnderWay[]): Promise<boolean> {
	const taken = await Promise.all(deliveries.map((each) => each.first));
	return taken.every(Boolean);
}

/** Resolves when no delivery is in flight or waiting for a retry. */
export async function settleAll(world: World): Promise<void> {
	for (let set = underWay.get(world); set !== undefined && set.size > 0; ) await Promise.all(set);
}

function begin(world: World, record: DeliveryRecord, delays: number[]): UnderWay {
	const { signal } = world.running;
	const first = attempt(world, record, signal);
	const whole = (async () => {
		let taken = await first;
		for (const delay of delays) {
			if (taken || signal.aborted) break;
			await sleep(delay, undefined, { signal }).catch(() => undefined);
			if (!signal.aborted) taken = await attempt(world, record, signal);
		}
		record.state = taken ? 'delivered' : 'failed';
		world.changes.emit('change', 'deliveries');
	})();
	return { first, whole };
}

async function attempt(world: World, record: DeliveryRecord, signal: AbortSignal): Promise<boolean> {
	const outcome: DeliveryAttempt = { at: world.now(), status: null, error: null, body: '' };
	world.changes.emit('change', 'deliveries');
	try {
		const response = await axios.post<string>(record.url, Buffer.from(record.body), {
			headers: record.headers,
			signal,
			timeout: patienceMs,
			maxRedirects: 0,
			proxy: false,
			responseType: 'text',
			transformResponse: (text: unknown) => text,
			validateStatus: () => true,
		});
		outcome.status = response.status;
		outcome.body = String(response.data ?? '').slice(0, 10_000);
	} catch (error) {
		outcome.error = error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
	}
	record.attempts.push(outcome);
	world.changes.emit('change', 'deliveries');
	return outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
}

function headersFor(world: World, webhook: Webhook, body: string, deliveryId: string): Record<string, string> {
	const { signature, deliveryIdHeader } = world.dialect;
	const headers: Record<string, string> = { 'Content-Type': 'application/json', 'User-Agent': 'messaging-sandbox', ...webhook.headers };
	if (deliveryIdHeader !== null) headers[deliveryIdHeader] = deliveryId;
	if (signature !== null && webhook.secret !== undefined) headers[signature.headerName] = sign(signature, webhook.secret, body);
	return headers;
}

function sign({ algorithm, encoding, prefix }: Signature, secret: string, body: string): string {
	return prefix + createHmac(algorithm, secret).update(body, 'utf8').digest(encoding);
}

function track(world: World, delivery: UnderWay): UnderWay {
	const set = underWay.get(world) ?? new Set();
	underWay.set(world, set);
	set.add(delivery.whole);
	void delivery.whole.finally(() => set.delete(delivery.whole));
	return delivery;
}

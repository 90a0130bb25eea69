import { Router } from 'express';
import { sendAsShown, sendEmpty, sendList, sendRecord } from '../responses/success';
import { announceTest } from '../events/events';
import { Failure, notFound } from '../responses/serviceError';
import { findWebhook } from '../requests/findRecord';
import type { Webhook } from '../types/records';
import { hex } from '../state/random';
import type { World } from '../state/sandboxState';

export function webhookRoutes(world: World): Router {
	const router = Router();

	router.get('/', (_req, res) => sendList(world, res, world.data.webhooks.map((each) => readable(world, each))));

	router.post('/', (req, res) => {
		const { url, events = [], headers = {}, secret, retryOnFailure = false, isActive = true } = req.body;
		const webhook: Webhook = { id: `wh_${hex(world.random, 12)}`, url, events, headers, secret, retryOnFailure, isActive };
		world.data.webhooks.push(webhook);
		world.changes.emit('change', 'webhooks');
		const record: Partial<Webhook> = readable(world, webhook);
		const { webhookId, records, createdStatus } = world.dialect;
		if (webhookId === 'absent') delete record.id;
		// This response has its own setting, because clients depend on the ID.
		if (webhookId === 'absent') return sendRecord(world, res, record, createdStatus);
		const wrapped = records === 'successData' ? { success: true, data: record } : { data: record };
		res.status(createdStatus);
		sendAsShown(world, res, webhookId === 'top' ? record : wrapped);
	});

	// Assumption: the reference shows no endpoint that changes or deletes a webhook.
	router.patch('/:id', (req, res) => {
		const webhook = findWebhook(world, req.params.id);
		for (const name of ['url', 'events', 'headers', 'secret', 'retryOnFailure', 'isActive'] as const) {
			if (req.body[name] !== undefined) Object.assign(webhook, { [name]: req.body[name] });
		}
		world.changes.emit('change', 'webhooks');
		sendRecord(world, res, readable(world, webhook));
	});

	router.delete('/:id', (req, res) => {
		const { webhookDelete } = world.dialect;
		if (webhookDelete === 404) throw notFound('Endpoint');
		if (webhookDelete === 405) throw new Failure(405, 'METHOD_NOT_ALLOWED', 'Webhooks cannot be deleted here');
		if (webhookDelete === 501) throw new Failure(501, 'NOT_IMPLEMENTED', 'Deleting webhooks is not implemented');
		const webhook = findWebhook(world, req.params.id);
		world.data.webhooks.splice(world.data.webhooks.indexOf(webhook), 1);
		world.changes.emit('change', 'webhooks');
		sendEmpty(world, res, 'The webhook was deleted');
	});

	router.post('/:id/test', async (req, res) => {
		const webhook = findWebhook(world, req.params.id);
		const sent = await announceTest(world, webhook);
		sendAsShown(world, res, sent ? { success: true, message: 'The test event was sent' } : { success: false, message: 'The test event could not be delivered' });
	});

	return router;
}

function readable(world: World, webhook: Webhook): Webhook {
	const shown = { ...webhook };
	if (world.dialect.webhookSecretsReadable) return shown;
	const { secret: _, headers: __, ...rest } = shown;
	return rest as Webhook;
}

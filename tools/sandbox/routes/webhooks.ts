import { Router } from 'express';
import { sendTestEvent } from '../events/events';
import { findWebhook } from '../requests/findRecord';
import { ServiceError, notFound } from '../responses/serviceError';
import { sendFixed, sendConfirmation, sendList, sendRecord } from '../responses/success';
import { hex } from '../state/random';
import type { SandboxState } from '../state/sandboxState';
import type { Webhook } from '../types/records';

/** The endpoints under /webhooks. */
export function webhookRoutes(state: SandboxState): Router {
	const router = Router();

	router.get('/', (_req, res) =>
		sendList(
			state,
			res,
			state.data.webhooks.map((each) => visible(state, each)),
		),
	);

	router.post('/', (req, res) => {
		const { url, events = [], headers = {}, secret, retryOnFailure = false, isActive = true } = req.body;
		const webhook: Webhook = {
			id: `wh_${hex(state.random, 12)}`,
			url,
			events,
			headers,
			secret,
			retryOnFailure,
			isActive,
		};
		state.data.webhooks.push(webhook);
		state.changes.emit('change', 'webhooks');
		const { id, ...record } = visible(state, webhook);
		const { webhookId, createdStatus } = state.dialect;
		sendRecord(state, res, webhookId === 'absent' ? record : { id, ...record }, createdStatus);
	});

	// Assumption: the reference shows no endpoint that deletes a webhook.
	router.delete('/:id', (req, res) => {
		const { webhookDelete } = state.dialect;
		if (webhookDelete === 404) throw notFound('Endpoint');
		if (webhookDelete === 405) throw new ServiceError(405, 'METHOD_NOT_ALLOWED', 'Webhooks cannot be deleted here');
		if (webhookDelete === 501) throw new ServiceError(501, 'NOT_IMPLEMENTED', 'Deleting webhooks is not implemented');
		const webhook = findWebhook(state, req.params.id);
		state.data.webhooks.splice(state.data.webhooks.indexOf(webhook), 1);
		state.changes.emit('change', 'webhooks');
		sendConfirmation(state, res, 'The webhook was deleted');
	});

	router.post('/:id/test', async (req, res) => {
		const webhook = findWebhook(state, req.params.id);
		const isAccepted = await sendTestEvent(state, webhook);
		sendFixed(
			state,
			res,
			isAccepted
				? { success: true, message: 'The test event was sent' }
				: { success: false, message: 'The test event could not be delivered' },
		);
	});

	return router;
}

/** Hides what the dialect says that the service does not return. */
function visible(state: SandboxState, webhook: Webhook): Webhook {
	const shown = { ...webhook };
	if (state.dialect.webhookSecretsReadable) return shown;
	const { secret: _, headers: __, ...rest } = shown;
	return rest as Webhook;
}

import { Router } from 'express';
import { sendRecord } from '../responses/success';
import { announceMessage } from '../events/events';
import { findActingInstance } from '../requests/findRecord';
import { storeMessage } from '../state/messages';
import type { World } from '../state/sandboxState';

export function messageRoutes(world: World): Router {
	const router = Router();

	router.post('/', (req, res) => {
		const { instanceId, remoteJid, content, type = 'text' } = req.body;
		findActingInstance(world, instanceId);
		const message = storeMessage(world, { instanceId, remoteJid, content, type, fromMe: true, status: 'pending' });
		sendRecord(world, res, { ...message }, world.dialect.createdStatus);
		// The sent message comes back as an event; a second event reports that it was sent.
		announceMessage(world, 'message', { ...message });
		message.status = 'sent';
		announceMessage(world, 'message.status', { ...message });
		world.changes.emit('change', 'messages');
	});

	return router;
}

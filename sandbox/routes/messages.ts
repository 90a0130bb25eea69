import { Router } from 'express';
import { sendMessageEvent } from '../events/events';
import { findConnectedInstance } from '../requests/findRecord';
import { sendRecord } from '../responses/success';
import { storeMessage } from '../state/messages';
import type { SandboxState } from '../state/sandboxState';

/** The endpoint /messages. */
export function messageRoutes(state: SandboxState): Router {
	const router = Router();

	router.post('/', (req, res) => {
		const { instanceId, remoteJid, content, type = 'text' } = req.body;
		findConnectedInstance(state, instanceId);
		const message = storeMessage(state, {
			instanceId,
			remoteJid,
			content,
			type,
			fromMe: true,
			status: 'pending',
		});
		sendRecord(state, res, { ...message }, state.dialect.createdStatus);
		// The sent message comes back as an event; a second event reports that it was sent.
		sendMessageEvent(state, 'message', { ...message });
		message.status = 'sent';
		sendMessageEvent(state, 'message.status', { ...message });
		state.changes.emit('change', 'messages');
	});

	return router;
}

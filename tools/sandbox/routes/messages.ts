import { Router } from 'express';
import { changeMessageStatus, sendMessageEvent } from '../events/events';
import { readMessage } from '../messages/readMessage';
import { findConnectedInstance } from '../requests/findRecord';
import { sendRecord } from '../responses/success';
import { newMessageId, storeMessage } from '../state/messages';
import type { SandboxState } from '../state/sandboxState';

/** The endpoint /messages. */
export function messageRoutes(state: SandboxState): Router {
	const router = Router();

	router.post('/', (req, res) => {
		const isStrict = state.dialect.unknownContent === 'refused';
		const { instanceId, recipient, type, content, file, marks } = readMessage(req.body, isStrict);
		findConnectedInstance(state, instanceId);
		const id = newMessageId(state);
		if (file !== undefined) state.files.add(id, file);
		state.marks.set(id, marks);
		const message = storeMessage(state, {
			id,
			instanceId,
			remoteJid: recipient,
			content: file ? { url: `${state.origin}/media/sent/${id}`, ...content } : content,
			type,
			fromMe: true,
			status: 'pending',
		});
		sendRecord(state, res, { ...message }, state.dialect.createdStatus);
		// The sent message comes back as an event; a second event reports that it was sent.
		sendMessageEvent(state, 'message', message);
		changeMessageStatus(state, message, 'sent');
	});

	return router;
}

import { Router } from 'express';
import { changeMessageStatus, sendMessageEvent } from '../events/events';
import { readMessage } from '../messages/readMessage';
import { findConnectedInstance } from '../requests/findRecord';
import { sendRecord } from '../responses/success';
import { newMessageId, storeDetails, storeMessage } from '../state/messages';
import type { SandboxState } from '../state/sandboxState';
import type { Message } from '../types/records';

/** The endpoint /messages. */
export function messageRoutes(state: SandboxState): Router {
	const router = Router();

	router.post('/', (req, res) => {
		const { instanceId, recipient, type, content, file, marks } = readMessage(req.body, state.dialect);
		findConnectedInstance(state, instanceId);
		const id = newMessageId(state);
		const { mimetype, fileName } = content;
		storeDetails(
			state,
			id,
			marks,
			file && {
				bytes: file,
				mimetype: typeof mimetype === 'string' ? mimetype : undefined,
				fileName: typeof fileName === 'string' ? fileName : undefined,
			},
		);
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
		sendMessageEvent(state, 'message', message, { quoted: quotedBy(state, content) });
		changeMessageStatus(state, message, 'sent');
	});

	return router;
}

function quotedBy({ data }: SandboxState, { quotedMessageId }: Record<string, unknown>): Message | undefined {
	return data.messages.find(({ id }) => id === quotedMessageId);
}

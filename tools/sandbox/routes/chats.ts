import { Router } from 'express';
import { findConnectedInstance, findInstance } from '../requests/findRecord';
import { pageAfter, pageOf } from '../responses/pages';
import { notFound } from '../responses/serviceError';
import { sendConfirmation, sendList } from '../responses/success';
import { chatIdOf, findChat } from '../state/messages';
import type { SandboxState } from '../state/sandboxState';

/** As openapi.yaml has checked them, with defaults. */
interface ListQuery {
	instanceId?: string;
	page: number;
	limit: number;
	cursor?: string;
}

/** The endpoints under /chats. openapi.yaml has the defaults and limits of their parameters. */
export function chatRoutes(state: SandboxState): Router {
	const router = Router();

	router.get('/', (req, res) => {
		const { instanceId, page, limit, cursor } = req.query as unknown as ListQuery;
		if (instanceId !== undefined) findInstance(state, instanceId);
		const chats = state.data.chats.filter((chat) => instanceId === undefined || chat.instanceId === instanceId);
		const { chatsPaging } = state.dialect;
		if (chatsPaging === 'none') return sendList(state, res, chats);
		if (chatsPaging === 'page') {
			const { records, pagination } = pageOf(chats, page, limit);
			return sendList(state, res, records, { pagination });
		}
		const { records, nextCursor } = pageAfter(chats, cursor, limit);
		// On the last page, too, so that the body stays an object. JSON omits the key then.
		sendList(state, res, records, { nextCursor });
	});

	router.get('/messages', (req, res) => {
		const { chatId, instanceId, limit, cursor } = req.query as unknown as ListQuery & { chatId: string };
		if (findChat(state, chatId, instanceId) === undefined) throw notFound('Chat');
		const address = chatIdOf(chatId);
		const newestFirst = state.data.messages
			.filter(
				(message) => message.remoteJid === address && (instanceId === undefined || message.instanceId === instanceId),
			)
			.reverse();
		const { records, nextCursor } = pageAfter(newestFirst, cursor, limit);
		sendList(state, res, records, { nextCursor }, { messages: records, nextCursor });
	});

	router.post('/archive', (req, res) => {
		const { instanceId, chatId, archive } = req.body;
		findConnectedInstance(state, instanceId);
		const chat = findChat(state, chatId, instanceId);
		if (chat === undefined) throw notFound('Chat');
		chat.archived = archive;
		state.changes.emit('change', 'chats');
		sendConfirmation(state, res, archive ? 'The chat was archived' : 'The chat was unarchived');
	});

	return router;
}

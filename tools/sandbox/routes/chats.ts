import { Router } from 'express';
import { findConnectedInstance, findInstance } from '../requests/findRecord';
import { queryNumber, queryText } from '../requests/queryParameters';
import { pageAfter, pageOf } from '../responses/pages';
import { invalid, notFound } from '../responses/serviceError';
import { sendConfirmation, sendList } from '../responses/success';
import { chatIdOf, findChat } from '../state/messages';
import type { SandboxState } from '../state/sandboxState';

// Assumption: of these, the reference shows only the maximum for messages.
const defaultPageSize = 20;
const maximumPageSize = 100;

/** The endpoints under /chats. */
export function chatRoutes(state: SandboxState): Router {
	const router = Router();

	router.get('/', (req, res) => {
		const instanceId = queryText(req.query, 'instanceId');
		if (instanceId !== undefined) findInstance(state, instanceId);
		const matching = state.data.chats.filter((each) => instanceId === undefined || each.instanceId === instanceId);
		if (state.dialect.chatsPaging === 'none') return sendList(state, res, matching);
		const limit = queryNumber(req.query, 'limit', defaultPageSize, maximumPageSize);
		if (state.dialect.chatsPaging === 'page') {
			const { records, pagination } = pageOf(matching, queryNumber(req.query, 'page', 1), limit);
			return sendList(state, res, records, { pagination });
		}
		const { records, nextCursor } = pageAfter(matching, queryText(req.query, 'cursor'), limit);
		// On the last page, too, so that the body stays an object. JSON omits the key then.
		sendList(state, res, records, { nextCursor });
	});

	router.get('/messages', (req, res) => {
		const chatId = queryText(req.query, 'chatId');
		if (chatId === undefined) throw invalid('Query parameter chatId is missing');
		const instanceId = queryText(req.query, 'instanceId');
		if (findChat(state, chatId, instanceId) === undefined) throw notFound('Chat');
		const limit = queryNumber(req.query, 'limit', defaultPageSize, maximumPageSize);
		const address = chatIdOf(chatId);
		const newestFirst = state.data.messages
			.filter((each) => each.remoteJid === address && (instanceId === undefined || each.instanceId === instanceId))
			.reverse();
		const { records, nextCursor } = pageAfter(newestFirst, queryText(req.query, 'cursor'), limit);
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

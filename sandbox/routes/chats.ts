import { Router } from 'express';
import { sendEmpty, sendList } from '../responses/success';
import { invalid, notFound } from '../responses/serviceError';
import { findActingInstance, findInstance, queryNumber, queryText } from '../requests/findRecord';
import { findChat } from '../state/messages';
import { afterCursor, pageOf } from '../responses/pages';
import type { World } from '../state/sandboxState';

/** Assumption: the reference shows only the maximum page size of messages. */
const defaultPageSize = 20;
const maximumPageSize = 100;

export function chatRoutes(world: World): Router {
	const router = Router();

	router.get('/', (req, res) => {
		const { dialect } = world;
		const instanceId = queryText(req.query, dialect.instanceParameter);
		if (instanceId !== undefined) findInstance(world, instanceId);
		const wanted = world.data.chats.filter((each) => instanceId === undefined || each.instanceId === instanceId);
		if (dialect.chatsPaging === 'none') return sendList(world, res, wanted);
		const limit = queryNumber(req.query, dialect.pageSizeParameter, defaultPageSize, maximumPageSize);
		if (dialect.chatsPaging === 'page') {
			const { part, pagination } = pageOf(wanted, queryNumber(req.query, 'page', 1), limit);
			return sendList(world, res, part, { pagination });
		}
		const { part, nextCursor } = afterCursor(wanted, queryText(req.query, dialect.cursorParameter), limit);
		// The key exists even on the last page, so that the list stays an object; JSON omits it.
		sendList(world, res, part, { nextCursor });
	});

	router.get('/messages', (req, res) => {
		const { dialect } = world;
		const chatId = queryText(req.query, dialect.chatParameter);
		if (chatId === undefined) throw invalid(`Query parameter ${dialect.chatParameter} is missing`);
		const instanceId = queryText(req.query, dialect.instanceParameter);
		if (findChat(world, chatId, instanceId) === undefined) throw notFound('Chat');
		const limit = queryNumber(req.query, dialect.pageSizeParameter, defaultPageSize, maximumPageSize);
		const newestFirst = world.data.messages
			.filter((each) => each.remoteJid === chatId && (instanceId === undefined || each.instanceId === instanceId))
			.reverse();
		if (dialect.lists === 'bare') {
			// A bare list cannot contain a cursor, so it is paged by number.
			return sendList(world, res, pageOf(newestFirst, queryNumber(req.query, 'page', 1), limit).part);
		}
		const { part, nextCursor } = afterCursor(newestFirst, queryText(req.query, dialect.cursorParameter), limit);
		sendList(world, res, part, { nextCursor }, { messages: part, nextCursor });
	});

	router.post('/archive', (req, res) => {
		const { instanceId, chatId, archive } = req.body;
		findActingInstance(world, instanceId);
		const chat = findChat(world, chatId, instanceId);
		if (chat === undefined) throw notFound('Chat');
		chat.archived = archive;
		world.changes.emit('change', 'chats');
		sendEmpty(world, res, archive ? 'The chat was archived' : 'The chat was unarchived');
	});

	return router;
}

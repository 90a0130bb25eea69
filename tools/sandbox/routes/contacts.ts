import { Router } from 'express';
import { queryNumber } from '../requests/queryParameters';
import { pageOf } from '../responses/pages';
import { sendList } from '../responses/success';
import type { SandboxState } from '../state/sandboxState';
import type { Contact } from '../types/records';

/** Assumption: the reference has the tag Contacts, but shows no endpoint. */
export function contactRoutes(state: SandboxState): Router {
	const router = Router();

	router.get('/', (req, res) => {
		const contacts: Contact[] = state.data.chats
			.filter((each) => !each.isGroup)
			.map(({ id, instanceId, name }) => ({ id, instanceId, name, phone: id.split('@')[0]! }));
		const { records, pagination } = pageOf(
			contacts,
			queryNumber(req.query, 'page', 1),
			queryNumber(req.query, 'limit', 20, 100),
		);
		sendList(state, res, records, { pagination });
	});

	return router;
}

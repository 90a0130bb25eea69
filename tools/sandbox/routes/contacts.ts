import { Router } from 'express';
import { pageOf } from '../responses/pages';
import { sendList } from '../responses/success';
import type { SandboxState } from '../state/sandboxState';
import type { Contact } from '../types/records';

/** Assumption: the reference has the tag Contacts, but shows no endpoint. */
export function contactRoutes(state: SandboxState): Router {
	const router = Router();

	router.get('/', (req, res) => {
		const contacts: Contact[] = state.data.chats
			.filter(({ isGroup }) => !isGroup)
			.map(({ id, instanceId, name }) => ({ id, instanceId, name, phone: id.split('@')[0]! }));
		const { records, pagination } = pageOf(contacts, Number(req.query['page']), Number(req.query['limit']));
		sendList(state, res, records, { pagination });
	});

	return router;
}

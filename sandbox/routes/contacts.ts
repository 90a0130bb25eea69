import { Router } from 'express';
import { sendList } from '../responses/success';
import { queryNumber } from '../requests/findRecord';
import { pageOf } from '../responses/pages';
import type { Contact } from '../types/records';
import type { World } from '../state/sandboxState';

// Assumption: the reference has a tag Contacts, but shows no endpoint.
export function contactRoutes(world: World): Router {
	const router = Router();

	router.get('/', (req, res) => {
		const contacts: Contact[] = world.data.chats
			.filter((each) => !each.isGroup)
			.map(({ id, instanceId, name }) => ({ id, instanceId, name, phone: id.split('@')[0]! }));
		const { part, pagination } = pageOf(contacts, queryNumber(req.query, 'page', 1), queryNumber(req.query, 'limit', 20, 100));
		sendList(world, res, part, { pagination });
	});

	return router;
}

import { Router } from 'express';
import { sendList } from '../answers';
import { queryNumber } from '../find';
import { pageOf } from '../page';
import type { Contact } from '../records';
import type { World } from '../world';

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

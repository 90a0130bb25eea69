import { type Request, type RequestHandler, Router } from 'express';
import { sendEmpty, sendRecord } from '../responses/success';
import { findActingInstance, findGroup } from '../requests/findRecord';
import type { Group } from '../types/records';
import { digits } from '../state/random';
import type { World } from '../state/sandboxState';

export function groupRoutes(world: World): Router {
	const router = Router();

	router.post('/', (req, res) => {
		const { instanceId, subject, description = '', participants = [] } = req.body;
		findActingInstance(world, instanceId);
		const group: Group = {
			id: `120363${digits(world.random, 12)}@g.us`,
			instanceId,
			subject,
			description,
			announcement: false,
			photoUrl: null,
			ephemeral: 0,
			participants: [...new Set<string>(participants)],
			createdAt: new Date(world.serviceNow()).toISOString(),
		};
		world.data.groups.push(group);
		world.data.chats.push({
			id: group.id,
			instanceId,
			name: subject,
			isGroup: true,
			archived: false,
			unreadCount: 0,
			lastMessageAt: null,
		});
		world.changes.emit('change', 'groups');
		sendRecord(world, res, group, world.dialect.createdStatus);
	});

	router.patch('/:id/settings', (req, res) => {
		const group = findGroup(world, req.params.id);
		const { subject, description, announcement } = req.body;
		if (subject !== undefined) group.subject = subject;
		if (description !== undefined) group.description = description;
		if (announcement !== undefined) group.announcement = announcement;
		done(group);
		sendEmpty(world, res, 'The settings were updated');
	});

	/** A change of a group by an instance. */
	const change =
		(message: string, apply: (group: Group, body: Request['body']) => void): RequestHandler<{ id: string }> =>
		(req, res) => {
			const group = findGroup(world, req.params.id);
			findActingInstance(world, req.body.instanceId);
			apply(group, req.body);
			done(group);
			sendEmpty(world, res, message);
		};

	router.post(
		'/:id/participants',
		change('The participants were added', (group, { participants }) => {
			group.participants = [...new Set<string>([...group.participants, ...participants])];
		}),
	);
	router.put(
		'/:id/photo',
		change('The photo was changed', (group, { photoUrl }) => {
			group.photoUrl = photoUrl;
		}),
	);
	router.patch(
		'/:id/announce',
		change('Announcement mode was changed', (group, { announcement }) => {
			group.announcement = announcement;
		}),
	);
	router.patch(
		'/:id/ephemeral',
		change('The ephemeral setting was applied', (group, body) => {
			// The field's name is not documented, so its absence is not an error.
			group.ephemeral = body[world.dialect.ephemeralField] ?? group.ephemeral;
		}),
	);

	function done(group: Group): void {
		const chat = world.data.chats.find((each) => each.id === group.id);
		if (chat !== undefined) chat.name = group.subject;
		world.changes.emit('change', 'groups');
	}

	return router;
}

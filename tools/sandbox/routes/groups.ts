import { type Request, type RequestHandler, Router } from 'express';
import { findConnectedInstance, findGroup } from '../requests/findRecord';
import { sendConfirmation, sendRecord } from '../responses/success';
import { digits } from '../state/random';
import type { SandboxState } from '../state/sandboxState';
import type { Group } from '../types/records';

/** The endpoints under /groups. */
export function groupRoutes(state: SandboxState): Router {
	const router = Router();

	router.post('/', (req, res) => {
		const { instanceId, subject, description = '', participants = [] } = req.body;
		findConnectedInstance(state, instanceId);
		const group: Group = {
			id: `120363${digits(state.random, 12)}@g.us`,
			instanceId,
			subject,
			description,
			announcement: false,
			photoUrl: null,
			ephemeral: 0,
			participants: [...new Set<string>(participants)],
			createdAt: new Date(state.serviceNow()).toISOString(),
		};
		state.data.groups.push(group);
		state.data.chats.push({
			id: group.id,
			instanceId,
			name: subject,
			isGroup: true,
			archived: false,
			unreadCount: 0,
			lastMessageAt: null,
		});
		state.changes.emit('change', 'groups');
		sendRecord(state, res, group, state.dialect.createdStatus);
	});

	router.patch('/:id/settings', (req, res) => {
		const group = findGroup(state, req.params.id);
		const { subject, description, announcement } = req.body;
		if (subject !== undefined) group.subject = subject;
		if (description !== undefined) group.description = description;
		if (announcement !== undefined) group.announcement = announcement;
		updateChat(group);
		sendConfirmation(state, res, 'The settings were updated');
	});

	/** An endpoint at which an instance changes a group. */
	const change =
		(message: string, apply: (group: Group, body: Request['body']) => void): RequestHandler<{ id: string }> =>
		(req, res) => {
			const group = findGroup(state, req.params.id);
			findConnectedInstance(state, req.body.instanceId);
			apply(group, req.body);
			updateChat(group);
			sendConfirmation(state, res, message);
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
		change('The lifetime of messages was changed', (group, body) => {
			// The field's name is not documented, so its absence is not an error.
			group.ephemeral = body.expiration ?? group.ephemeral;
		}),
	);

	function updateChat(group: Group): void {
		const chat = state.data.chats.find((each) => each.id === group.id);
		if (chat !== undefined) chat.name = group.subject;
		state.changes.emit('change', 'groups');
	}

	return router;
}

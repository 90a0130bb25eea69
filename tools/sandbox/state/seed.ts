import type { Chat, Group, HistoryEntry, Instance, InstanceStatus } from '../types/records';
import type { SandboxData } from '../types/sandbox';
import { between, createRandom, digits, hex, uuid, type Random } from './random';
import { createMessages, hour, seededAt } from './seedMessages';
import { groupSubjects, instanceNames, people } from './seedTexts';

/** `history` has the connection history of each instance, newest first. */
export interface SeededData extends SandboxData {
	history: Map<string, HistoryEntry[]>;
}

const statuses: InstanceStatus[] = ['connected', 'connected', 'disconnected', 'connecting', 'error', 'disconnected'];

/** Creates the initial data of a sandbox. The two webhooks deliver to `sinkUrl`. */
export function seedData(instanceCount: number, sinkUrl: string): SeededData {
	const random = createRandom(1);
	const instances = Array.from({ length: instanceCount }, (_, index) => createInstance(random, index));
	const connected = instances.filter((each) => each.status === 'connected').slice(0, 2);
	const groups =
		connected.length === 0
			? []
			: groupSubjects.map((subject, index) => createGroup(random, subject, connected[index % connected.length]!));
	const chats = [
		...groups.map((each, index) => createGroupChat(each, index)),
		...connected.flatMap((each, index) => createPersonChats(random, each, index)),
	];
	return {
		instances,
		groups,
		chats,
		messages: createMessages(random, chats),
		webhooks: [
			{
				id: `wh_${hex(random, 12)}`,
				url: sinkUrl,
				events: ['instance.status'],
				headers: { 'X-Team': 'operations' },
				secret: hex(random, 24),
				retryOnFailure: true,
				isActive: true,
			},
			{
				id: `wh_${hex(random, 12)}`,
				url: sinkUrl,
				events: ['message', 'message.status'],
				headers: {},
				retryOnFailure: false,
				isActive: false,
			},
		],
		history: new Map(instances.map((each) => [each.id, createHistory(random)])),
	};
}

function createInstance(random: Random, index: number): Instance {
	const status = statuses[index % statuses.length]!;
	const createdAt = seededAt - between(random, 30, 400) * 24 * hour;
	const record: Instance = {
		id: uuid(random),
		name: instanceNames[index] ?? `Branch ${index + 1}`,
		status,
		createdAt: new Date(createdAt).toISOString(),
	};
	// This instance was never connected, so it has no number. Clients have to handle missing fields.
	if (status === 'connecting') return record;
	record.phone = `55${between(random, 11, 99)}9${digits(random, 8)}`;
	record.profilePicture = `https://pictures.example/${record.id}.jpg`;
	record.lastConnection = new Date(seededAt - between(random, 1, 200) * hour).toISOString();
	return record;
}

function createGroup(random: Random, subject: string, owner: Instance): Group {
	return {
		id: `120363${digits(random, 12)}@g.us`,
		instanceId: owner.id,
		subject,
		description: `${subject}: news, questions and answers.`,
		announcement: random() < 0.3,
		photoUrl: null,
		ephemeral: 0,
		participants: Array.from(
			{ length: between(random, 3, 9) },
			() => `55${between(random, 11, 99)}9${digits(random, 8)}`,
		),
		createdAt: new Date(seededAt - between(random, 10, 300) * 24 * hour).toISOString(),
	};
}

function createGroupChat({ id, instanceId, subject }: Group, index: number): Chat {
	return {
		id,
		instanceId,
		name: subject,
		isGroup: true,
		archived: index === 7,
		unreadCount: index % 3,
		lastMessageAt: null,
	};
}

function createPersonChats(random: Random, owner: Instance, half: number): Chat[] {
	return people
		.filter((_, index) => index % 2 === half)
		.map((name, index) => ({
			id: `55${between(random, 11, 99)}9${digits(random, 8)}@s.whatsapp.net`,
			instanceId: owner.id,
			name,
			isGroup: false,
			archived: false,
			unreadCount: index % 4,
			lastMessageAt: null,
		}));
}

function createHistory(random: Random): HistoryEntry[] {
	const statusChanges = ['connected', 'disconnected', 'connected', 'connecting'];
	let at = seededAt;
	return Array.from({ length: 12 }, (_, index) => {
		at -= between(random, 1, 60) * hour;
		return {
			timestamp: new Date(at).toISOString(),
			details: { event: statusChanges[index % statusChanges.length] },
		};
	});
}

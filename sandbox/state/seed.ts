import type {
	Chat,
	Group,
	HistoryEntry,
	Instance,
	InstanceStatus,
	Message,
} from '../types/records';
import type { SandboxData } from '../types/sandbox';
import { between, createRandom, digits, hex, pick, uuid, type Random } from './random';
import {
	closingLines,
	groupSubjects,
	incomingLines,
	instanceNames,
	outgoingLines,
	people,
} from './seedTexts';

/** `history` has the connection history of each instance, newest first. */
export interface SeededData extends SandboxData {
	history: Map<string, HistoryEntry[]>;
}

// A fixed day, so that the same seed always gives the same data.
const seededAt = Date.UTC(2026, 0, 15, 12, 0, 0);
const hour = 3_600_000;
/** More than three pages of the maximum size. */
const longChatMessages = 350;
const statuses: InstanceStatus[] = [
	'connected',
	'connected',
	'disconnected',
	'connecting',
	'error',
	'disconnected',
];

/** Creates the initial data of a sandbox. The two webhooks deliver to `sinkUrl`. */
export function seedData(seed: number, instanceCount: number, sinkUrl: string): SeededData {
	const random = createRandom(seed);
	const instances = Array.from({ length: instanceCount }, (_, index) =>
		createInstance(random, index),
	);
	const connected = instances.filter((each) => each.status === 'connected').slice(0, 2);
	const groups =
		connected.length === 0
			? []
			: groupSubjects.map((subject, index) =>
					createGroup(random, subject, connected[index % connected.length]!),
				);
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
				secret: `whsec_${hex(random, 24)}`,
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

/** Oldest first. The first chat with a person is long, to test pagination. */
function createMessages(random: Random, chats: Chat[]): Message[] {
	const longChat = chats.find((chat) => !chat.isGroup);
	const messages = chats.flatMap((chat) => {
		const count = chat === longChat ? longChatMessages : between(random, 2, 7);
		let at = seededAt - between(random, 1, 40) * hour - count * 900_000;
		let previous = '';
		return Array.from({ length: count }, (_, index) => {
			at += between(random, 60, 900) * 1000;
			const created = createTextMessage(
				random,
				chat,
				index === count - 1 ? closingLines : null,
				at,
				previous,
			);
			previous = (created.content as { text: string }).text;
			return created;
		});
	});
	for (const [type, caption] of [
		['video', 'The new window display'],
		['audio', 'Can you call me back?'],
	] as const) {
		if (longChat !== undefined) messages.push(createMediaMessage(random, longChat, type, caption));
	}
	messages.sort((a, b) => a.timestamp - b.timestamp);
	for (const chat of chats) {
		const last = messages.filter((each) => each.remoteJid === chat.id).at(-1);
		if (last !== undefined) chat.lastMessageAt = new Date(last.timestamp * 1000).toISOString();
	}
	return messages;
}

function createTextMessage(
	random: Random,
	chat: Chat,
	lines: string[] | null,
	at: number,
	previous: string,
): Message {
	const fromMe = random() < 0.4;
	const candidates = lines ?? (fromMe ? outgoingLines : incomingLines);
	const text = pick(
		random,
		candidates.filter((line) => line !== previous),
	);
	return {
		id: `3EB0${hex(random, 16).toUpperCase()}`,
		instanceId: chat.instanceId,
		remoteJid: chat.id,
		fromMe,
		type: 'text',
		content: { text },
		timestamp: Math.floor(at / 1000),
		status: fromMe ? 'sent' : 'received',
	};
}

function createMediaMessage(
	random: Random,
	chat: Chat,
	type: 'video' | 'audio',
	caption: string,
): Message {
	return {
		id: `3EB0${hex(random, 16).toUpperCase()}`,
		instanceId: chat.instanceId,
		remoteJid: chat.id,
		fromMe: false,
		type,
		content: { caption, seconds: 3 },
		timestamp: Math.floor((seededAt - (type === 'video' ? 2 : 1) * 60_000) / 1000),
		status: 'received',
	};
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

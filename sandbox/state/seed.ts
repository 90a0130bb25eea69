import type { SandboxData } from '../types/sandbox';
import type { Chat, Group, HistoryEntry, Instance, InstanceStatus, Message } from '../types/records';
import { between, digits, hex, pick, randomFrom, uuid, type Random } from './random';
import { closing, groupSubjects, incomingLines, instanceNames, outgoingLines, people } from './seedTexts';

export interface SeededData extends SandboxData {
	history: Map<string, HistoryEntry[]>;
}

// A fixed day, so that the same seed always gives the same data.
const seededAt = Date.UTC(2026, 0, 15, 12, 0, 0);
const hour = 3_600_000;
const longChatMessages = 350;
const statuses: InstanceStatus[] = ['connected', 'connected', 'disconnected', 'connecting', 'error', 'disconnected'];

/** The initial data of a sandbox, determined by the seed. */
export function seedData(seed: number, instanceCount: number, sinkUrl: string): SeededData {
	const random = randomFrom(seed);
	const instances = Array.from({ length: instanceCount }, (_, index) => instance(random, index));
	const connected = instances.filter((each) => each.status === 'connected').slice(0, 2);
	const groups = connected.length === 0 ? [] : groupSubjects.map((subject, index) => group(random, subject, connected[index % connected.length]!));
	const chats = [...groups.map((each, index) => groupChat(each, index)), ...connected.flatMap((each, index) => personChats(random, each, index))];
	return {
		instances,
		groups,
		chats,
		messages: messagesOf(random, chats),
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
			{ id: `wh_${hex(random, 12)}`, url: sinkUrl, events: ['message', 'message.status'], headers: {}, retryOnFailure: false, isActive: false },
		],
		history: new Map(instances.map((each) => [each.id, historyOf(random)])),
	};
}

function instance(random: Random, index: number): Instance {
	const status = statuses[index % statuses.length]!;
	const createdAt = seededAt - between(random, 30, 400) * 24 * hour;
	const record: Instance = {
		id: uuid(random),
		name: instanceNames[index] ?? `Branch ${index + 1}`,
		status,
		createdAt: new Date(createdAt).toISOString(),
	};
	// An instance that was never connected has no number, so clients must handle missing fields.
	if (status === 'connecting') return record;
	record.phone = `55${between(random, 11, 99)}9${digits(random, 8)}`;
	record.profilePicture = `https://pictures.example/${record.id}.jpg`;
	record.lastConnection = new Date(seededAt - between(random, 1, 200) * hour).toISOString();
	return record;
}

function group(random: Random, subject: string, owner: Instance): Group {
	return {
		id: `120363${digits(random, 12)}@g.us`,
		instanceId: owner.id,
		subject,
		description: `${subject}: news, questions and answers.`,
		announcement: random() < 0.3,
		photoUrl: null,
		ephemeral: 0,
		participants: Array.from({ length: between(random, 3, 9) }, () => `55${between(random, 11, 99)}9${digits(random, 8)}`),
		createdAt: new Date(seededAt - between(random, 10, 300) * 24 * hour).toISOString(),
	};
}

function groupChat(of: Group, index: number): Chat {
	return { id: of.id, instanceId: of.instanceId, name: of.subject, isGroup: true, archived: index === 7, unreadCount: index % 3, lastMessageAt: null };
}

function personChats(random: Random, owner: Instance, half: number): Chat[] {
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

/** Oldest first. The first chat with a person is long, to test paging. */
function messagesOf(random: Random, chats: Chat[]): Message[] {
	const long = chats.find((chat) => !chat.isGroup);
	const messages = chats.flatMap((chat) => {
		const count = chat === long ? longChatMessages : between(random, 2, 7);
		let at = seededAt - between(random, 1, 40) * hour - count * 900_000;
		let before = '';
		return Array.from({ length: count }, (_, index) => {
			at += between(random, 60, 900) * 1000;
			const made = message(random, chat, index === count - 1 ? closing : null, at, before);
			before = (made.content as { text: string }).text;
			return made;
		});
	});
	for (const [type, caption] of [['video', 'The new window display'], ['audio', 'Can you call me back?']] as const) {
		if (long !== undefined) messages.push(media(random, long, type, caption));
	}
	messages.sort((a, b) => a.timestamp - b.timestamp);
	for (const chat of chats) {
		const last = messages.filter((each) => each.remoteJid === chat.id).at(-1);
		if (last !== undefined) chat.lastMessageAt = new Date(last.timestamp * 1000).toISOString();
	}
	return messages;
}

function message(random: Random, chat: Chat, lines: string[] | null, at: number, before: string): Message {
	const fromMe = random() < 0.4;
	const from = lines ?? (fromMe ? outgoingLines : incomingLines);
	const text = pick(random, from.filter((line) => line !== before));
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

function media(random: Random, chat: Chat, type: 'video' | 'audio', caption: string): Message {
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

function historyOf(random: Random): HistoryEntry[] {
	const reasons = ['connected', 'disconnected', 'connected', 'connecting'];
	let at = seededAt;
	return Array.from({ length: 12 }, (_, index) => {
		at -= between(random, 1, 60) * hour;
		return { timestamp: new Date(at).toISOString(), details: { event: reasons[index % reasons.length] } };
	});
}

import axios, { type AxiosInstance } from 'axios';
import type { Chat, Group, Instance, Message, Sandbox } from '../../../sandbox';

/** A plain HTTP client with a key; it returns responses of any status. */
export function clientOf(sandbox: Sandbox, key: string | null = sandbox.keys.live): AxiosInstance {
	return axios.create({
		baseURL: sandbox.baseUrl,
		headers: key === null ? {} : { Authorization: `Bearer ${key}` },
		validateStatus: () => true,
		maxRedirects: 0,
		proxy: false,
	});
}

/** Seeded records that most tests need. */
export function known(sandbox: Sandbox): { on: Instance; off: Instance; chat: Chat; group: Group; video: Message; audio: Message } {
	const { instances, chats, groups, messages } = sandbox.data;
	const found = {
		on: instances.find((each) => each.status === 'connected'),
		off: instances.find((each) => each.status === 'disconnected'),
		chat: chats.find((each) => !each.isGroup),
		group: groups[0],
		video: messages.find((each) => each.type === 'video'),
		audio: messages.find((each) => each.type === 'audio'),
	};
	return found as { [Name in keyof typeof found]: NonNullable<(typeof found)[Name]> };
}

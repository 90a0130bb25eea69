import axios, { type AxiosInstance } from 'axios';
import type { Chat, Group, Instance, Message, Sandbox } from '../../../sandbox';

/** Returns a plain HTTP client with a key, or without one. It returns responses of any status. */
export function clientOf(sandbox: Sandbox, key: string | null = sandbox.keys.live): AxiosInstance {
	return axios.create({
		baseURL: sandbox.baseUrl,
		headers: key === null ? {} : { Authorization: `Bearer ${key}` },
		validateStatus: () => true,
		maxRedirects: 0,
		proxy: false,
	});
}

/** Returns seeded records that most tests need: a connected and a disconnected instance, a chat with a person, a group, and two media messages. */
export function seeded(sandbox: Sandbox): {
	connected: Instance;
	disconnected: Instance;
	chat: Chat;
	group: Group;
	video: Message;
	audio: Message;
} {
	const { instances, chats, groups, messages } = sandbox.data;
	const found = {
		connected: instances.find((each) => each.status === 'connected'),
		disconnected: instances.find((each) => each.status === 'disconnected'),
		chat: chats.find((each) => !each.isGroup),
		group: groups[0],
		video: messages.find((each) => each.type === 'video'),
		audio: messages.find((each) => each.type === 'audio'),
	};
	return found as { [Name in keyof typeof found]: NonNullable<(typeof found)[Name]> };
}

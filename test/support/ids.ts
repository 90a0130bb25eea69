import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox';

export interface Ids {
	instance: string;
	disconnected: string;
	group: string;
	chat: string;
	webhook: string;
	video: string;
	audio: string;
}

export function idsOf({ data }: Sandbox): Ids {
	const byStatus = (status: string) => data.instances.find((each) => each.status === status)?.id ?? '';
	return {
		instance: byStatus('connected'),
		disconnected: byStatus('disconnected'),
		group: data.groups[0]?.id ?? '',
		chat: data.chats[0]?.id ?? '',
		webhook: data.webhooks[0]?.id ?? '',
		video: data.messages.find(({ type }) => type === 'video')?.id ?? '',
		audio: data.messages.find(({ type }) => type === 'audio')?.id ?? '',
	};
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
export const fromList = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: 'x' });

/** Names and values in the format of n8n's HTTP Request node. */
export const pairs = (values: Record<string, string>) => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
});

/** For titles of tests, before the sandbox runs. */
export const NO_IDS: Ids = {
	instance: 'i',
	disconnected: 'd',
	group: 'g',
	chat: 'c',
	webhook: 'w',
	video: 'v',
	audio: 'a',
};

/** An API request about contacts. */
export const api = (method: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'contact',
	operation: 'apiRequest',
	method,
	path: '/contacts',
	body: '{"a":1}',
	...more,
});

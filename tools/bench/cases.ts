import type { NodeOf } from './n8n/workflows';

/** What the items of a run contain. */
export interface Item {
	instanceId: string;
	phone: string;
	text: string;
}

/** One request per item, by the node of this package and by n8n's HTTP Request node. */
export interface Case {
	operation: 'send' | 'status';
	title: string;
}

export const cases: Case[] = [
	{ operation: 'send', title: 'send, three expressions' },
	{ operation: 'status', title: 'status, one expression' },
];

/** The node's own concurrency when none is set. */
export const concurrencyOf = { send: 1, status: 5 };

/** Items for different recipients. They repeat, since the sandbox searches all chats for each message. */
export function itemsOf(instanceId: string, count: number): Item[] {
	return Array.from({ length: count }, (_, n) => ({
		instanceId,
		phone: String(5511980000000 + (n % 100)),
		text: `Hello, this is message ${n}`,
	}));
}

/** The expression for a part of an item. */
const value = (name: keyof Item) => `={{ $json.${name} }}`;

/** The node of this package. */
export function ourNode({ operation }: Case, type: string): NodeOf {
	const instanceId = { __rl: true, mode: 'id', value: value('instanceId') };
	return {
		type,
		typeVersion: 1,
		parameters:
			operation === 'status'
				? { resource: 'instance', operation: 'getStatus', instanceId }
				: {
						resource: 'message',
						operation: 'sendText',
						instanceId,
						recipient: { __rl: true, mode: 'phone', value: value('phone') },
						text: value('text'),
					},
	};
}

/** n8n's HTTP Request node with the same requests. */
export function httpRequestNode({ operation }: Case, baseUrl: string): NodeOf {
	const authentication = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'messagingIntegrationApi',
	};
	const fields = [
		{ name: 'instanceId', value: value('instanceId') },
		{ name: 'remoteJid', value: value('phone') },
		{ name: 'type', value: 'text' },
		{ name: 'content.text', value: value('text') },
	];
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters:
			operation === 'status'
				? {
						method: 'GET',
						...authentication,
						options: {},
						url: `=${baseUrl}/instances/{{ $json.instanceId }}/status`,
					}
				: {
						method: 'POST',
						...authentication,
						options: {},
						url: `${baseUrl}/messages`,
						sendBody: true,
						contentType: 'json',
						specifyBody: 'keypair',
						bodyParameters: { parameters: fields },
					},
	};
}

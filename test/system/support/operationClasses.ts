import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { changedCase } from '../../engine/support/cases';
import { byId, idsOf } from '../../engine/support/ids';
import { bytesOf, type RunResult } from '../../engine/support/engine';

type Kind = 'read' | 'idempotent' | 'write';

/** A class of operation: one item, or several of which the one with index 1 gets the fault. */
export interface OperationClass {
	name: string;
	kind: Kind;
	method: string;
	path: string;
	/** How many requests precede the fault. */
	skip: number;
	items: number;
	parameters(sandbox: Sandbox): INodeParameters;
	onError?: 'continueRegularOutput';
	dialect?: Parameters<Sandbox['setDialect']>[0];
	/** Checks that the result is complete. */
	check(result: RunResult, sandbox: Sandbox): Promise<void> | void;
	/** The text that identifies a write in the ledger. */
	mark?(body: unknown): unknown;
}

const idsIn = (result: RunResult) => result.items.map(({ json }) => json.id);
const text = (body: unknown) => (body as { content: { text: string } }).content.text;

/** The parameters of an operation's first case, with changes. */
const parametersOf =
	(name: string, changes: INodeParameters = {}) =>
	(sandbox: Sandbox) =>
		changedCase(idsOf(sandbox), name, changes as Parameters<typeof changedCase>[2]);

const checkWrites = ({ items }: RunResult) =>
	expect(items.map(({ json }) => json.error)).toEqual([undefined, undefined, undefined]);
const checkFile = async ({ items }: RunResult) =>
	expect(await bytesOf(items[0]!)).toHaveLength(300_000);

const read = { kind: 'read', method: 'GET', skip: 0, items: 1 } as const;
const writes = { skip: 1, items: 3, check: checkWrites };

const getVideo: Omit<OperationClass, 'name'> = {
	...read,
	path: '/downloads/video',
	parameters: parametersOf('download.getVideo', {
		options: { queryParameters: { parameters: [{ name: 'size', value: '300000' }] } },
	}),
	check: checkFile,
};

const postMessage: Omit<OperationClass, 'name'> = {
	...writes,
	kind: 'write',
	method: 'POST',
	path: '/messages',
	parameters: parametersOf('message.sendText', { text: '={{ "m" + $json.n }}' }),
	mark: text,
};

/** Each way in which the node sends requests. */
export const operationClasses: OperationClass[] = [
	{
		name: 'read',
		...read,
		path: '/status$',
		parameters: parametersOf('instance.getStatus'),
		check: ({ items }) => expect(items[0]?.json.status).toBe('connected'),
	},
	{
		name: 'list by page, 2nd page',
		...read,
		path: '/instances',
		skip: 1,
		parameters: parametersOf('instance.getAll', { returnAll: true, filters: {} }),
		check: (result, sandbox) =>
			expect(idsIn(result)).toEqual(sandbox.data.instances.map(({ id }) => id)),
	},
	{
		name: 'list by cursor, 2nd page',
		...read,
		path: '/chats/messages',
		skip: 1,
		parameters: (sandbox) => ({
			resource: 'chat',
			operation: 'getMessages',
			simplify: false,
			instanceId: byId(idsOf(sandbox).instance),
			chatId: byId(longChat(sandbox)),
			returnAll: true,
		}),
		check: (result, sandbox) => {
			const there = sandbox.data.messages.filter(
				({ remoteJid }) => remoteJid === longChat(sandbox),
			);
			expect(idsIn(result)).toEqual(there.map(({ id }) => id).reverse());
		},
	},
	{ ...getVideo, name: 'download, bytes' },
	{ ...getVideo, name: 'download, base64 in JSON', dialect: { downloads: 'base64' } },
	{
		name: 'PUT group photo',
		...writes,
		kind: 'idempotent',
		method: 'PUT',
		path: '/photo$',
		parameters: parametersOf('group.updatePhoto', {
			photoUrl: '={{ "https://pictures.example/m" + $json.n }}',
		}),
		mark: (body) => (body as { photoUrl: string }).photoUrl.split('/').at(-1),
	},
	{
		name: 'PATCH group settings',
		...writes,
		kind: 'write',
		method: 'PATCH',
		path: '/settings$',
		parameters: parametersOf('group.updateSettings', {
			updateFields: { subject: '={{ "m" + $json.n }}' },
		}),
		mark: (body) => (body as { subject: string }).subject,
	},
	{ ...postMessage, name: 'POST message' },
	{ ...postMessage, name: 'POST message, continue on fail', onError: 'continueRegularOutput' },
];

/** The chat with the most messages. */
function longChat(sandbox: Sandbox): string {
	const counts = new Map<string, number>();
	for (const { remoteJid } of sandbox.data.messages)
		counts.set(remoteJid, (counts.get(remoteJid) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

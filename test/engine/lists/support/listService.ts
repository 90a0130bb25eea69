import type { RequestListener } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { Service, useService } from '../../../support/service';
import { runNode, type RunSettings } from '../../support/engine';

export type Query = Record<string, string>;

/** Returns the body of a response, or a `Status`. */
export type Respond = (query: Query, path: string) => unknown;

/** A service over real HTTP whose lists a test writes by hand, for this file's tests. */
export function listService() {
	/** The queries of the requests. */
	const requests: Query[] = [];
	const respond: RequestListener = (req, res) => {
		const { searchParams, pathname } = new URL(req.url ?? '', 'http://x');
		const query = Object.fromEntries(searchParams);
		requests.push(query);
		const body = service.respond(query, pathname);
		const status = body instanceof Status ? body.status : 200;
		const content = body instanceof Status ? body.body : body;
		const isText = typeof content === 'string';
		res
			.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' })
			.end(isText || content === undefined ? content : JSON.stringify(content));
	};
	const server = useService(new Service(respond));
	const service = {
		requests,
		respond: (() => []) as Respond,
		credentials: () => server.credentials('sk_test_lists'),
		/** Runs an operation with Return All, unless the parameters say otherwise. */
		async read(parameters: INodeParameters, respond: Respond, more: Partial<RunSettings> = {}) {
			service.respond = respond;
			const { items, error } = await runNode({
				credentials: service.credentials(),
				parameters: { returnAll: true, simplify: false, ...parameters },
				...more,
			});
			return { records: items.map(({ json }) => json), error };
		},
	};
	beforeEach(() => void (requests.length = 0));
	return service;
}

/** A response with another status than 200. */
export class Status {
	constructor(
		readonly status: number,
		readonly body?: unknown,
	) {}
}

export const CHATS = { resource: 'chat', operation: 'getAll' };
export const WEBHOOKS = { resource: 'webhook', operation: 'getAll' };
export const INSTANCES = { resource: 'instance', operation: 'getAll' };
export const MESSAGES = {
	resource: 'chat',
	operation: 'getMessages',
	instanceId: { __rl: true, mode: 'id', value: '3fa85f64-5717-4562-b3fc-2c963f66afa6' },
	chatId: { __rl: true, mode: 'id', value: 'x' },
};

/** Records with ascending IDs. */
export const many = (count: number, first = 0) =>
	Array.from({ length: count }, (_, n) => ({ id: first + n }));

/** The page of a list that a query selects. */
export const pageOf = (list: unknown[], { page = '1' }: Query, size: number) =>
	list.slice((Number(page) - 1) * size, Number(page) * size);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { clocks, systemClock } from '../../../../nodes/transport/clock';
import { InstantClock } from '../../support/instantClock';
import { runNode, type RunSettings } from '../../support/engine';

export type Query = Record<string, string>;

/** Returns the body of a response, or a `Status`. */
export type Respond = (query: Query, path: string) => unknown;

/** A service over real HTTP whose lists a test writes by hand, for this file's tests. */
export function listService() {
	/** The queries of the requests. */
	const requests: Query[] = [];
	const server = createServer((req, res) => {
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
	});
	const service = {
		requests,
		respond: (() => []) as Respond,
		credentials: () => ({
			apiKey: 'sk_test_lists',
			environment: 'test',
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
		}),
		/** Runs an operation with Return All, unless the parameters say otherwise. */
		async read(parameters: INodeParameters, respond: Respond, more: Partial<RunSettings> = {}) {
			service.respond = respond;
			const { items, error } = await runNode({
				credentials: service.credentials(),
				parameters: { returnAll: true, ...parameters },
				...more,
			});
			return { records: items.map(({ json }) => json), error };
		},
	};
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		requests.length = 0;
		clocks.current = new InstantClock();
	});
	afterEach(() => void (clocks.current = systemClock));
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
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
	chatId: { __rl: true, mode: 'id', value: 'x' },
};

/** Records with ascending IDs. */
export const many = (count: number, first = 0) =>
	Array.from({ length: count }, (_, n) => ({ id: first + n }));

/** The page of a list that a query selects. */
export const pageOf = (list: unknown[], { page = '1' }: Query, size: number) =>
	list.slice((Number(page) - 1) * size, Number(page) * size);

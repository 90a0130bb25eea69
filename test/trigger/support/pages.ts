import axios from 'axios';
import type { Sandbox } from '../../../tools/sandbox';
import type { Host } from './host';
import type { Webhook } from '../../../tools/sandbox/types/records';
import { Service } from '../../support/service';

const SIZE = 2;

/** A server in front of the sandbox that returns the list of webhooks in pages of two. */
export interface Pages {
	baseUrl: string;
	/** Whether every page is the first one. */
	isStuck: boolean;
	list: ((webhooks: Webhook[]) => unknown) | undefined;
	close: () => Promise<void>;
}

/** Starts one; everything except the list is passed on unchanged. */
async function startPages(sandbox: Sandbox): Promise<Pages> {
	const server = new Service((req, res) => {
		const serve = async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of req) chunks.push(chunk as Buffer);
			const url = new URL(req.url ?? '', sandbox.baseUrl);
			const isList = req.method === 'GET' && url.pathname.endsWith('/webhooks');
			const response = await axios.request<unknown>({
				url: url.origin + url.pathname,
				method: req.method,
				headers: { authorization: req.headers.authorization, 'content-type': req.headers['content-type'] },
				data: chunks.length === 0 ? undefined : Buffer.concat(chunks),
				validateStatus: () => true,
			});
			const { webhooks } = sandbox.data;
			const list = pages.list?.(webhooks) ?? pageOf(webhooks, url.searchParams, pages.isStuck);
			const body = isList ? list : response.data;
			const isText = typeof body === 'string';
			res.writeHead(response.status, { 'Content-Type': isText ? 'text/html' : 'application/json' });
			res.end(isText ? body : JSON.stringify(body));
		};
		serve().catch((error: unknown) => res.writeHead(599).end(String(error)));
	});
	await server.start();
	const pages: Pages = {
		baseUrl: server.baseUrl,
		isStuck: false,
		list: undefined,
		close: async () => server.stop(),
	};
	return pages;
}

function pageOf(records: unknown[], query: URLSearchParams, isStuck: boolean) {
	const start = isStuck ? 0 : (Number(query.get('page') ?? 1) - 1) * SIZE;
	return { data: records.slice(start, start + SIZE), pagination: { total: records.length } };
}

/** Puts such a server between a test's trigger and its sandbox. */
export function usePages(parts: () => { sandbox: Sandbox; host: Host }, ready: (pages: Pages) => void) {
	let pages: Pages;
	beforeEach(async () => {
		const { sandbox, host } = parts();
		pages = await startPages(sandbox);
		host.credentials.baseUrl = pages.baseUrl;
		ready(pages);
	});
	afterEach(async () => await pages.close());
}

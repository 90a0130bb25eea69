import { Agent } from 'node:http';
import axios from 'axios';
import { report } from '../processes/measured';

/** A bare client that collects a list: messages by cursor, or instances by page, five pages at a time like the node. */
const [origin = '', list = '', size = '0'] = process.argv.slice(2);
const CONCURRENCY = 5;

const client = axios.create({
	httpAgent: new Agent({ keepAlive: false }),
	headers: { Authorization: 'Bearer sk_test_list' },
});

interface Page {
	messages?: unknown[];
	nextCursor?: string;
	data?: unknown[];
	pagination?: { totalPages: number };
}

async function fetchPage(
	length: number,
	path: string,
	params: Record<string, unknown>,
): Promise<Page> {
	const { data } = await client.get<Page>(`${origin}/${length}/api/v2/${path}`, { params });
	return data;
}

async function byCursor(length: number): Promise<unknown[]> {
	const records: unknown[] = [];
	let cursor: string | undefined;
	do {
		const params = { chatId: 'chat', limit: 100, cursor };
		const page = await fetchPage(length, 'chats/messages', params);
		records.push(...(page.messages ?? []));
		cursor = page.nextCursor;
	} while (cursor !== undefined);
	return records;
}

async function byPage(length: number): Promise<unknown[]> {
	const pageOf = async (page: number) => await fetchPage(length, 'instances', { page, limit: 100 });
	const first = await pageOf(1);
	const total = first.pagination?.totalPages ?? 1;
	const pages = [first.data ?? []];
	let next = 2;
	const work = async () => {
		while (next <= total) {
			const page = next++;
			pages[page - 1] = (await pageOf(page)).data ?? [];
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return pages.flat();
}

/** Kept until the end, like the output of the node. */
let records: unknown[] = [];

report(
	async (length) => {
		records = [];
		records = await (list === 'messages' ? byCursor : byPage)(length);
		return records.length;
	},
	Number(size),
	Number(size) / 5,
);

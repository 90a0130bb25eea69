import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A service with lists of any length: `/<length>/api/v2/chats/messages` by cursor, `/<length>/api/v2/instances` by page. It does
 * as little as possible, so that the client's work dominates: each page is built only once.
 */
const PAGE = 100;

const pages = new Map<string, Buffer>();

function pageOf(list: string, length: number, page: number): Buffer {
	const key = `${list} ${length} ${page}`;
	const made = pages.get(key) ?? Buffer.from(JSON.stringify(makePage(list, length, page)));
	pages.set(key, made);
	return made;
}

function makePage(list: string, length: number, page: number) {
	const first = (page - 1) * PAGE;
	const numbers = Array.from({ length: Math.min(PAGE, length - first) }, (_, n) => first + n);
	const totalPages = Math.ceil(length / PAGE);
	return list === 'messages'
		? { messages: numbers.map(message), nextCursor: page < totalPages ? `c${page + 1}` : undefined }
		: { data: numbers.map(instance), pagination: { page, limit: PAGE, total: length, totalPages } };
}

function message(n: number) {
	return {
		id: `3EB0${n.toString(16).toUpperCase().padStart(16, '0')}`,
		instanceId: '0e9b6b3a-9d7c-4f0e-8a51-2f6f0f9f4c11',
		remoteJid: '5511987654321@s.whatsapp.net',
		fromMe: n % 3 === 0,
		type: 'text',
		content: { text: `Message ${n}: are you open on Saturday, and until when?` },
		timestamp: 1_768_000_000 + n,
		status: n % 3 === 0 ? 'sent' : 'received',
	};
}

function instance(n: number) {
	const id = `0e9b6b3a-9d7c-4f0e-8a51-${n.toString(16).padStart(12, '0')}`;
	return {
		id,
		name: `Branch ${n}`,
		status: 'connected',
		phone: `55119${String(n).padStart(8, '0')}`,
		profilePicture: `https://pictures.example/${id}.jpg`,
		lastConnection: '2026-01-14T12:00:00.000Z',
		createdAt: '2025-06-01T12:00:00.000Z',
	};
}

const server = createServer((request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
	const [, length = '', list = ''] = /^\/(\d+)\/api\/v2\/(?:chats\/)?(\w+)$/.exec(pathname) ?? [];
	const page = Number(searchParams.get('cursor')?.slice(1) ?? searchParams.get('page') ?? 1);
	const body = pageOf(list, Number(length), page);
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
	response.end(body);
});

server.listen(0, '127.0.0.1', () => {
	process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit(0));

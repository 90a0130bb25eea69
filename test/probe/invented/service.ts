import type { IncomingMessage, ServerResponse } from 'node:http';
import { at, type Fields, problemsOf, setAt } from './body';
import { errorBody, type Problem } from './errors';
import { type Message, recordOf, seedMessage } from './message';
import { Random } from './random';
import type { Spec } from './spec';

const NOT_FOUND: [number, unknown] = [404, { message: 'Not found' }];

/** A running service of a spec. It keeps what it is sent, by its own names. */
export class InventedService {
	readonly instance: string;
	readonly messages: Message[] = [];
	/** Recipients of all messages that it accepted. */
	readonly recipients: string[] = [];
	webhooks: Fields[] = [];
	deliver: (url: string, headers: Record<string, string>, body: unknown) => void = () => {};
	private readonly random: Random;
	private readonly chats: string[];
	private readonly instances: Fields[];

	constructor(readonly spec: Spec) {
		this.random = new Random(spec.seed + 1);
		this.instance = this.random.uuid();
		this.instances = [
			{ id: this.random.uuid(), name: 'Old', status: 'error' },
			{ id: this.instance, name: 'Sales', status: 'connected' },
		];
		this.chats = Array.from({ length: 4 }, () => `55119${10_000_000 + this.random.below(89_999_999)}${spec.suffix}`);
		for (const chat of this.chats)
			for (let n = 0; n < 8; n += 1)
				this.messages.push(seedMessage(this.random, this.instance, chat, n, this.messages));
	}

	respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
		const url = new URL(req.url!, 'http://localhost');
		const path = url.pathname.replace('/api/v2', '');
		const chunks: Buffer[] = [];
		for await (const chunk of req) chunks.push(chunk as Buffer);
		const text = Buffer.concat(chunks).toString();
		const [status, body] = this.route(
			`${req.method} ${path}`,
			url.searchParams,
			text === '' ? {} : (JSON.parse(text) as Fields),
		);
		res.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body));
	};

	private route(request: string, query: URLSearchParams, body: Fields): [number, unknown] {
		const id = /^\w+ \/webhooks\/([^/]+)/.exec(request)?.[1];
		if (request === 'GET /instances') return [200, { data: this.instances }];
		if (request === 'GET /chats') return this.listChats(query);
		if (request === 'GET /chats/messages') return this.listMessages(query);
		if (request === 'POST /messages') return this.send(body);
		if (/^GET \/downloads\//.test(request)) return this.download(query);
		if (request === 'GET /webhooks') return [200, this.webhooks];
		if (request === 'POST /webhooks') {
			const webhook = { id: this.random.id(8), ...body };
			this.webhooks.push(webhook);
			return [201, webhook];
		}
		const webhook = this.webhooks.find((each) => each.id === id);
		if (webhook === undefined) return NOT_FOUND;
		if (request.startsWith('DELETE')) this.webhooks = this.webhooks.filter((each) => each !== webhook);
		else if (request.endsWith('/test')) this.event(webhook, { ...this.messages[0]!, fromMe: false });
		return [200, { success: true, message: 'ok' }];
	}

	private event(webhook: Fields, message: Message): void {
		const { wrappers, isList, chat, fromMe, text, id, instance, type } = this.spec.event;
		const inner: Fields = {};
		for (const [path, value] of [
			[id, message.id],
			[chat, message.chat],
			[instance, message.instance],
			[type, this.spec.types[message.type]],
			[fromMe, fromMe !== 'direction' ? message.fromMe : message.fromMe ? 'outgoing' : 'incoming'],
			[text, message.parts.text ?? 'A picture'],
		] as const)
			setAt(inner, path, value);
		let body: unknown = isList ? [inner] : inner;
		for (const name of [...wrappers].reverse()) body = { [name]: body, kind: 'message' };
		this.deliver(String(webhook.url), webhook.headers as Record<string, string>, body);
	}

	private reject(problems: Problem[], allowed: string[]): [number, unknown] {
		return this.spec.isStrict ? [400, errorBody(this.spec, problems, allowed)] : [400, { message: 'Bad request' }];
	}

	private listChats(query: URLSearchParams): [number, unknown] {
		const instance = query.get(this.spec.query.instance);
		if (instance !== null && instance !== this.instance) return NOT_FOUND;
		const { showsQuery, query: names } = this.spec;
		const name = showsQuery ? names.chat : 'id';
		const data = this.chats.map((each, n) => ({
			[name]: each,
			name: `Person ${n}`,
			[showsQuery ? names.instance : 'instanceId']: this.instance,
		}));
		return [200, { data }];
	}

	private listMessages(query: URLSearchParams): [number, unknown] {
		const { chat, instance, pageSize, cursor } = this.spec.query;
		const known = [chat, instance, pageSize, cursor];
		const required = [chat, ...(this.spec.needsInstance ? [instance] : [])];
		const missing = required
			.filter((each) => !query.has(each))
			.map((each): Problem => ({ kind: 'required', paths: [each] }));
		const unknown = [...query.keys()]
			.filter((each) => !known.includes(each))
			.map((each): Problem => ({ kind: 'unknown', paths: [each] }));
		const size = Number(query.get(pageSize) ?? 20);
		const invalid: Problem[] = Number.isInteger(size) ? [] : [{ kind: 'type', paths: [pageSize], must: 'a number' }];
		const problems = [...missing, ...(this.spec.isStrict ? [...unknown, ...invalid] : [])];
		if (problems.length > 0) return this.reject(problems, known);
		if (query.has(instance) && query.get(instance) !== this.instance) return NOT_FOUND;
		const own = (address: string) => address.replace(/@.*/, '');
		const all = this.messages.filter((each) => own(each.chat) === own(query.get(chat)!)).reverse();
		const start = Number(query.get(cursor)?.replace('after-', '') ?? 0);
		const page = all.slice(start, start + size);
		const next = start + size < all.length ? `after-${start + size}` : undefined;
		return [
			200,
			{
				messages: page.map((each) => recordOf(this.spec, each)),
				nextCursor: next,
				...(this.spec.showsQuery ? { pagination: { [pageSize]: size } } : {}),
			},
		];
	}

	private download(query: URLSearchParams): [number, unknown] {
		const name = this.spec.query.messageId;
		const message = this.messages.find(({ id }) => id === query.get(name));
		if (message?.parts.mediaUrl !== undefined)
			return [200, { base64: Buffer.alloc(300, 7).toString('base64'), mimetype: message.parts.mimeType }];
		if (query.has(name)) return NOT_FOUND;
		return this.reject([{ kind: 'required', paths: [name] }], [name]);
	}

	private send(body: Fields): [number, unknown] {
		const { spec } = this;
		const parts = Object.fromEntries(Object.entries(spec.body).map(([part, path]) => [part, at(body, path)]));
		const { instance, recipient, type, mediaData, ...content } = parts as Record<string, string | undefined>;
		const problems = problemsOf(spec, body, parts);
		if (problems.length > 0) return this.reject(problems, Object.values(spec.body));
		if (instance !== undefined && instance !== this.instance) return NOT_FOUND;
		const kind =
			(Object.keys(spec.types) as Array<keyof Spec['types']>).find((each) => spec.types[each] === type) ?? 'text';
		const sent = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as Record<
			string,
			string
		>;
		const [, uriType] = /^data:([^;]*)/.exec(mediaData ?? '') ?? [];
		if (spec.ignoresFile && uriType !== undefined) {
			sent.mimeType = uriType;
			delete sent.fileName;
		}
		if (mediaData !== undefined) sent.mediaUrl = `https://files.invented.example/${this.random.id(12)}`;
		const chat = `${String(recipient).replace(/@.*/, '')}${spec.suffix}`;
		const message: Message = {
			id: this.random.id(20),
			instance: this.instance,
			chat,
			fromMe: true,
			type: kind,
			at: 1_780_000_100,
			parts: sent,
		};
		if (!spec.losesOthers || kind === 'text') this.messages.push(message);
		this.recipients.push(chat);
		for (const webhook of this.webhooks) if (webhook.isActive === true) this.event(webhook, message);
		if (spec.confirms === 'record') return [201, recordOf(spec, message)];
		return [201, { ok: true, result: spec.confirms === 'id' ? { [spec.event.id]: message.id } : {} }];
	}
}

import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import {
	type Chat,
	type Dialect,
	type Group,
	type Instance,
	type Message,
	type Sandbox,
	type SandboxSettings,
	startSandbox,
} from '../../../sandbox';

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

/** The sandbox of a test file, and short ways to send requests to it. */
export class Fixture {
	sandbox!: Sandbox;

	/** Sends a request with a body or, for GET, a configuration of axios. */
	async send(method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string, body?: object) {
		const http = clientOf(this.sandbox);
		const response: AxiosResponse = await (method === 'get'
			? http.get(path, body)
			: http.request({ method, url: path, data: body }));
		return response;
	}

	async data(...request: Parameters<Fixture['send']>) {
		return (await this.send(...request)).data;
	}

	async dataIn(dialect: Partial<Dialect>, path: string) {
		this.sandbox.setDialect(dialect);
		return await this.data('get', path);
	}

	async status(...request: Parameters<Fixture['send']>): Promise<number> {
		return (await this.send(...request)).status;
	}
}

/** Starts a sandbox for a test file, resets it before each test, and closes it at the end. */
export function useSandbox(settings: SandboxSettings = { tier: 'none' }): Fixture {
	const fixture = new Fixture();
	beforeAll(async () => void (fixture.sandbox = await startSandbox(settings)));
	beforeEach(() => fixture.sandbox.reset());
	afterAll(() => fixture.sandbox.close());
	return fixture;
}

/**
 * Returns seeded records that most tests need: a connected and a disconnected instance, a chat with a person, a group,
 * and two media messages.
 */
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

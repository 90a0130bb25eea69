import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { startSandbox, type Sandbox, type SandboxSettings } from '../../../tools/sandbox';

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

/** Returns seeded records that most tests need. */
export function seeded({ data: { instances, chats, groups, messages } }: Sandbox) {
	return {
		connected: instances.find((each) => each.status === 'connected')!,
		disconnected: instances.find((each) => each.status === 'disconnected')!,
		chat: chats.find((each) => !each.isGroup)!,
		group: groups[0]!,
		video: messages.find((each) => each.type === 'video')!,
	};
}

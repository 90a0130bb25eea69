import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { clocks, systemClock, type Clock } from '../../nodes/transport/clock';
import { InstantClock } from './instantClock';

/** What all services of tests have: they listen on a free port, and stop at the end of the test file. */
class Listener {
	origin = '';

	constructor(private readonly server: Server & { closeAllConnections?(): void }) {}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	get baseUrl(): string {
		return `${this.origin}/api/v2`;
	}

	/** Credentials for the service; each test file has its own key, and so its own rate limiter. */
	credentials(apiKey: string) {
		return { apiKey, environment: 'test', baseUrl: this.baseUrl };
	}

	stop(): void {
		this.server.closeAllConnections?.();
		this.server.close();
	}
}

export class Service extends Listener {
	readonly requests: string[] = [];

	readonly keys: Array<string | undefined> = [];

	constructor(public respond: RequestListener = (_req, res) => void res.end()) {
		super(
			createServer((req, res) => {
				this.requests.push(`${req.method} ${req.url}`);
				this.keys.push(req.headers.authorization);
				this.respond(req, res);
			}),
		);
	}

	/** Responds in this order, and repeats the last one. */
	set responses(given: RequestListener[]) {
		const left = [...given];
		this.respond = (req, res) => (left.length > 1 ? left.shift() : left[0])?.(req, res);
	}

	json(body: unknown, status = 200): void {
		this.respond = (_req, res) =>
			void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	}
}

/** A service below HTTP: each test writes to the socket itself. */
export class RawService extends Listener {
	readonly requests: string[] = [];

	respond: (socket: Socket) => void = (socket) => socket.destroy();

	constructor() {
		super(
			createTcpServer((socket) => {
				socket.on('error', () => {});
				socket.once('data', (data) => {
					this.requests.push(data.toString('latin1'));
					this.respond(socket);
				});
			}),
		);
	}
}

/** Runs a service during a test file, and a clock during each test; by default, pauses take no time. */
export function useService<Kind extends Service | RawService>(
	service: Kind,
	clock: () => Clock = () => new InstantClock(),
): Kind {
	beforeAll(async () => await service.start());
	beforeEach(() => {
		clocks.current = clock();
		service.requests.length = 0;
		if (service instanceof Service) service.keys.length = 0;
	});
	afterEach(() => void (clocks.current = systemClock));
	afterAll(() => service.stop());
	return service;
}

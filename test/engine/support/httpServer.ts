import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
	createServer as createTcpServer,
	type AddressInfo,
	type Server,
	type Socket,
} from 'node:net';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { InstantClock } from './instantClock';

export type Respond = (req: IncomingMessage, res: ServerResponse) => void;

/** A real HTTP server whose responses the test decides. */
export class HttpServer {
	origin = '';

	/** The requests of the current test. */
	requests: IncomingMessage[] = [];

	respond: Respond = (_req, res) => void res.end();

	/** Responds in this order, and repeats the last one. */
	set responses(given: Respond[]) {
		const left = [...given];
		this.respond = (req, res) => (left.length > 1 ? left.shift() : left[0])?.(req, res);
	}

	/** Credentials with the server as the service; each test file has its own key, and so its own rate limiter. */
	credentials(apiKey: string) {
		return { apiKey, environment: 'test', baseUrl: `${this.origin}/api/v2` };
	}
}

/** A server that reads and writes bytes, for responses that are not HTTP. */
export class TcpServer {
	port = 0;

	/** What each connection of the current test has sent first. */
	requests: string[] = [];

	onData: (socket: Socket) => void = (socket) => void socket.end();
}

/** Starts an HTTP server for a test file. Pauses of the node take no time. */
export function setUpHttpServer(): HttpServer {
	const fixture = new HttpServer();
	const server = createServer((req, res) => {
		fixture.requests.push(req);
		fixture.respond(req, res);
	});
	setUp(server, fixture, (port) => (fixture.origin = `http://127.0.0.1:${port}`));
	return fixture;
}

/** Starts a TCP server for a test file. Pauses of the node take no time. */
export function setUpTcpServer(): TcpServer {
	const fixture = new TcpServer();
	const server = createTcpServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', (data) => {
			fixture.requests.push(data.toString('latin1'));
			fixture.onData(socket);
		});
	});
	setUp(server, fixture, (port) => (fixture.port = port));
	return fixture;
}

function setUp(server: Server, fixture: { requests: unknown[] }, ready: (port: number) => void) {
	beforeAll(async () => {
		await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
		ready((server.address() as AddressInfo).port);
	});
	beforeEach(() => {
		fixture.requests = [];
		clocks.current = new InstantClock();
	});
	afterEach(() => void (clocks.current = systemClock));
	afterAll(() => {
		if ('closeAllConnections' in server)
			(server as { closeAllConnections(): void }).closeAllConnections();
		server.close();
	});
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { clocks } from '../../../nodes/transport/clock';
import { runNode, type RunSettings } from '../../support/engine';
import { api } from '../../support/ids';
import { Service, useService } from '../../support/service';
import { ManualLimits, until } from '../../run/support/manualLimits';

/** A real service that stalls at every point of a response. The test controls when the clock's limits are reached. */

const server = useService(new Service());
let clock: ManualLimits;
beforeEach(() => void (clocks.current = clock = new ManualLimits()));

const run = async (parameters: INodeParameters, more: Partial<RunSettings> = {}) =>
	await runNode({ credentials: server.credentials('sk_test_of_stalls'), parameters, ...more });
const download: INodeParameters = { resource: 'download', operation: 'getVideo', messageId: 'm1' };

const begins =
	(type: string, begin: string, status = 200) =>
	(_req: unknown, res: ServerResponse) =>
		void res.writeHead(status, { 'content-type': type }).write(begin);
const raw = (text: string) => (req: IncomingMessage) => void req.socket.write(text);

const stalledBody = begins('application/json', '{"a":');
const endlessHeaders = raw('HTTP/1.1 200 OK\r\nx-note: a\r\n');

const IDLE = 300_000;

test.each([
	['the body of an API request', api('GET'), stalledBody, 3],
	['the bytes of a download', download, begins('video/mp4', 'fil'), 3],
	['headers without an end', api('GET'), endlessHeaders, 1],
] as Array<[string, INodeParameters, RequestListener, number]>)(
	'a stalled response ends its request after 300 s, and a read is retried: %s',
	async (_what, parameters, stall, steps) => {
		server.respond = stall;
		const running = run(parameters);
		for (let attempts = 1; attempts <= 6; attempts += 1) {
			await until(() => server.requests.length === attempts);
			await clock.reach(IDLE, attempts * steps);
		}
		const { error } = await running;
		expect(error?.message).toBe('The service did not respond in time');
		expect(error?.description).not.toMatch(/may have been carried out/);
		expect(server.requests).toHaveLength(6);
		expect(clock.running).toBe(0);
	},
);

test('a write with a stalled body may have been carried out, and the next item is sent', async () => {
	server.respond = (req, res) => (server.requests.length === 1 ? stalledBody(req, res) : void res.end('{"a":1}'));
	const running = run(api('POST'), { items: [{}, {}], onError: 'continueRegularOutput' });
	await until(() => server.requests.length === 1);
	await clock.reach(IDLE, 3);
	const { items } = await running;
	expect(items.map(({ json }) => json)).toEqual([
		{ error: expect.stringMatching(/^The request may already have been carried out\. .* so n8n did not retry it/) },
		{ a: 1 },
	]);
	expect(server.requests).toHaveLength(2);
});

test.each([[400], ['={{ "400" }}']])(
	'the Timeout %j of Request Options replaces the 300 s in each step of a response',
	async (timeout) => {
		server.respond = stalledBody;
		const running = run(api('POST', { requestOptions: { timeout } }));
		await clock.reach(400, 3);
		const { error } = await running;
		expect(error?.description).toMatch(/^The service did not respond in time\./);
		expect(clock.set.get(IDLE)).toBeUndefined();
	},
);

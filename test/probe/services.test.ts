import { startSandbox, type Sandbox } from '../../sandbox';
import { Service, useService } from '../support/service';
import { useInstantClock } from '../engine/support/instantClock';
import { probe } from './support/probe';

const service = useService(new Service());
useInstantClock();

const html = '<!doctype html><html><body>Welcome, Ana Ribeiro</body></html>';
const page: Service['respond'] = (_req, res) => void res.setHeader('content-type', 'text/html').end(html);
const status =
	(code: number, body = '{}'): Service['respond'] =>
	(_req, res) =>
		void res.writeHead(code, { location: 'https://other.example/login' }).end(body);
const close: Service['respond'] = (req) => void req.socket.destroy();
const ownWrites = () => service.requests.filter((request) => !request.startsWith('GET '));

describe('a service that is not the documented one', () => {
	test.each<[string, string, Service['respond']]>([
		['returns a web page for everything', 'The response is a web page', page],
		['fails for everything', '(500)', status(500, '{"error":{"message":"Ana Ribeiro"}}')],
		['has other paths', '(404)', status(404)],
		['redirects everything', '(302)', status(302)],
		['rejects the key', 'The service rejected the API key (401)', status(401)],
		['closes every connection', 'The connection to the service was lost', close],
	])('that %s settles nothing, and the report says why', async (_title, reason, respond) => {
		service.respond = respond;
		const { failure, answered, report, names, remains } = await probe(service.baseUrl);
		expect(failure).toContain(reason);
		expect(report).toContain(failure);
		expect({ answered, names, remains }).toEqual({ answered: [], names: {}, remains: [] });
		expect(report).toContain('There is nothing to report yet.');
		expect(report).not.toContain('Ana Ribeiro');
		expect(ownWrites()).toEqual([]);
	});

	test.each([
		['empty objects', {}, 'It is not the documented API'],
		['a success without data', { success: true }, 'It is not the documented API'],
		['a refusal with status 200', { success: false }, 'although it responded with status 200'],
		['a number', 7, 'It is not the documented API'],
		['null', null, 'It is not the documented API'],
	])('that returns %s for everything settles nothing', async (_title, body, reason) => {
		service.json(body);
		const { failure, answered } = await probe(service.baseUrl);
		expect(failure).toContain(reason);
		expect(answered).toEqual([]);
		expect(ownWrites()).toEqual([]);
	});
});

test.each([
	['the same records', [{ id: 'one' }, { id: 'two' }]],
	['no records', []],
	['no records in data', { success: true, data: [] }],
	['lists of what are no records', [null, 7, 'text', [[]]]],
])('a service that returns %s for everything settles no name', async (_title, body) => {
	service.json(body);
	const { failure, answered, names } = await probe(service.baseUrl);
	expect({ failure, names }).toEqual({ failure: undefined, names: {} });
	const settled = '4-wrapping 2.1-presence 2.8-chat 8-reset 8-missing-headers 4-success-status 4.19-chats-response';
	expect(answered.filter((id) => !settled.split(' ').includes(id))).toEqual([]);
});

describe('the probe at the sandbox', () => {
	let sandbox: Sandbox;
	beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	const run = async (choices: Parameters<typeof probe>[1] = {}) =>
		await probe(sandbox.baseUrl, { apiKey: sandbox.keys.test, ...choices });

	test('changes nothing if the user answers no, and asks before each step what it will do', async () => {
		const asked: string[] = [];
		await run({ confirm: ({ does = '', undo = '' }) => !asked.push(`${does}: ${undo}`) });
		expect(sandbox.ledger).toEqual([]);
		// Without the first text, the other messages have no recipient.
		expect(asked).toHaveLength(4);
		expect(asked.filter((text) => text.startsWith(': ') || text.endsWith(': '))).toEqual([]);
	});

	test('asks once for a step that takes several writes', async () => {
		const asked: string[] = [];
		await run({ confirm: ({ title }) => asked.push(title) > 0 });
		expect(new Set(asked).size).toBe(asked.length);
		expect(asked).toHaveLength(7);
	});

	test('sends at most three messages per question if none can be found again', async () => {
		// From the first message on, the chats return nothing.
		const confirm = () => {
			sandbox.addFault({ path: '/chats/messages', times: 500, kind: 'raw', body: '[]' });
			return true;
		};
		const { report } = await run({ write: false, confirm });
		expect(sandbox.ledger).toHaveLength(3);
		expect(report).toContain('messages were accepted, but none was found again');
	});

	test.each([
		['one message', () => sandbox.data.chats.map(({ id }) => id), 1],
		['a single chat', () => [sandbox.data.chats.at(-1)!.id], 7],
	])('finds the parameter for the chat in an account with %s per chat', async (_title, chatsOf, most) => {
		const kept = new Map(chatsOf().map((id) => [id, 0]));
		const { chats, messages } = sandbox.data;
		chats.splice(0, chats.length, ...chats.filter(({ id }) => kept.has(id)));
		const remaining = messages.filter(({ remoteJid }) => {
			const count = kept.get(remoteJid);
			kept.set(remoteJid, (count ?? 0) + 1);
			return count !== undefined && count < most;
		});
		messages.splice(0, messages.length, ...remaining);
		const { names } = await run({ write: false, sendTo: '' });
		expect(names['query.chat']).toBe('chatId');
	});

	test('takes the message that arrives late for the first one, not for the next', async () => {
		// The first chats and pages are read before; then three looks for the message fail.
		const confirm = () => {
			sandbox.addFault({ path: '/chats/messages', times: 9, kind: 'raw', body: '[]' });
			return true;
		};
		const { names } = await run({ write: false, confirm });
		expect(sandbox.ledger.length).toBeGreaterThan(3);
		expect(names).toMatchObject({
			'message.recipient': 'remoteJid',
			'message.recipientSuffix': '',
			'message.text': 'content.text',
		});
	});

	test('removes the webhook even if the response to its creation was lost', async () => {
		const before = structuredClone(sandbox.data.webhooks);
		sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'resetAfterWork' });
		const { remains } = await run({ sendTo: '' });
		const created = expect.objectContaining({ method: 'POST', path: '/webhooks' });
		expect(sandbox.ledger).toContainEqual(created);
		expect(sandbox.data.webhooks).toEqual(before);
		expect(remains).toEqual([]);
	});

	test('says that a webhook remains if it cannot be looked for', async () => {
		const gone = { skip: 1, times: 50, kind: 'html', status: 200 } as const;
		sandbox.addFault({ method: 'GET', path: '/webhooks', ...gone });
		sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'cutBody' });
		const { remains, report } = await run({ sendTo: '' });
		expect(remains).toEqual([
			expect.stringContaining('An inactive webhook with the URL https://example.com/n8n-probe-markoftest'),
		]);
		expect(report).toContain(remains[0]);
	});

	test('asks nothing more once it is stopped, and still reports', async () => {
		let left = 3;
		const { report, answered } = await run({ isStopped: () => (left -= 1) < 0 });
		expect(answered).toHaveLength(3);
		expect(report).toContain('Not asked: the probe was stopped.');
	});

	test.each([0, 1])('reports what it can of an account with %d instances', async (instances) => {
		const small = await startSandbox({ instances });
		const { failure, answered } = await probe(small.baseUrl, { apiKey: small.keys.test });
		expect(failure).toBeUndefined();
		expect(answered).toContain('2.10-readable');
		expect(answered.includes('2.1-presence')).toBe(instances > 0);
		await small.close();
	});

	test('names a list that the node cannot find in a response', async () => {
		sandbox.addFault({ path: '/webhooks', times: 9, kind: 'raw', body: '{"hooks":7}' });
		const { report, answered } = await run();
		expect(report).toContain('`GET /webhooks`: `{hooks: number}`, in which the node finds **no list**');
		expect(answered).not.toContain('4.19-webhook-response');
		expect(sandbox.ledger.map(({ path }) => path)).not.toContain('/webhooks');
	});

	test('says why the list of chats could not be read at each question that depends on it', async () => {
		sandbox.addFault({ method: 'GET', path: '/chats', times: 9, kind: 'raw', body: '{"people":7}' });
		const { report } = await run();
		const why = 'The list of chats could not be read. The node finds no list in `{people: number}`.';
		expect(report.split(why).length - 1).toBeGreaterThan(9);
		expect(report).not.toMatch(/There is no chat|No message|needs two chats/);
	});

	test('reports what it can with a key that may not read instances', async () => {
		const { failure, answered } = await run({ apiKey: sandbox.keys.noInstances, sendTo: '' });
		expect(failure).toBeUndefined();
		expect(answered).toContain('4.14-chat');
		expect(answered).not.toContain('2.1-presence');
	});
});

import type { Fault } from '../../tools/sandbox';
import { clientOf, seeded, useSandbox } from './support/client';

const t = useSandbox({});
// The first request is slow, and must not be one with a short timeout.
beforeAll(async () => void (await t.send('post', '/messages', {})));

interface Outcome {
	error?: string | undefined;
	status?: number;
	text?: string;
}

async function sendDuring(fault: Fault): Promise<Outcome> {
	t.sandbox.addFault(fault);
	const { connected, chat } = seeded(t.sandbox);
	const body = { instanceId: connected.id, remoteJid: chat.id, content: { text: 'once' } };
	try {
		const response = await clientOf(t.sandbox).post('/messages', body, {
			timeout: fault.kind.startsWith('stall') ? 500 : 20_000,
			responseType: 'text',
			transformResponse: (text) => text,
		});
		return { status: response.status, text: response.data };
	} catch (error) {
		return { error: (error as { code?: string }).code };
	}
}

const has = (text: string) => expect.stringContaining(text);
const BROKEN = expect.stringMatching(/ERR_BAD_RESPONSE|ECONNRESET|ECONNABORTED/);

const CUT = expect.stringMatching(/^\{"data":.*[^}]$/);

test.each<[Fault, Outcome, number]>([
	[{ kind: 'reset' }, { error: 'ECONNRESET' }, 0],
	[{ kind: 'resetAfterWork' }, { error: 'ECONNRESET' }, 1],
	[{ kind: 'stall' }, { error: 'ECONNABORTED' }, 0],
	[{ kind: 'stallAfterWork' }, { error: 'ECONNABORTED' }, 1],
	[{ kind: 'status', status: 503 }, { status: 503, text: has('"success":false') }, 0],
	[{ kind: 'status', afterWork: true, body: { a: 1 } }, { status: 500, text: '{"a":1}' }, 1],
	[{ kind: 'html' }, { status: 502, text: has('<html>') }, 0],
	[{ kind: 'cutBody' }, { error: BROKEN }, 1],
	[{ kind: 'cutJson' }, { status: 201, text: expect.stringMatching(/^\{"id":.*[^}]$/) }, 1],
	[{ kind: 'cutJson', afterWork: false }, { status: 200, text: CUT }, 0],
	[{ kind: 'redirect', status: 307, location: 'http://elsewhere.example/' }, { status: 307 }, 0],
	[{ kind: 'rateLimited', retryAfter: 7 }, { status: 429, text: has('"retryAfter":7') }, 0],
	[{ kind: 'empty', status: 204, afterWork: true }, { status: 204, text: '' }, 1],
	[{ kind: 'raw', status: 418, body: 'tea' }, { status: 418, text: 'tea' }, 0],
])('the fault %j has the outcome of the table', async (fault, outcome, timesCarriedOut) => {
	expect(await sendDuring(fault)).toMatchObject(outcome);
	expect(t.sandbox.ledger).toHaveLength(timesCarriedOut);
	// The fault applied once; the next request succeeds.
	expect(await t.status('get', '/instances')).toBe(200);
});

test('a fault applies to the requests that its method, path, skip and times select', async () => {
	const selected = { method: 'get', path: '/instances', skip: 1, times: 2 };
	t.sandbox.addFault({ kind: 'status', status: 503, ...selected });
	t.sandbox.addFault({ kind: 'status', status: 502, path: '^/chats(/|$)', times: Infinity });
	const statuses = [];
	for (const name of 'instances instances webhooks instances instances chats chats/messages chats'.split(' '))
		statuses.push(await t.status('get', `/${name}`));
	expect(statuses).toEqual([200, 503, 200, 503, 200, 502, 502, 502]);
	t.sandbox.clearFaults();
	expect(await t.status('get', '/chats')).toBe(200);
});

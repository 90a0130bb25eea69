import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { recordLogs, serialize } from '../../support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { PAYLOAD_SIZE_MAX } from '../support/n8nBody';

/** n8n turns an error of the webhook into a failed execution and starts the error workflow, whoever sent it. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready));
afterEach(() => jest.restoreAllMocks());

type HeaderSet = Record<string, string>;

const TOKEN = 'X-Messaging-Integration-Token';
const HMAC = { verification: 'hmac', hmac: { secret: 'secret' } };
const BROKEN = '={{ $("No such node").item.json.x }}';

const token = () => host.token(sandbox);
const sign = (body: Buffer | string, secret = 'secret') => ({
	'X-Signature': createHmac('sha256', secret).update(body).digest('hex'),
});

async function publish(parameters: INodeParameters = {}): Promise<void> {
	host.parameters = parameters;
	await host.publish();
}

const post = async (body: Buffer | string, headers: HeaderSet) =>
	await host.post(body, { 'Content-Type': 'application/octet-stream', ...headers });

function expectNothingStarted(): void {
	expect(host.failures).toEqual([]);
	expect(host.runs).toEqual([]);
}

const GZIP = { 'Content-Encoding': 'gzip' };
const CUT = 'its body is cut or does not fit its Content-Encoding';
const LARGE = 'its body is larger than N8N_PAYLOAD_SIZE_MAX';
const UNSUPPORTED = 'n8n reads neither forms (multipart/form-data) nor encodings other than gzip and deflate';
const MUCH = Buffer.alloc(PAYLOAD_SIZE_MAX + 1);

/** Bodies that cannot be read, the status for a caller with the right token, and the reason in the log. */
const UNREADABLE: Array<[string, Buffer, HeaderSet, number, string]> = [
	['a cut gzip', gzipSync('{"n":1}').subarray(0, -9), GZIP, 400, CUT],
	['an unknown encoding', brotliCompressSync('{"n":1}'), { 'Content-Encoding': 'br' }, 415, UNSUPPORTED],
	[
		'fields of a form',
		Buffer.from('--x\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n--x--\r\n'),
		{ 'Content-Type': 'multipart/form-data; boundary=x' },
		415,
		UNSUPPORTED,
	],
	['more bytes than n8n takes', MUCH, {}, 413, LARGE],
	['a small gzip of many bytes', gzipSync(MUCH), GZIP, 413, LARGE],
];

test.each(UNREADABLE)(
	'A body with %s starts nothing, and gets a 401 unless it has a token, a signature or needs none',
	async (_what, body, headers, status, reason) => {
		const logs = recordLogs(['warn']);
		const statuses = async (...proofs: HeaderSet[]) => {
			const sent: number[] = [];
			for (const proof of proofs) sent.push(await post(body, { ...headers, ...proof }));
			return sent;
		};
		await publish();
		expect(await statuses({}, { [TOKEN]: 'x'.repeat(43) })).toEqual([401, 401]);
		expect(host.lastResponse).toEqual({ error: 'The delivery does not contain a valid token or signature' });
		expect(serialize(logs)).not.toContain(reason);
		expect(await statuses(token())).toEqual([status]);
		expect(host.lastResponse).toEqual({ error: `Rejected a delivery: ${reason}` });
		expect(logs).toContainEqual([`Rejected a delivery: ${reason}`, { node: 'Trigger' }]);
		await publish(HMAC);
		expect(await statuses({}, sign('another body'))).toEqual([401, status]);
		await publish({ verification: 'none' });
		expect(await statuses({})).toEqual([status]);
		expectNothingStarted();
	},
);

test.each([
	['header token', {}, token],
	['HMAC', HMAC, () => sign('{"n":1}')],
])('A connection that breaks off in the body starts nothing: %s', async (_what, parameters, prove) => {
	await publish(parameters);
	const logs = recordLogs();
	const { hostname, port, pathname } = new URL(host.url());
	const [[name, value] = []] = Object.entries(prove());
	const socket = connect(Number(port), hostname);
	socket.write(
		`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n${name}: ${value}\r\nContent-Length: 100\r\n\r\n{"n":1}`,
	);
	const disconnected = host.nextDisconnect();
	setTimeout(() => socket.destroy(), 50);
	await Promise.all([disconnected, once(socket, 'close')]);
	for (let turn = 0; turn < 100 && logs.length === 0; turn += 1)
		await new Promise((resolve) => setTimeout(resolve, 10));
	expect(serialize(logs)).toContain('Rejected a delivery: its body is cut');
	expectNothingStarted();
});

describe('Without credentials', () => {
	const spoilt: Array<[string, () => void]> = [
		['deleted', () => void (host.hasCredential = false)],
		['for a broken Base URL', () => void (host.credentials.baseUrl = 'nowhere')],
	];

	test.each(spoilt)(
		'(%s), the registered token is enough, unless the Field Names cannot be read',
		async (what, spoil) => {
			await publish();
			const right = token();
			spoil();
			expect(await post('{}', { [TOKEN]: 'x'.repeat(43) })).toBe(401);
			expectNothingStarted();
			const isReadable = what !== 'deleted';
			expect(await post('{}', right)).toBe(isReadable ? 200 : 503);
			expect(host.runs).toHaveLength(isReadable ? 1 : 0);
		},
	);

	test.each(spoilt)(
		'(%s), a derived secret is unknown: 503 with a signature, 401 without, and nothing starts',
		async (_what, spoil) => {
			await publish({ verification: 'hmac' });
			const genuine = sign('{}', host.registered(sandbox)[0]?.secret);
			const logs = recordLogs();
			spoil();
			expect(await post('{}', {})).toBe(401);
			expect(await post('{}', genuine)).toBe(503);
			expect(await post('{}', sign('{}', 'forged'))).toBe(503);
			expectNothingStarted();
			expect(serialize(logs)).toContain('Could not process a delivery: ');
		},
	);
});

test.each<[string, INodeParameters, number[]]>([
	['a filter', { filters: { instanceIds: BROKEN } }, [401, 401, 503]],
	['the registration, which decides about tokens,', { registration: BROKEN }, [503, 401, 503]],
	['the verification', { verification: BROKEN }, [503, 503, 503]],
	['the secret', { verification: 'hmac', hmac: { secret: BROKEN } }, [503, 503, 503]],
])('A broken expression in %s gives a wrong token, none and the right one %j', async (_where, parameters, expected) => {
	await publish();
	const right = token();
	host.parameters = parameters;
	const statuses = [];
	for (const headers of [{ [TOKEN]: 'x'.repeat(43) }, {}, { ...right, ...sign('{}') }])
		statuses.push(await host.post('{}', headers));
	expect(statuses).toEqual(expected);
	expectNothingStarted();
	host.parameters = {};
	expect(await host.post('{}', right)).toBe(200);
	expect(host.runs).toHaveLength(1);
});

test('A delivery whose file n8n cannot store gets a 503, is logged, and runs when it is sent again', async () => {
	await publish();
	const logs = recordLogs(['error']);
	jest.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValueOnce(new Error('No space left on device'));
	expect(await post('no JSON', token())).toBe(503);
	expectNothingStarted();
	expect(logs).toEqual([['Could not process a delivery: No space left on device', { node: 'Trigger' }]]);
	expect(await post('no JSON', token())).toBe(200);
	expect(host.runs).toHaveLength(1);
});

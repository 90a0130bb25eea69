import type { INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { idsOf } from '../../support/ids';
import { runCase } from '../support/runCase';

/** What docs/open-questions.md says about undocumented responses, on n8n's own engine. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const credentials = () => credentialsFor(sandbox);

const inventedResponse = (status: number, body: unknown): Fault => ({
	kind: 'raw',
	status,
	body: body as never,
	times: Infinity,
});

async function run(name: string, response?: Fault, changes: INodeParameters = {}, fieldNames: object = {}) {
	if (response) sandbox.addFault(response);
	return await runCase(
		sandbox,
		name,
		{ simplify: false, ...changes },
		{ credentials: { ...credentials(), fieldNames: JSON.stringify(fieldNames) } },
	);
}

const message = {
	id: '1',
	type: 'poll',
	status: 'played',
	content: { options: ['a'] },
	timestamp: 1767225600000,
};
const details = { timestamp: '2026-01-01T00:00:00Z', details: { reason: { code: 7 } } };
const business = { id: '1', business: { hours: [{ day: 1 }] } };
const connection = { qrcode: { pairingCode: 'ABCD1234' }, ttl: 60 };
const one = { id: '1' };
const chat = { jid: 'x', unread: 3 };
const webhook = { id: 5, url: 'https://a.example' };
const MESSAGE = 'a message of unknown type, status, content and timestamp';
/** A record, the operation that returns it, and the response around it, if there is one. */
const records: Array<[string, string, object, object?]> = [
	['an instance with next to no fields', 'instance.getAll', one, { data: [one], pagination: {} }],
	['a connection result with its ttl', 'instance.connect', connection],
	['a record with unknown keys inside business', 'instance.getUserInfo', business],
	['a record with unknown keys inside details', 'instance.getHistory', details, [details]],
	['the response of Pair Phone', 'instance.pairPhone', { message: 'initiated' }],
	['the response of Disconnect', 'instance.disconnect', { message: 'done' }],
	['an unknown instance status', 'instance.getStatus', { status: 'sleeping' }],
	['a group record of any fields', 'group.create', { gid: 7, owner: { a: 1 } }],
	['a chat record of any fields', 'chat.getAll', chat, { data: [chat] }],
	[MESSAGE, 'chat.getMessages', message, { messages: [message] }],
	['a webhook without headers and secret', 'webhook.getAll', webhook, [webhook]],
];
test.each(records)('%s passes through unchanged', async (_what, name, record, body = record) => {
	const { items, error } = await run(name, inventedResponse(200, body));
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([record]);
});

test('the picture of a QR code is left out of a pairing code, and of nothing else', async () => {
	const qrcode = { ...connection.qrcode, base64: 'iVBORw0KGgo=', more: 1 };
	const respond = async (changes: INodeParameters) =>
		(await run('instance.connect', inventedResponse(200, { ...connection, qrcode }), changes)).items[0];
	expect(await respond({ pairingCode: true })).toEqual({
		json: { qrcode: { pairingCode: 'ABCD1234', more: 1 }, ttl: 60 },
		pairedItem: { item: 0 },
	});
	expect(await respond({ pairingCode: false })).toMatchObject({
		json: { ...connection, qrcode },
		binary: { qr: { fileName: 'qrcode.png', mimeType: 'image/png' } },
	});
});

test('additional query parameters reach the service', async () => {
	const additionalQuery = { parameters: [{ name: 'since', value: '2026-01-01' }] };
	// Two requests: nothing shows that the first page is the last.
	await run('instance.getHistory', undefined, { additionalQuery });
	await run('chat.getAll', undefined, { additionalQuery });
	await run('chat.getMessages', undefined, { additionalQuery });
	expect(sandbox.log.map(({ query }) => query.since)).toEqual(Array(4).fill('2026-01-01'));
});

test.each([
	['seconds', { seconds: 604800 }],
	['settings.lifetime', { settings: { lifetime: 604800 } }],
])('the lifetime is sent in the field %s that the user names', async (lifetime, body) => {
	const names = { group: { lifetime } };
	await run('group.setEphemeral', inventedResponse(200, {}), { lifetime: 604800 }, names);
	expect(sandbox.log[0]?.body).toEqual({ instanceId: idsOf(sandbox).instance, ...body });
});

test('a download is requested with the parameters that the user enters', async () => {
	const queryParameters = { parameters: [{ name: 'instance', value: 'i1' }] };
	const options = { queryParameters };
	const names = { query: { messageId: 'id' } };
	await run('download.getAudio', undefined, { messageId: 'm1', options }, names);
	expect(sandbox.log[0]?.query).toEqual({ id: 'm1', instance: 'i1' });
});

import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { byId, idsOf } from '../../support/ids';
import { runNode, searchList } from '../../support/engine';
import { runCase } from '../support/runCase';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

/** Field Names of the credentials decide where each part of a request is. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const named = (recipient: string) => ({
	fieldNames: JSON.stringify({ message: { [recipient]: '{recipient}', [`${recipient}Text`]: '{text}' } }),
});

const PHONE = '5511987654321';

const sendTexts = async (
	count: number,
	credentialsOfItem: (index: number) => ICredentialDataDecryptedObject | undefined,
	phones: string[] = [],
) =>
	await runCase(
		sandbox,
		'message.sendText',
		{ recipient: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' }, text: 'Hello' },
		{ credentialsOfItem, items: Array.from({ length: count }, (_, n) => ({ phone: phones[n] ?? PHONE })) },
	);

const bodies = () => sandbox.log.map(({ body }) => body as IDataObject);

test('each item keeps its own names if every second item has other ones', async () => {
	const [count, isOther] = [6, (index: number) => index % 2 === 1] as const;
	const accepting = { kind: 'raw', status: 201, body: { id: '1' }, times: Infinity } as const;
	sandbox.addFault(accepting as never);
	const { error } = await sendTexts(count, (index) => (isOther(index) ? named('to') : named('who')));
	expect(error).toBeUndefined();
	const names = Array.from({ length: count }, (_, index) => (isOther(index) ? 'to' : 'who'));
	expect(bodies()).toEqual(
		names.map((name) => ({
			[name]: PHONE,
			[`${name}Text`]: 'Hello',
		})),
	);
});

test.each([0, 1, 2])(
	'a number that only the own default country code of item %i completes is sent with it',
	async (index) => {
		const phones = [0, 1, 2].map((n) => (n === index ? '(11) 98765-4321' : PHONE));
		const own = (item: number) => (item === index ? { defaultCountryCode: '55' } : undefined);
		const { error } = await sendTexts(3, own, phones);
		expect(error).toBeUndefined();
		expect(bodies().map(({ remoteJid }) => remoteJid)).toEqual([PHONE, PHONE, PHONE]);
	},
);

const to = '{recipient}';
const INVALID: Array<[string, string, string]> = [
	['an unknown key', '{"messages":{}}', 'unknown key "messages"'],
	['broken JSON', '{"message":{"to":"{recipient}",}}', 'are not valid JSON'],
];

test.each(INVALID)('with %s nothing is sent, and the error says why', async (_what, fieldNames, problem) => {
	const { error } = await sendTexts(2, () => ({ fieldNames }));
	expect(error?.message).toContain(problem);
	expect(error?.description).toMatch(/^\w/);
	expect(sandbox.log).toEqual([]);
});

const media = { operation: 'sendMedia', mediaSource: 'url', mediaUrl: 'https://files.example/a' };
const file = { ...media, mediaSource: 'binary', binaryPropertyName: 'data' };
test.each<[string, IDataObject, INodeParameters]>([
	['text', { a: '{caption}' }, { text: 'Hello' }],
	['caption', { a: '{mediaUrl}{mediaData}' }, { ...media, caption: '={{ $json.n === 1 ? "c" : "" }}' }],
	['mediaData', { a: 'data:{mimeType};base64,{mediaUrl}' }, file],
	['replyTo', { a: '{text}' }, { text: 'Hello', replyTo: 'M' }],
])(
	'without a place for {%s} in %j, nothing is sent, and the error names it and the item',
	async (label, more, parameters) => {
		const { error } = await runNode({
			credentials: { ...credentialsFor(sandbox), fieldNames: JSON.stringify({ message: { to, ...more } }) },
			parameters: {
				resource: 'message',
				operation: 'sendText',
				instanceId: byId(idsOf(sandbox).instance),
				recipient: { __rl: true, mode: 'phone', value: PHONE },
				replyTo: '',
				...parameters,
			},
			items: [{ n: 0 }, { n: 1 }, { n: 2 }],
			files: Array.from({ length: 3 }, () => ({ data: { data: 'QQ==', mimeType: 'image/png' } })),
		});
		expect(error?.message).toBe(
			`The example "message" in the Field Names has no place for {${label}}, which this message has`,
		);
		expect(error?.description).toMatch(/^Nothing was sent\. Put "\{\w+\}" where the service expects it/);
		expect(error?.context?.itemIndex).toBe(JSON.stringify(parameters).includes('$json.n') ? 1 : 0);
		expect(sandbox.log).toEqual([]);
	},
);

test('the pickers use the names of parameters, too', async () => {
	const query = { instance: 'session', pageSize: 'size', chat: 'jid' };
	await searchList(
		'searchChats',
		{ ...credentialsFor(sandbox), fieldNames: JSON.stringify({ query }) },
		{ instanceId: { __rl: true, mode: 'id', value: idsOf(sandbox).instance } },
	);
	expect(sandbox.log.map((each) => each.query)).toEqual([{ session: idsOf(sandbox).instance, size: '100' }]);
});

test.each([
	['chat.getMessages', { jid: 'chat', session: 'instance', size: '4', since: '2026' }],
	['download.getVideo', { ref: 'video' }],
])('%s uses the names of parameters, too', async (operation, query) => {
	const names = { chat: 'jid', instance: 'session', pageSize: 'size', messageId: 'ref' };
	const credentials = { ...credentialsFor(sandbox), fieldNames: JSON.stringify({ query: names }) };
	sandbox.addFault({ kind: 'raw', headers: { 'content-type': 'application/json' }, body: '[]' });
	await runCase(sandbox, operation, {}, { credentials });
	const ids: Record<string, string> = { ...idsOf(sandbox) };
	const expected = Object.entries(query).map(([name, value]) => [name, ids[value] ?? value]);
	expect(sandbox.log[0]?.query).toEqual(Object.fromEntries(expected));
});

test('a parameter without a name is not sent, and chats are not filtered by an instance that has none', async () => {
	const query = { instance: '', pageSize: '' };
	const credentials = { ...credentialsFor(sandbox), fieldNames: JSON.stringify({ query }) };
	const { instance, chat } = idsOf(sandbox);
	const { error } = await runCase(sandbox, 'chat.getAll', { filters: { instanceId: byId(instance) } }, { credentials });
	expect(error?.message).toMatch(/^The Field Names of the credentials have no query parameter for the instance/);
	await runCase(sandbox, 'chat.getMessages', {}, { credentials });
	expect(sandbox.log.map((sent) => sent.query)).toEqual([{ chatId: chat, since: '2026' }]);
});

describe('the error of a rejected message', () => {
	const rejected = async (parameters: IDataObject, fault: object = { status: 422 }) => {
		sandbox.addFault({ path: '/messages', kind: 'status', ...fault } as never);
		const { error } = await runNode({
			credentials: credentialsFor(sandbox),
			parameters: {
				resource: 'message',
				operation: 'sendText',
				instanceId: byId(idsOf(sandbox).instance),
				recipient: { __rl: true, mode: 'phone', value: PHONE },
				...parameters,
			},
			files: [{ data: { data: 'QUJD'.repeat(2_000_000), mimeType: 'image/png' } }],
			onError: undefined,
		});
		return error?.description;
	};

	test.each([{ status: 400 }, { status: 422 }, { kind: 'raw', status: 200, body: { success: false, error: 'no' } }])(
		'shows the body that was sent, without the key (%j)',
		async (fault) => {
			const description = await rejected({ text: `"Hi" ${sandbox.keys.test}` }, fault);
			const [, sent = ''] = /This was sent: (\{.*\})/.exec(description ?? '') ?? [];
			const common = { instanceId: idsOf(sandbox).instance, remoteJid: PHONE, type: 'text' };
			expect(JSON.parse(sent)).toEqual({ ...common, content: { text: expect.stringMatching(/^"Hi" (?!sk_)/) } });
		},
	);

	test('cuts a file and long texts', async () => {
		const description = await rejected({ ...file, mediaType: 'image', caption: 'c'.repeat(5000) });
		expect(description).toMatch(/"base64":"(QUJD){25}… \(8000000 characters\)"/);
		expect(description?.length).toBeLessThan(1000);
		const lines = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`name${n}`, 'x'.repeat(50)]));
		const content = { operation: 'send', content: JSON.stringify(lines), messageType: 'text' };
		expect((await rejected(content))?.length).toBeLessThan(2500);
	});

	test('does not show the signature of the link of Send and Wait', async () => {
		const description = await rejected({ operation: 'sendAndWait', message: '?' });
		expect(description).toMatch(/This was sent: .*Respond: http/);
		expect(description).not.toMatch(/signature=\w/);
	});

	test('shows the body of messages only, since others contain secrets', async () => {
		sandbox.addFault({ path: '/webhooks', kind: 'status', status: 422 } as never);
		const { error } = await runCase(sandbox, 'webhook.create');
		expect(error?.description).not.toContain('This was sent');
	});
});

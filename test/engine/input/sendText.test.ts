import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { idsOf, pairs } from '../support/ids';
import { runCase } from '../support/runCase';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

async function sendText(changes: INodeParameters, names: IDataObject = {}) {
	const credentials = { ...credentialsFor(sandbox), fieldNames: JSON.stringify(names) };
	const given = { recipient: locator('phone', '5511987654321'), text: 'Hello', ...changes };
	return await runCase(sandbox, 'message.sendText', given, { credentials });
}

const bodies = () => sandbox.log.map(({ body }) => body as IDataObject);

test.each([
	['phone', '+55 11 98765-4321', '5511987654321'],
	['phone', '(55) 11.98765.4321', '5511987654321'],
	['phone', '5511987654321@s.whatsapp.net', '5511987654321@s.whatsapp.net'],
	['id', '120363025246125486@g.us', '120363025246125486@g.us'],
	['id', '+55 11 98765-4321', '5511987654321'],
	['list', '={{ "+55 11 98765-4321" }}', '5511987654321'],
])('the recipient %s "%s" is sent as %s', async (mode, value, sent) => {
	const { error } = await sendText({ recipient: locator(mode, value) });
	expect(error).toBeUndefined();
	expect(bodies().map(({ remoteJid }) => remoteJid)).toEqual([sent]);
});

test('a chat chosen from the list is sent as the service named it', async () => {
	await sendText({ recipient: locator('list', 'chat-7') });
	expect(bodies().map(({ remoteJid }) => remoteJid)).toEqual(['chat-7']);
});

test('Field Names and Additional Fields change what the service may expect', async () => {
	const message = {
		...{ recipient: 'to', recipientSuffix: '@s.whatsapp.net', text: 'body.message.text' },
		...{ instance: 'session.id', type: 'kind', types: { text: 'chat' } },
	};
	const additional = pair('body', '{"preview":true,"message":{"to":[1]}}', { quoted: '{"id":"1"}' });
	await sendText(additional, { message });
	expect(bodies()).toEqual([
		{
			session: { id: idsOf(sandbox).instance },
			to: '5511987654321@s.whatsapp.net',
			kind: 'chat',
			body: { preview: true, message: { to: [1], text: 'Hello' } },
			quoted: { id: '1' },
		},
	]);
});

test('a part whose name is empty is not sent', async () => {
	await sendText({ replyTo: 'M1' }, { message: { type: '', quotedMessageId: '' } });
	const { instance } = idsOf(sandbox);
	expect(bodies()).toEqual([{ instanceId: instance, remoteJid: '5511987654321', content: { text: 'Hello' } }]);
});

const pair = (name: string, value: string, others: Record<string, string> = {}) => ({
	options: { additionalFields: pairs({ ...others, [name]: value }) },
});

test.each([
	...['type', 'instanceId', 'remoteJid', 'content', 'constructor'].map((name) => [name, pair(name, 'x')] as const),
	['content', pair('content', '{"text":"other"}')] as const,
	['content', pair('content', '["other"]')] as const,
	['content', pair('content', '{"__proto__":1}')] as const,
])('Additional Fields with "%s" replace no other part', async (name, options) => {
	const { error } = await sendText(options);
	expect(error?.message).toBe(`The field "Additional Fields" cannot use "${name}"`);
	expect(sandbox.log).toEqual([]);
});

test.each(['remoteJid', 'remoteJid.text', 'instanceId', 'type', 'type.text'])(
	'a text with the name "%s" in Field Names replaces no other part',
	async (text) => {
		const { error } = await sendText({}, { message: { text } });
		expect(error?.message).toBe(`The Field Names in the credentials use "${text}" for more than one part of the body`);
		expect(error?.description).toContain('"message.text"');
		expect(sandbox.log).toEqual([]);
	},
);

test.each(['1e400', '1e5', '1.10', '1.0', '-0', '12345678901234567890', '0.30000000000000004000'])(
	'the number %s, which JSON would not keep as it is written, is sent as text',
	async (size) => {
		await sendText(pair('size', size));
		expect(bodies().map((body) => body.size)).toEqual([size]);
	},
);

test.each(['{"id":12345678901234567890}', '[1, [1.0]]'])('a pair with the JSON %s is refused', async (json) => {
	const { error } = await sendText(pair('size', json));
	expect(error?.message).toMatch(/^The number (12345678901234567890|1\.0) cannot be sent as it is written/);
	expect(sandbox.log).toEqual([]);
});

test.each([0, -1, 1.1, 150000, 0.000001])('the number %d is sent as a number', async (size) => {
	await sendText(pair('size', String(size)));
	expect(bodies().map((body) => body.size)).toEqual([size]);
});

test('a quote is added to the content that an expression returns, and the input item stays as it is', async () => {
	const items = [{ content: { text: 'Hello', more: { a: 1 } } }, { content: { text: 'Bye' } }];
	const changes = { content: '={{ $json.content }}', replyTo: 'M1', additionalFields: {} };
	const { error } = await runCase(sandbox, 'message.send', changes, { items });
	expect(error).toBeUndefined();
	expect(bodies().map(({ content }) => content)).toEqual(
		items.map(({ content }) => ({ ...content, quotedMessageId: 'M1' })),
	);
	expect(items).toEqual([{ content: { text: 'Hello', more: { a: 1 } } }, { content: { text: 'Bye' } }]);
});

test.each([
	['message.sendText', 'text', 'Text'],
	['message.sendMedia', 'caption', 'Caption'],
])('the field of %s refuses an expression that n8n does not evaluate: %s', async (operation, name, label) => {
	const fixed = ['Hi {{ $json.name }}', '{{x}} {{$now}}', 'Hi {{ $json.name }', '{{ name }}', 'costs $5 {{'];
	const evaluated = "={{ '{' + '{ $json.name }' + '}' }}";
	const send = async (value: string) => (await runCase(sandbox, operation, { [name]: value })).error?.message;
	const expected = `The expression in the field "${label}" is not evaluated, because the field is set to Fixed`;
	expect(await Promise.all(fixed.map(send))).toEqual([expected, expected, undefined, undefined, undefined]);
	expect(await send(evaluated)).toBeUndefined();
	expect(sandbox.ledger).toHaveLength(4);
});

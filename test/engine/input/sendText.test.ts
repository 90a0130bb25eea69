import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { changedCase, idsOf, pairs } from '../support/cases';
import { runNode } from '../support/engine';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

async function sendText(parameters: INodeParameters, items: IDataObject[] = [{}]) {
	return await runNode({
		credentials: credentialsFor(sandbox),
		parameters: {
			...changedCase(idsOf(sandbox), 'message.sendText'),
			recipient: locator('phone', '5511987654321'),
			text: 'Hello',
			...parameters,
		},
		items,
	});
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

test.each(['Ana', '+55 11 98765-4321 x', '@s.whatsapp.net', 'a b@c', '=undefined'])(
	'if the recipient of one of 100 items is "%s", nothing is sent and the error names the item',
	async (bad) => {
		const items = Array.from({ length: 100 }, (_, n) => ({ to: n === 50 ? bad : '5511987654321' }));
		const recipient = locator('phone', '={{ $json.to }}');
		const { error } = await sendText({ recipient }, items);
		expect(error?.message).toBe(
			`"${bad}" is neither a phone number nor a chat address (field "Recipient")`,
		);
		expect(error?.context?.itemIndex).toBe(50);
		expect(sandbox.log).toEqual([]);
	},
);

test('quotation marks, line breaks and emoji in 100 texts arrive as typed', async () => {
	const texts = Array.from(
		{ length: 100 },
		(_, n) => `${n}: "quoted"\n\\n {"remoteJid":"x"} ' 👋 é`,
	);
	const items = texts.map((text) => ({ text }));
	const { error } = await sendText({ text: '={{ $json.text }}' }, items);
	expect(error).toBeUndefined();
	expect(bodies()).toEqual(
		texts.map((text) => ({
			instanceId: idsOf(sandbox).instance,
			remoteJid: '5511987654321',
			type: 'text',
			content: { text },
		})),
	);
});

test('the options change what the service may expect', async () => {
	await sendText({
		messageOptions: {
			recipientField: 'to',
			phoneNumberSuffix: '@s.whatsapp.net',
			textField: 'body.message.text',
			messageType: 'chat',
			additionalFields: pairs({
				quoted: '{"id":"1"}',
				body: '{"preview":true,"message":{"to":[1]}}',
			}),
		},
	});
	expect(bodies()).toEqual([
		{
			instanceId: idsOf(sandbox).instance,
			to: '5511987654321@s.whatsapp.net',
			type: 'chat',
			body: { preview: true, message: { to: [1], text: 'Hello' } },
			quoted: { id: '1' },
		},
	]);
});

const pair = (name: string, value: string) => ({ additionalFields: pairs({ [name]: value }) });
test.each([
	...[
		...['content.', '.text', '__proto__.text', 'constructor.x', 'toString'],
		...['remoteJid', 'remoteJid.text', 'instanceId', 'type', 'type.text'],
	].map((textField) => ['Text Field', textField, { textField }] as const),
	...['type', 'instanceId', '__proto__'].map(
		(name) => ['Recipient Field', name, { recipientField: name }] as const,
	),
	...['type', 'instanceId', 'remoteJid', 'content', 'constructor'].map(
		(name) => ['Additional Fields', name, pair(name, 'x')] as const,
	),
	['Additional Fields', 'content', pair('content', '{"text":"other"}')] as const,
	['Additional Fields', 'content', pair('content', '["other"]')] as const,
	['Additional Fields', 'content', pair('content', '{"__proto__":1}')] as const,
])(
	'%s "%s" in the message options replaces no other field',
	async (label, path, messageOptions) => {
		const { error } = await sendText({ messageOptions });
		expect(error?.message).toBe(`The field "${label}" cannot use "${path}"`);
		expect(sandbox.log).toEqual([]);
	},
);

test('a number that is too large for JavaScript is sent as text', async () => {
	await sendText({ messageOptions: pair('size', '1e400') });
	expect(bodies().map(({ size }) => size)).toEqual(['1e400']);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { idsOf, pairs } from '../../support/ids';
import { runCase } from '../support/runCase';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

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
	['phone', '+55 11 98765-4321', '+5511987654321'],
	['phone', '5511987654321@s.whatsapp.net', '5511987654321@s.whatsapp.net'],
	['id', '120363025246125486@g.us', '120363025246125486@g.us'],
	['list', '={{ "+55 11 98765-4321" }}', '+5511987654321'],
	['list', 'chat-7', 'chat-7'],
])('the recipient %s "%s" is sent as %s, with the text around numbers', async (mode, value, to) => {
	await sendText({ recipient: locator(mode, value) }, { message: { to: '+{recipient}', a: '{text}' } });
	expect(bodies()).toEqual([{ to, a: 'Hello' }]);
});

const pair = (name: string, value: string, others: Record<string, string> = {}) => ({
	options: { additionalFields: pairs({ ...others, [name]: value }) },
});

test('Additional Fields are merged over the body by paths with dots', async () => {
	const fields = { 'content.preview': 'true', content: '{"style":{"a":1}}', type: 'chat', 'quoted.id': '"1"' };
	const { items } = await sendText({ options: { additionalFields: pairs(fields) } });
	expect(items[0]?.json).toMatchObject({ text: 'Hello', phone: '+5511987654321' });
	const content = { text: 'Hello', preview: true, style: { a: 1 } };
	const base = { instanceId: idsOf(sandbox).instance, remoteJid: '5511987654321' };
	expect(bodies()).toEqual([{ ...base, type: 'chat', content, quoted: { id: '1' } }]);
});

test('the output has the recipient, the instance and the text that Additional Fields have put into the body', async () => {
	const names = { message: { to: ['{recipient}@c.us'], on: '{instance}', m: { text: '{text}' }, n: 'x {text}' } };
	const other = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
	const fields = { 'to.0': '"5521912345678@c.us"', on: other, 'm.text': 'Bye' };
	sandbox.addFault({ kind: 'raw', headers: { 'Content-Type': 'application/json' }, body: '{"id":"M1"}' });
	const { items } = await sendText({ options: { additionalFields: pairs(fields) } }, names);
	expect(bodies()).toEqual([{ to: ['5521912345678@c.us'], on: other, m: { text: 'Bye' }, n: 'x Hello' }]);
	const sent = { phone: '+5521912345678', instanceId: other, text: 'Bye', messageId: 'M1' };
	expect(items[0]?.json).toMatchObject(sent);
});

test.each(['1e400', '1.0', '12345678901234567890'])(
	'the number %s, which JSON would not keep as it is written, is sent as text',
	async (size) => {
		await sendText(pair('size', size));
		expect(bodies().map((body) => body.size)).toEqual([size]);
	},
);

const mentioning = { message: { to: '{recipient}', is: '{type}', body: '{text}', who: '{mentions}' } };
test.each([
	['Hi @5511987654321 and @+34637290408, @5511987654321!', ['5511987654321', '34637290408']],
	['_@5511987654321_ and *__@+34637290408__*', ['5511987654321', '34637290408']],
	['Hi all, mail me@example.com, @home, a@5511987654321, a_@5511987654321 or @12', undefined],
])('the option Mentions finds the numbers in "%s"', async (text, who) => {
	await sendText({ text, options: { mentions: true } }, mentioning);
	const sent = { to: '5511987654321', is: 'text' };
	expect(bodies()).toEqual([{ ...sent, body: text.replace('+', ''), ...(who && { who }) }]);
	await sendText({ text, options: { mentions: false } }, mentioning);
	expect(bodies()[1]).toEqual({ ...sent, body: text });
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { byId, idsOf, pairs } from '../../support/ids';
import { runNode } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started), { dialect: 'strict' });

async function send(parameters: INodeParameters) {
	const { error, items } = await runNode({
		credentials: credentialsFor(sandbox),
		parameters: {
			resource: 'message',
			operation: 'send',
			instanceId: byId(idsOf(sandbox).instance),
			recipient: { __rl: true, mode: 'phone', value: '+12025550143' },
			...parameters,
		},
	});
	return { error, items, body: sandbox.log[0]?.body as IDataObject | undefined };
}

test.each<[string, IDataObject]>([
	['contact', { name: 'Ana Souza', phone: '+12025550143' }],
	['location', { latitude: -23.5505, longitude: -46.6333 }],
	[
		'list',
		{ title: 'Menu', text: 'Send {"x":null}', buttonText: 'Choose', sections: [{ rows: [{ id: '1', title: 'Tea' }] }] },
	],
	['reaction', { messageId: '17', emoji: '👍' }],
])('each value of the preset %s must be filled in', async (preset, filled) => {
	const content = `${preset}Content`;
	const withValue = (name: string, value: unknown) => {
		const all = JSON.stringify({ ...filled, [name]: value });
		return name === 'sections' ? JSON.stringify(filled).replace('"Tea"', JSON.stringify(value)) : all;
	};
	for (const name of Object.keys(filled))
		for (const value of ['', ' ', null, 'undefined']) {
			const { error } = await send({ preset, [content]: withValue(name, value) });
			const shown = name === 'sections' ? 'title' : name;
			expect(error?.message).toBe(`The value of "${shown}" is empty (field "Content")`);
		}
	const { error: untouched } = await send({ preset });
	expect(untouched?.message).toBe(`The value of "${Object.keys(filled)[0]}" is empty (field "Content")`);
	expect(sandbox.log).toEqual([]);
	const { error, body } = await send({ preset, [content]: JSON.stringify(filled) });
	expect(error).toBeUndefined();
	expect(body).toMatchObject({ type: preset, content: filled });
});

test.each<[string, IDataObject, IDataObject | undefined]>([
	['contact', { name: 'Ana', phone: '55 (11) 98765-4321' }, { name: 'Ana', phone: '+5511987654321' }],
	['location', { latitude: 1, longitude: 2, phone: '0' }, { latitude: 1, longitude: 2, phone: '0' }],
	['none', {}, undefined],
])('the content of the preset %s, %j, is sent as %j', async (...row) => {
	const [preset, given, content] = row;
	const name = preset === 'none' ? 'content' : `${preset}Content`;
	const { body } = await send({ preset, [name]: JSON.stringify(given), additionalFields: pairs({ poll: '1' }) });
	expect([body?.content, body?.poll]).toEqual([content, 1]);
});

test('the response to a message that was written as JSON has the text of its content', async () => {
	const jsonBody = JSON.stringify({
		instanceId: idsOf(sandbox).instance,
		remoteJid: '12025550143',
		type: 'text',
		content: { text: ' Hi' },
	});
	const { items } = await send({ specifyBody: 'json', jsonBody });
	expect(items[0]?.json).toMatchObject({ text: ' Hi', fromMe: true, raw: {} });
});

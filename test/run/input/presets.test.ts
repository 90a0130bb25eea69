import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { byId, idsOf } from '../../support/ids';
import { runNode } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started), { dialect: 'strict' });

async function send(parameters: INodeParameters) {
	const { error } = await runNode({
		credentials: credentialsFor(sandbox),
		parameters: {
			resource: 'message',
			operation: 'send',
			instanceId: byId(idsOf(sandbox).instance),
			recipient: { __rl: true, mode: 'phone', value: '+12025550143' },
			...parameters,
		},
	});
	return { error, body: sandbox.log[0]?.body as IDataObject | undefined };
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

test('the number of a contact card is read like a recipient, and gets its +', async () => {
	const { body } = await send({ preset: 'contact', contactContent: '{"name":"Ana","phone":"55 (11) 98765-4321"}' });
	expect(body).toMatchObject({ content: { name: 'Ana', phone: '+5511987654321' } });
});

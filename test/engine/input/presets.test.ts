import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { byId, idsOf, pairs } from '../support/ids';
import { runNode } from '../support/engine';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';

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

test.each<[string, Record<string, string>]>([
	['contact', { name: 'Ana Souza', phone: '+12025550143' }],
	['location', { latitude: '-23.5505', longitude: '-46.6333' }],
	['list', { title: 'Menu', text: 'What?', buttonText: 'Choose', sections: '[]' }],
	['reaction', { messageId: 'M1', emoji: '👍' }],
])('each value of the preset %s must be filled in', async (preset, filled) => {
	const content = `${preset}Content`;
	const names = Object.keys(filled);
	const incomplete = [{}, ...names.map((name) => ({ [content]: pairs({ ...filled, [name]: '' }) }))];
	for (const [index, parameters] of incomplete.entries()) {
		const { error } = await send({ preset, ...parameters });
		const name = names[Math.max(0, index - 1)];
		expect(error?.message).toBe(`The value of "${name}" is empty (field "Content")`);
	}
	expect(sandbox.log).toEqual([]);
	const { error } = await send({ preset, [content]: pairs(filled) });
	expect(error).toBeUndefined();
	expect(sandbox.log[0]?.body).toMatchObject({ type: preset });
});

test('the sections of a list are a list in JSON', async () => {
	const list = (sections: string) =>
		send({ preset: 'list', listContent: pairs({ title: 'Menu', text: '2026', buttonText: 'Choose', sections }) });
	for (const sections of ['Tea', '{"rows":[]}', '[', '7'])
		expect((await list(sections)).error?.message).toBe('The value of "sections" is not a list (field "Content")');
	expect(sandbox.log).toEqual([]);
	const { body } = await list('[{"rows":[{"id":"1","title":"Tea"}]}]');
	const sections = [{ rows: [{ id: '1', title: 'Tea' }] }];
	expect(body).toMatchObject({ content: { title: 'Menu', text: '2026', buttonText: 'Choose', sections } });
});

test.each([
	[
		'a phone number of a contact card gets a plus sign',
		'contact',
		{ name: 'Ana', phone: '5511987654321' },
		{ name: 'Ana', phone: '+5511987654321' },
	],
	[
		'a name may look like a decimal number',
		'location',
		{ latitude: '1', longitude: '-2.5', name: '10,5' },
		{ latitude: 1, longitude: -2.5, name: '10,5' },
	],
	[
		'the ID of a reaction stays text',
		'reaction',
		{ messageId: '12E5', emoji: '👍' },
		{ messageId: '12E5', emoji: '👍' },
	],
])('%s', async (_, preset, fields, content) => {
	const { error, body } = await send({ preset, [`${preset}Content`]: pairs(fields) });
	expect(error).toBeUndefined();
	expect(body).toMatchObject({ type: preset, content });
});

test('a preset that does not exist is refused', async () => {
	const { error } = await send({ preset: '={{ "Location" }}' });
	expect(error?.message).toContain('The field "Preset" contains the invalid value "Location"');
	expect(sandbox.log).toEqual([]);
});

test('what was edited in one preset does not reach the message of another', async () => {
	const { body } = await send({
		preset: 'reaction',
		locationType: 'place',
		locationContent: pairs({ latitude: '1' }),
		contactContent: '{"contacts":[]}',
		content: '{"text":"Hi"}',
		reactionContent: pairs({ messageId: 'M1', emoji: '🎉' }),
	});
	expect(body).toMatchObject({ type: 'reaction', content: { messageId: 'M1', emoji: '🎉' } });
	expect(Object.keys((body?.content ?? {}) as object)).toEqual(['messageId', 'emoji']);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { byId, idsOf, pairs } from '../../support/ids';
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

test.each<[string, Record<string, string>, INodeParameters?]>([
	['contact', { name: 'Ana Souza', phone: '+12025550143' }],
	['location', { latitude: '-23.5505', longitude: '-46.6333' }],
	['list', { title: 'Menu', text: 'What?', buttonText: 'Choose' }, { listRows: { rows: [{ title: 'Tea' }] } }],
	['reaction', { messageId: 'M1', emoji: '👍' }],
])('each value of the preset %s must be filled in', async (preset, filled, more = {}) => {
	const content = `${preset}Content`;
	const names = Object.keys(filled);
	const incomplete = [{}, ...names.map((name) => ({ [content]: pairs({ ...filled, [name]: '' }) }))];
	for (const [index, parameters] of incomplete.entries()) {
		const { error } = await send({ preset, ...more, ...parameters });
		const name = names[Math.max(0, index - 1)];
		expect(error?.message).toBe(`The value of "${name}" is empty (field "Content")`);
	}
	expect(sandbox.log).toEqual([]);
	const { error } = await send({ preset, ...more, [content]: pairs(filled) });
	expect(error).toBeUndefined();
	expect(sandbox.log[0]?.body).toMatchObject({ type: preset });
});

test('each row of a list must have a title; its ID is a number that is free unless it is entered', async () => {
	const listContent = pairs({ title: 'Menu', text: '2026', buttonText: 'Choose' });
	const list = (...rows: INodeParameters[]) => send({ preset: 'list', listContent, listRows: { rows } });
	const untitled: Array<[string, INodeParameters[]]> = [
		['1st', [{ title: ' ' }]],
		['2nd', [{ title: 'Tea' }, { description: 'Black' }]],
	];
	for (const [nth, rows] of untitled)
		expect((await list(...rows)).error?.message).toBe(`The ${nth} row has no title (field "Rows")`);
	expect((await list()).error?.message).toBe('The field "Rows" is empty');
	const double = await list({ title: 'Tea', id: '1' }, { title: 'Cake', id: '1' });
	expect(double.error?.message).toContain('Two rows have the same ID');
	expect(sandbox.log).toEqual([]);
	const { body } = await list(
		{ title: 'Tea', description: 'Black', id: '' },
		{ id: '2', title: '7' },
		{ title: 'Cake' },
	);
	const rows = [
		{ id: '1', title: 'Tea', description: 'Black' },
		{ id: '2', title: '7' },
		{ id: '3', title: 'Cake' },
	];
	const content = { title: 'Menu', text: '2026', buttonText: 'Choose', sections: [{ rows }] };
	expect(body).toMatchObject({ type: 'list', content });
});

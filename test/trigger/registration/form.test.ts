import { randomUUID } from 'node:crypto';
import { type INode, Workflow } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { editorContext } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { registryOf } from '../../support/workflow';
import { MessagingIntegrationTrigger } from '../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';

const type = new MessagingIntegrationTrigger();
const { webhooks } = type.description;
const node = (parameters: INode['parameters']): INode => ({
	id: 'trigger',
	name: 'Trigger',
	type: 'messagingIntegrationTrigger',
	typeVersion: 2,
	position: [0, 0],
	parameters,
});
const workflowWith = (parameters: INode['parameters']) => {
	const nodes = [node(parameters)];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes: registryOf(() => type) });
	return { workflow, trigger: workflow.getNode('Trigger') ?? node({}) };
};

test.each([
	['automatic', true],
	['manual', false],
])('with %s registration, it is %s that the form hides the URLs', (registration, isHidden) => {
	const [webhook] = webhooks ?? [];
	const { workflow, trigger } = workflowWith({ registration });
	const { expression } = workflow;
	const hides = expression.getSimpleParameterValue(trigger, webhook?.ndvHideUrl, 'internal', {});
	expect(hides).toBe(isHidden);
});

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const lists = type.methods.loadOptions;
const load = async (name: keyof typeof lists, settings: Partial<INode> = {}) =>
	await lists[name].call(editorContext(credentialsFor(sandbox), {}, settings));
const answer = (path: string, data: unknown[]) =>
	sandbox.addFault({ path, kind: 'raw', status: 200, body: { data }, times: Infinity });

test('the form lists each event name of the webhooks once, in order, and the instances of all pages by their names', async () => {
	answer('/webhooks', [
		{ id: 'w', events: ['sent', { name: 'x' }, 'read', 'sent'] },
		{ id: 'v', events: null },
	]);
	expect(await load('getEvents')).toEqual(['read', 'sent'].map((name) => ({ name, value: name })));
	const [one] = sandbox.data.instances;
	for (let at = 0; at < 200; at += 1) sandbox.data.instances.push({ ...one!, id: randomUUID() });
	expect(await load('getInstances')).toEqual(sandbox.data.instances.map(({ id, name }) => ({ name, value: id })));
	answer('/instances', [{ id: 'a', name: 'Shop' }, null, { name: 'No ID' }, { id: 7 }]);
	expect(await load('getInstances')).toEqual([
		{ name: 'Shop', value: 'a' },
		{ name: '7', value: '7' },
	]);
	for (const name of ['getEvents', 'getInstances'] as const)
		expect(await load(name, { credentials: undefined })).toEqual([]);
});

import { type INode, type INodeProperties, NodeHelpers, Workflow } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { loadEventNames } from '../../../nodes/MessagingIntegrationTrigger/registration/webhooks';
import { editorContext } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { registryOf } from '../../support/workflow';
import { MessagingIntegrationTrigger } from '../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';

const type = new MessagingIntegrationTrigger();
const { properties, webhooks } = type.description;
const node = (parameters: INode['parameters']): INode => ({
	id: 'trigger',
	name: 'Trigger',
	type: 'messagingIntegrationTrigger',
	typeVersion: 2,
	position: [0, 0],
	parameters,
});
/** Parameters as the editor shows them: with all defaults. */
const shown = (parameters: INode['parameters']) =>
	NodeHelpers.getNodeParameters(properties, parameters, true, false, null, type.description) ?? {};
const workflowWith = (parameters: INode['parameters']) => {
	const nodes = [node(parameters)];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes: registryOf(() => type) });
	return { workflow, trigger: workflow.getNode('Trigger') ?? node({}) };
};
const noticesFor = (parameters: INode['parameters']): INodeProperties[] =>
	properties.filter(
		(each) =>
			each.type === 'notice' &&
			NodeHelpers.displayParameter(shown(parameters), each, node(parameters), type.description),
	);

test('HMAC shows all settings with their defaults', () => {
	expect(shown({ verification: 'hmac' }).hmac).toEqual({
		algorithm: 'sha256',
		encoding: 'hex',
		headerName: 'x-signature',
		idHeader: 'webhook-id',
		prefix: '',
		secret: '',
		signedContent: 'body',
		timestampHeader: 'webhook-timestamp',
		tolerance: 5,
	});
	expect(shown({ verification: 'headerToken' })).not.toHaveProperty('hmac');
});

test.each([
	[{}, []],
	[{ registration: 'manual' }, ['manualNotice']],
	[{ events: ['message'], verification: 'hmac' }, []],
])('%j shows the notices %j, each of one sentence', (parameters, names) => {
	const notices = noticesFor(parameters);
	expect(notices.map(({ name }) => name)).toEqual(names);
	for (const { displayName } of notices) expect(displayName).not.toMatch(/\./);
});

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

test("the trigger's form lists each event name of the account's webhooks once, in order", async () => {
	const names = sandbox.data.webhooks.flatMap(({ events }) => events);
	const found = await loadEventNames.call(editorContext(credentialsFor(sandbox)));
	expect(found.map(({ value }) => value)).toEqual([...new Set(names)].sort());
	expect(found.length).toBeGreaterThan(1);
});

test('a rejected API key is an error', async () => {
	const revoked = { ...credentialsFor(sandbox), apiKey: sandbox.keys.revoked };
	const loading = loadEventNames.call(editorContext({ ...revoked, environment: 'production' }));
	await expect(loading).rejects.toThrow('The API key is invalid, expired or revoked (401)');
});

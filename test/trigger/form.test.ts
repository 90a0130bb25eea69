import { type INode, type INodeProperties, NodeHelpers, Workflow } from 'n8n-workflow';
import { MessagingIntegrationTrigger } from '../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';

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
	[{ verification: 'hmac' }, ['hmacNotice']],
])('%j has one notice at most, of one sentence', (parameters, names) => {
	const notices = noticesFor(parameters);
	expect(notices.map(({ name }) => name)).toEqual(names);
	for (const { displayName } of notices) expect(displayName).not.toMatch(/\./);
});

test.each([
	['automatic', true],
	['manual', false],
])('with %s registration, it is %s that the form hides the URLs', (registration, isHidden) => {
	const [webhook] = webhooks ?? [];
	const types = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const nodes = [node({ registration })];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes: types });
	const trigger = workflow.getNode('Trigger') ?? node({});
	const { expression } = workflow;
	const hides = expression.getSimpleParameterValue(trigger, webhook?.ndvHideUrl, 'internal', {});
	expect(hides).toBe(isHidden);
});

test('the option sendTestEvent chooses between two samples, and the panel names it', () => {
	const options = properties.find(({ name }) => name === 'options')?.options ?? [];
	const option = options.find(({ name }) => name === 'sendTestEvent') as INodeProperties;
	expect(option).toMatchObject({ type: 'options', default: true });
	const names = option.options?.map(({ name }) => name);
	expect(names).toEqual(['Next Real Delivery', 'Test Event']);
	expect(JSON.stringify(type.description.triggerPanel)).toContain(option.displayName);
	expect(type.description.eventTriggerDescription).toContain(option.displayName);
});

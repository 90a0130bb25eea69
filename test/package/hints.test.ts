import { type INode, type INodeParameters, NodeHelpers, Workflow } from 'n8n-workflow';
import { registryOf } from '../support/workflow';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';

const type = new MessagingIntegration();
const { description } = type;

function evaluated(text: string, parameters: INodeParameters, items = 2): unknown {
	const { properties } = description;
	const all = NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description);
	const node: INode = {
		id: 'n',
		name: 'Node',
		type: 'messagingIntegration',
		typeVersion: 1,
		position: [0, 0],
		parameters: all ?? {},
	};
	const nodeTypes = registryOf(() => type);
	const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = Array.from({ length: items }, () => ({ json: {} }));
	const where = [{}, null, 0, 0, 'Node', input, 'internal', {}] as const;
	return expression.resolveSimpleParameterValue(text, ...where);
}

function hintsFor(resource: string, operation: string, more: INodeParameters = {}, items = 21) {
	return (description.hints ?? [])
		.filter(({ displayCondition = '' }) => evaluated(displayCondition, { resource, operation, ...more }, items))
		.map(({ message, whenToDisplay }) => `${whenToDisplay}: ${message}`);
}

const waiting = expect.stringMatching(/^always: Long lists can take/);
const stopping = expect.stringMatching(/^always: Long lists can take.*no record of who got/);

const perItem = expect.stringMatching(/^always: This runs once per input item/);
const pause = { min: 2 };

test.each([
	['a list of messages', ['message', 'sendText'], {}, [stopping]],
	['a list of messages with a pause', ['message', 'sendMedia'], { pause }, [stopping]],
	['one that fails at the limit', ['message', 'send'], { pause, onRateLimit: 'fail' }, [stopping]],
	['a list that fails at the limit', ['message', 'sendText'], { onRateLimit: 'fail' }, []],
	['a list of other writes', ['group', 'create'], {}, [waiting]],
	['questions', ['message', 'sendAndWait'], {}, []],
	['a list of lists', ['chat', 'getMessages'], {}, [waiting, perItem]],
] as const)('%s has the hints that fit', (_what, [resource, operation], options, expected) => {
	expect(hintsFor(resource, operation, { options })).toEqual(expected);
	expect(hintsFor(resource, operation, { options }, 1)).toEqual([]);
});

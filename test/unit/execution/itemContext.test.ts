import type { IExecuteSingleFunctions, INode, INodeParameters } from 'n8n-workflow';
import { itemContext } from '../../../nodes/MessagingIntegration/execution/itemContext';

/** The context of an item, and a record of what it reads from n8n's context. */
function recording(parameters: INodeParameters) {
	const reads: string[] = [];
	const context = {
		getItemIndex: () => 7,
		getNode: () => ({ name: `copy ${reads.push('node')}` }),
		getNodeParameter: (name: string, fallback?: unknown) => {
			reads.push(name);
			return parameters[name] ?? fallback;
		},
	} as unknown as IExecuteSingleFunctions;
	const node = { name: 'the node', parameters } as INode;
	return { item: itemContext(context, node), node, reads };
}

test('a parameter is evaluated once per item', () => {
	const { item, reads } = recording({ text: '={{ 1 }}', options: { concurrency: 5 } });
	expect(item.getNodeParameter('text')).toBe(item.getNodeParameter('text'));
	expect(item.getNodeParameter('options', {})).toBe(item.getNodeParameter('options', {}));
	expect(reads).toEqual(['text', 'options']);
});

test('a parameter that the node does not have is the fallback of each call', () => {
	const { item } = recording({});
	expect([item.getNodeParameter('limit', 50), item.getNodeParameter('limit', 20)]).toEqual([
		50, 20,
	]);
});

test('the node is the given one, and everything else comes from n8n', () => {
	const { item, node, reads } = recording({});
	expect(item.getNode()).toBe(node);
	expect(item.getItemIndex()).toBe(7);
	expect(reads).toEqual([]);
});

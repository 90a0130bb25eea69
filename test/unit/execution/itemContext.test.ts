import type { IExecuteSingleFunctions, INodeParameters } from 'n8n-workflow';
import {
	itemContext,
	RunConstants,
} from '../../../nodes/MessagingIntegration/execution/itemContext';

/** A context of n8n that records what is read, and evaluates any expression to the number of reads so far. */
function recording(parameters: INodeParameters) {
	const reads: string[] = [];
	const context = {
		getItemIndex: () => 7,
		getNode: () => ({ parameters, name: `copy ${reads.push('node')}` }),
		getNodeParameter: (name: string, fallback?: unknown) => {
			reads.push(name);
			const value = parameters[name] ?? fallback;
			return String(value).startsWith('=') ? reads.length : value;
		},
	} as unknown as IExecuteSingleFunctions;
	return { context, reads };
}

test('a parameter without expressions is read once per run', () => {
	const { context, reads } = recording({ options: { concurrency: 5 } });
	const constants = new RunConstants(context);
	const contexts = [itemContext(context, constants), itemContext(context, constants)];
	const values = contexts.map((each) => each.getNodeParameter('options', {}));
	expect(values).toEqual([{ concurrency: 5 }, { concurrency: 5 }]);
	expect(reads).toEqual(['node', 'options']);
});

test('a parameter with an expression is read once per item, also inside objects and lists', () => {
	for (const value of ['={{ 1 }}', { a: '={{ 1 }}' }, { a: [{ b: '={{ 1 }}' }] }]) {
		const { context, reads } = recording({ text: value as string });
		const constants = new RunConstants(context);
		for (const item of [itemContext(context, constants), itemContext(context, constants)])
			expect(item.getNodeParameter('text')).toBe(item.getNodeParameter('text'));
		expect(reads).toEqual(['node', 'text', 'text']);
	}
});

test('items cannot change a value that they share', () => {
	const shared = { a: [{ b: 1 }] };
	const { context } = recording({ options: shared });
	const own = itemContext(context, new RunConstants(context));
	const value = own.getNodeParameter('options') as unknown as typeof shared;
	expect(() => value.a.push({ b: 2 })).toThrow(TypeError);
	expect(() => (value.a[0]!.b = 2)).toThrow(TypeError);
	shared.a[0]!.b = 3;
	expect(own.getNodeParameter('options')).toEqual({ a: [{ b: 1 }] });
});

test('a parameter that the node does not have is its fallback', () => {
	const { context } = recording({});
	const own = itemContext(context, new RunConstants(context));
	expect(own.getNodeParameter('limit', 50)).toBe(50);
});

test('the node is copied once per run, and everything else comes from n8n', () => {
	const { context, reads } = recording({});
	const own = itemContext(context, new RunConstants(context));
	expect(own.getNode().name).toBe('copy 1');
	expect(own.getNode()).toBe(own.getNode());
	expect(own.getItemIndex()).toBe(7);
	expect(reads).toEqual(['node']);
});

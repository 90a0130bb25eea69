import type { INodeProperties } from 'n8n-workflow';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
import { subtitle } from '../../nodes/MessagingIntegration/properties';
import { resources } from '../../nodes/MessagingIntegration/resources';
import { MessagingIntegrationTrigger } from '../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';

const types = [new MessagingIntegration(), new MessagingIntegrationTrigger()];

const childrenOf = ({ type, options = [] }: INodeProperties): INodeProperties[][] =>
	type === 'collection'
		? [options as INodeProperties[]]
		: type === 'fixedCollection'
			? options.map((each) => (each as { values: INodeProperties[] }).values)
			: [];

/** Returns each condition that names neither a sibling nor a path from the root, as `field: condition`. */
function unresolvable(fields: INodeProperties[], siblings: string[]): string[] {
	return fields.flatMap((field) => [
		...Object.values(field.displayOptions ?? {})
			.flatMap((conditions) => Object.keys(conditions as object))
			.filter((name) => !/^[@/]/.test(name) && !siblings.includes(name))
			.map((name) => `${field.name}: ${name}`),
		// n8n passes only the options of a collection that are set, so an option may not depend on another one.
		...childrenOf(field).flatMap((children) =>
			unresolvable(children, field.type === 'collection' ? [] : children.map(({ name }) => name)),
		),
	]);
}

test.each(types)(
	'n8n 2.0 and 1.123, which do not load a node with a condition that they cannot resolve, resolve each condition of node %#',
	({ description: { properties } }) => {
		const names = properties.map(({ name }) => name);
		expect(unresolvable(properties, names)).toEqual([]);
	},
);

test('the subtitle of the node names the operation, and its resource unless it sends a message', () => {
	const [, titles = ''] = /\((\{.*\})\)/.exec(subtitle(resources)) ?? [];
	expect(JSON.parse(titles)).toMatchObject({ 'message.sendText': 'Send Text', 'chat.getAll': 'Get Many: Chat' });
});

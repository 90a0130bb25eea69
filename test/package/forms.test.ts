import { resources } from '../../nodes/MessagingIntegration/resources';
import { nodeProperties } from '../../nodes/MessagingIntegration/properties';

const properties = nodeProperties(resources);

const operations = resources.flatMap(({ option, operations }) =>
	operations.map((operation) => ({
		resource: option.value,
		operation: operation.option.value,
		fields: operation.fields,
	})),
);

test.each(operations)(
	'the form of $resource $operation has its fields, in the order of its file',
	({ resource, operation, fields }) => {
		const shown = properties.filter(
			({ displayOptions: { show } = {} }) =>
				show?.resource?.includes(resource) && show.operation?.includes(operation),
		);
		expect(shown.map(({ name, displayName }) => [name, displayName])).toEqual(
			fields.map(({ name, displayName }) => [name, displayName]),
		);
	},
);

test('a field that looks the same in several operations of a resource is one property', () => {
	const instance = properties.filter(
		({ name, displayOptions }) =>
			name === 'instanceId' && displayOptions?.show?.resource?.includes('instance'),
	);
	expect(instance).toHaveLength(1);
	expect(instance[0]?.displayOptions?.show?.operation).toContain('getStatus');
});

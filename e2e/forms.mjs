import { randomUUID } from 'node:crypto';

/**
 * Every form of the node, from the description that n8n has loaded: { resource, operation, title, parameters }, with
 * each collection unfolded, so that everything that can be set is in view.
 */
export function formsOf(description) {
	const { properties } = description;
	const resources = properties.find(({ name }) => name === 'resource').options.filter(isOurs);
	return resources.flatMap((resource) =>
		properties
			.find(({ name, displayOptions }) => name === 'operation' && displayOptions.show.resource.includes(resource.value))
			.options.filter(isOurs)
			.map((operation) => ({
				resource: resource.value,
				operation: operation.value,
				title: `${resource.name}: ${operation.name}`,
				parameters: {
					resource: resource.value,
					operation: operation.value,
					...unfolded(properties, { resource: resource.value, operation: operation.value }),
				},
			})),
	);
}

/** n8n adds a way to its HTTP Request node to each list. */
const isOurs = ({ value }) => value !== '__CUSTOM_API_CALL__';

function unfolded(properties, shown) {
	const belongs = ({ displayOptions }) =>
		Object.entries(shown).every(([name, value]) => displayOptions?.show?.[name]?.includes(value) ?? true);
	return Object.fromEntries(
		properties
			.filter((property) => ['collection', 'fixedCollection'].includes(property.type) && belongs(property))
			.map((property) => [property.name, filled(property)]),
	);
}

/** A collection with each of its options set to its default. */
function filled({ type, options, default: value }) {
	if (type === 'collection') return Object.fromEntries(options.map((option) => [option.name, filled(option)]));
	if (type === 'fixedCollection') {
		return Object.fromEntries(
			options.map(({ name, values }) => [
				name,
				[Object.fromEntries(values.map((field) => [field.name, field.default]))],
			]),
		);
	}
	return value;
}

/** One workflow with a node for each form. */
export async function createFormsWorkflow({ api, credential, nodeType, forms }) {
	return await api.createWorkflow({
		name: 'Every form',
		nodes: forms.map(({ title, parameters }, index) => ({
			id: randomUUID(),
			name: title,
			type: nodeType,
			typeVersion: 1,
			position: [(index % 8) * 220, Math.floor(index / 8) * 220],
			parameters,
			credentials: { messagingIntegrationApi: credential },
		})),
		connections: {},
	});
}

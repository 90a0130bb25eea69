import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

// Its build for import cannot be loaded by Node.
const { NodeHelpers } = createRequire(import.meta.url)('n8n-workflow');

/**
 * Every form of the node, from the description that n8n loaded: { resource, operation, title, parameters }, with
 * each collection open, so that all settings are visible.
 */
export function formsOf(description) {
	const properties = propertiesOf(description);
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

/** Without Request Options, which n8n adds and shows among the settings. */
function propertiesOf({ properties }) {
	return properties.filter(({ name }) => name !== 'requestOptions');
}

/** n8n adds an entry for its HTTP Request node to each list. */
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

/** The labels that a node's form must show, in order. */
export function labelsOf(description, { parameters }) {
	const node = { typeVersion: 1, parameters };
	const properties = propertiesOf(description);
	const all = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description);
	const shown = properties.filter((property) => NodeHelpers.displayParameter(all, property, node, description));
	return ['Credential', ...shown.flatMap(labelsOfProperty)];
}

function labelsOfProperty({ type, displayName, options }) {
	if (type === 'notice') return [];
	if (type === 'collection') return [displayName, ...options.flatMap(labelsOfProperty)];
	if (type === 'fixedCollection') return [displayName, ...options.flatMap(({ values }) => values.flatMap(labelsOfProperty))];
	return [displayName];
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

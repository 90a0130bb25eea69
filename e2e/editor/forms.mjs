// All forms of the node: what they contain, and a workflow that shows them.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { nodeType } from '../n8n/package.mjs';

// Its build for import cannot be loaded by Node.
const { NodeHelpers } = createRequire(import.meta.url)('n8n-workflow');

/**
 * Lists every form of the node, from the description that n8n loaded: { resource, operation, title, parameters }, with
 * each collection open, so that all settings are visible.
 */
export function listForms(description) {
	const properties = propertiesOf(description);
	const resources = properties.find(({ name }) => name === 'resource').options.filter(isOwn);
	return resources.flatMap((resource) =>
		properties
			.find(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions.show.resource.includes(resource.value),
			)
			.options.filter(isOwn)
			.map((operation) => ({
				resource: resource.value,
				operation: operation.value,
				title: `${resource.name}: ${operation.name}`,
				parameters: {
					resource: resource.value,
					operation: operation.value,
					...openCollections(properties, { resource: resource.value, operation: operation.value }),
				},
			})),
	);
}

/** Without Request Options, which n8n adds and shows among the settings. */
function propertiesOf({ properties }) {
	return properties.filter(({ name }) => name !== 'requestOptions');
}

/** n8n adds an entry for its HTTP Request node to each list. */
const isOwn = ({ value }) => value !== '__CUSTOM_API_CALL__';

function openCollections(properties, shown) {
	const belongs = ({ displayOptions }) =>
		Object.entries(shown).every(
			([name, value]) => displayOptions?.show?.[name]?.includes(value) ?? true,
		);
	return Object.fromEntries(
		properties
			.filter(
				(property) =>
					['collection', 'fixedCollection'].includes(property.type) && belongs(property),
			)
			.map((property) => [property.name, defaultOf(property)]),
	);
}

/** A collection with each of its options set to its default. */
function defaultOf({ type, options, default: value }) {
	if (type === 'collection')
		return Object.fromEntries(options.map((option) => [option.name, defaultOf(option)]));
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

/** Lists the labels that a form must show, in order. */
export function listLabels(description, { parameters }) {
	const node = { typeVersion: 1, parameters };
	const properties = propertiesOf(description);
	const all = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description);
	const shown = properties.filter((property) =>
		NodeHelpers.displayParameter(all, property, node, description),
	);
	return ['Credential', ...shown.flatMap(listPropertyLabels)];
}

function listPropertyLabels({ type, displayName, options }) {
	if (type === 'notice') return [];
	if (type === 'collection') return [displayName, ...options.flatMap(listPropertyLabels)];
	if (type === 'fixedCollection')
		return [displayName, ...options.flatMap(({ values }) => values.flatMap(listPropertyLabels))];
	return [displayName];
}

/** Creates a workflow with a node for each form. */
export async function createFormsWorkflow({ api, credential }, forms) {
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
